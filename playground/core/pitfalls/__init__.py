"""The classic pitfalls, measured: each module is one experiment; its sentences are computed from its input.

A sentence is a `str`, or None where there is nothing to say. User text in it is wrapped by `words.quote`.
"""
