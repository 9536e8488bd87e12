"""Playouts and iterations of tree search a second, measured beside OpenSpiel in one run.

OpenSpiel lives in a virtual environment of its own, so that the benchmark cannot change what APTS runs on; each side
measures in its own process and the two take turns.
"""
