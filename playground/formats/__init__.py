"""Tokenizers as files: one module a format, each with `dumps` and `loads`."""
