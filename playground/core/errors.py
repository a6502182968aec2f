"""One family of errors, each carrying a sentence that can be shown to the person who caused it."""


class PlaygroundError(Exception):
    """Something the user can mend; `str(error)` is one clear sentence for them."""


class TextError(PlaygroundError):
    """A text, or a list of ids, that cannot be encoded or decoded."""


class PatternError(PlaygroundError):
    """A split pattern that does not compile, drops text, matches nothing or takes too long."""


class TrainingError(PlaygroundError):
    """A training request that cannot be carried out."""


class VocabularyError(PlaygroundError):
    """A vocabulary that is missing, damaged or unknown."""


class CorpusError(PlaygroundError):
    """An upload that is not text we can read."""


class FormatError(PlaygroundError):
    """A tokenizer file that cannot be read, or a tokenizer that a format cannot hold."""

    def __init__(self, message: str, line: int | None = None):
        super().__init__(message if line is None else f"Line {line}: {message}")
        self.line = line


class StoreError(PlaygroundError):
    """A saved tokenizer that cannot be kept, found or read."""
