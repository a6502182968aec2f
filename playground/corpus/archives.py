"""gzip and zip, unpacked in slices so that a small file that would expand without end is stopped at the limit."""

from __future__ import annotations

import io
import zipfile
import zlib
from pathlib import PurePosixPath

from playground.core.errors import CorpusError

_SLICE = 1 << 18
_MEMBERS = 5000
_OFFICE = {
    "word/document.xml": "a Word document",
    "xl/workbook.xml": "an Excel workbook",
    "ppt/presentation.xml": "a PowerPoint presentation",
    "META-INF/container.xml": "an e-book",
    "META-INF/MANIFEST.MF": "a Java program",
    "AndroidManifest.xml": "an Android program",
}


def gunzip(name: str, data: bytes, limit: int) -> bytes:
    """The content of a gzip file, of all its members one after the other, as `gzip` itself gives it."""
    parts: list[bytes] = []
    size = 0
    rest = data
    while rest[:2] == b"\x1f\x8b":
        stream = zlib.decompressobj(wbits=31)
        try:
            while not stream.eof:
                part = stream.decompress(rest, _SLICE)
                rest = stream.unconsumed_tail
                size += len(part)
                if size > limit:
                    raise _too_big(name, limit)
                if not part and not rest and not stream.eof:
                    raise CorpusError(f"{name} is a gzip file that ends too early; upload it again.")
                parts.append(part)
        except zlib.error:
            raise CorpusError(f"{name} is a damaged gzip file.") from None
        # Padding with zeros is common; anything else that follows is ignored, as gzip does.
        rest = stream.unused_data.lstrip(b"\x00")
    return b"".join(parts)


def unzip(name: str, data: bytes, limit: int) -> list[tuple[str, bytes]]:
    """The files in a zip archive as (path, content), in the archive's order; folders and system files left out."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _members(name, archive, limit)
    except CorpusError:
        raise
    except NotImplementedError:
        raise CorpusError(
            f"{name} is packed with a method that is not supported; pack it as an ordinary zip."
        ) from None
    # zipfile lets the errors of zlib, struct, codecs and more through when an archive is damaged.
    except Exception:
        raise CorpusError(f"{name} is a damaged zip archive.") from None


def _members(name: str, archive: zipfile.ZipFile, limit: int) -> list[tuple[str, bytes]]:
    infos = [info for info in archive.infolist() if not info.is_dir() and not _is_system_file(info.filename)]
    for info in infos:
        if info.filename in _OFFICE:
            raise CorpusError(f"{name} is {_OFFICE[info.filename]}; save it as plain text first.")
    if len(infos) > _MEMBERS:
        raise CorpusError(f"{name} holds {len(infos):,} files; at most {_MEMBERS:,} are read.")
    if any(info.flag_bits & 1 for info in infos):
        raise CorpusError(f"{name} is protected by a password; unpack it first.")
    found, size = [], 0
    for info in infos:
        parts = []
        with archive.open(info) as member:
            while part := member.read(_SLICE):
                size += len(part)
                if size > limit:
                    raise _too_big(name, limit)
                parts.append(part)
        found.append((info.filename, b"".join(parts)))
    return found


def _is_system_file(path: str) -> bool:
    """Files that macOS and Windows put beside the user's own."""
    parts = PurePosixPath(path).parts
    return not parts or parts[0] == "__MACOSX" or parts[-1] in (".DS_Store", "Thumbs.db", "desktop.ini")


def _too_big(name: str, limit: int) -> CorpusError:
    return CorpusError(f"{name} expands to more than {limit // 1_000_000:,} MB, which is the limit.")
