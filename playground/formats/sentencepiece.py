"""SentencePiece `.model` files: a protocol buffer message, read by its published description and run by the library."""

from __future__ import annotations

from playground.core.errors import FormatError, VocabularyError
from playground.core.spm import SentencePieceTokenizer, read_proto
from playground.core.tokens import Tokenizer
from playground.formats.common import MAX_ENTRIES, MAX_PIECE, CannotHold, check_size

_BYTES = {f"<0x{byte:02X}>" for byte in range(256)}


def dumps(tokenizer: Tokenizer, lossy: bool = False) -> bytes:
    """The model as it was trained or loaded; the format holds nothing else."""
    if not isinstance(tokenizer, SentencePieceTokenizer):
        raise CannotHold(
            "A SentencePiece model holds pieces with scores and a normalizer; this is "
            f"{tokenizer.algorithm}, which the library would not run the same way."
        )
    return tokenizer.model


def usage(tokenizer: Tokenizer, file_name: str) -> str:
    """Python that loads the file with sentencepiece."""
    return f"import sentencepiece\n\nsp = sentencepiece.SentencePieceProcessor(model_file={file_name!r})\n"


def loads(data: bytes, name: str) -> SentencePieceTokenizer:
    """The tokenizer of a `.model` file. Sizes, ids and byte pieces are checked before the library sees them."""
    check_size(data)
    try:
        proto = read_proto(data)
    except VocabularyError as error:
        raise FormatError(str(error)) from None
    if not 0 < len(proto.pieces) <= MAX_ENTRIES:
        raise FormatError(f"The model has {len(proto.pieces):,} pieces; 1 to {MAX_ENTRIES:,} can be read.")
    seen: set[str] = set()
    for id, piece in enumerate(proto.pieces):
        if not piece.piece or len(piece.piece) > MAX_PIECE:
            raise FormatError(f"Piece {id:,} is empty or too long.")
        if piece.piece in seen:
            raise FormatError(f"The piece {piece.piece!r} stands there twice.")
        if piece.type == piece.BYTE and piece.piece not in _BYTES:
            raise FormatError(f"Piece {id:,} is marked as a byte, but {piece.piece[:20]!r} is none.")
        seen.add(piece.piece)
    if sum(piece.type == piece.UNKNOWN for piece in proto.pieces) != 1:
        raise FormatError("The model must have exactly one piece for unknown characters.")
    try:
        return SentencePieceTokenizer(data, name)
    except VocabularyError as error:
        raise FormatError(str(error)) from None
