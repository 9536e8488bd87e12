"""Captures by what stands around a site."""
