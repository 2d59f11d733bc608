### Namen von Farben und Spielarten.
