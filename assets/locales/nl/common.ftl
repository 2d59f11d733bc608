### Namen van kleuren en spelvormen.
