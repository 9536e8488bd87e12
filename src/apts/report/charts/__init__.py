"""Charts and maps of heat, as pictures inside pages."""
