"""What earlier versions wrote, as they wrote it: one folder a version. It stays as it is; tests read it."""
