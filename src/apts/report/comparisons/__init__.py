"""Pages that put several runs beside each other."""
