"""The games of the library, one file each: rules texts, and classes whose files end in ``_class.py``.

What is a game here is decided by the folder alone; the code that reads and checks games is in the folder above.
"""
