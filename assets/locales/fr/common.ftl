### Noms des couleurs et des variantes.
