"""What stands inside kernels: the layout of their memory, and the functions that all of them share."""
