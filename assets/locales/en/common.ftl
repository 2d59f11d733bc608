### Names of colors and modes.
