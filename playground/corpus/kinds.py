"""What a file is, from its first bytes; its name is never trusted."""

from __future__ import annotations

_SIGNATURES: tuple[tuple[int, bytes, str], ...] = (
    (0, b"\x1f\x8b", "gzip"),
    (0, b"PK\x03\x04", "zip"),
    (0, b"PK\x05\x06", "zip"),
    (0, b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (0, b"\xff\xd8\xff", "a JPEG image"),
    (0, b"GIF87a", "a GIF image"),
    (0, b"GIF89a", "a GIF image"),
    (8, b"WEBP", "a WebP image"),
    (0, b"II*\x00", "a TIFF image"),
    (0, b"MM\x00*", "a TIFF image"),
    (0, b"%PDF-", "a PDF document"),
    (0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document"),
    (0, b"\x7fELF", "a program"),
    (0, b"\xcf\xfa\xed\xfe", "a program"),
    (0, b"\xca\xfe\xba\xbe", "a program"),
    (0, b"\x00asm", "a WebAssembly program"),
    (0, b"BZh", "a bzip2 archive"),
    (0, b"\xfd7zXZ\x00", "an xz archive"),
    (0, b"\x28\xb5\x2f\xfd", "a Zstandard archive"),
    (0, b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (0, b"Rar!\x1a\x07", "a RAR archive"),
    (257, b"ustar", "a tar archive"),
    (0, b"SQLite format 3\x00", "an SQLite database"),
    (0, b"PAR1", "a Parquet table"),
    (0, b"\x93NUMPY", "a NumPy array"),
    (0, b"\x89HDF\r\n\x1a\n", "an HDF5 file"),
    (0, b"GGUF", "a GGUF model"),
    (0, b"OggS", "an Ogg recording"),
    (0, b"ID3", "an MP3 recording"),
    (0, b"fLaC", "a FLAC recording"),
    (8, b"WAVE", "a WAV recording"),
    (4, b"ftyp", "an MPEG-4 video"),
    (0, b"\x1aE\xdf\xa3", "a Matroska video"),
    (0, b"wOFF", "a font"),
    (0, b"wOF2", "a font"),
    (0, b"\x00\x01\x00\x00\x00", "a font"),
)
_PICKLE_NAMES = (".pkl", ".pickle", ".joblib", ".pt", ".pth")
PICKLE = "a Python pickle"
"""Loading a pickle runs the code in it, so one is never opened."""


def kind_of(data: bytes, name: str = "") -> str | None:
    """ "gzip", "zip", what a binary file is in words ("a PNG image"), or None where nothing speaks against text.

    >>> kind_of(b"\\x89PNG\\r\\n\\x1a\\n...", "notes.txt")
    'a PNG image'
    """
    for offset, magic, kind in _SIGNATURES:
        if data.startswith(magic, offset):
            return PICKLE if kind == "zip" and _names_a_pickle(name) else kind
    # Protocols 2 and up start with their number and end with a full stop. Protocol 0 is ASCII: only the name tells.
    if (len(data) > 2 and data[0] == 0x80 and 2 <= data[1] <= 5 and data.endswith(b".")) or _names_a_pickle(name):
        return PICKLE
    return None


def _names_a_pickle(name: str) -> bool:
    return name.lower().endswith(_PICKLE_NAMES)
