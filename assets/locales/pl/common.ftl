### Nazwy kolorów i odmian gry.
