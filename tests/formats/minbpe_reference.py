"""How minbpe reads its `.model` files and encodes, written down plainly and apart from our own reader.

A file has the version, the pattern, the number of special tokens, these one a line (text, space, id), then one merge
a line. Lines are stripped, special tokens cut at white space; merges are numbered from 256 on. A piece is encoded by
taking, again and again, the merge with the lowest number among its pairs.
"""

from __future__ import annotations

import io
from itertools import pairwise

import regex


class Model:
    def __init__(self, data: bytes):
        lines = io.TextIOWrapper(io.BytesIO(data), "utf-8")
        assert lines.readline().strip() == "minbpe v1"
        self.pattern = lines.readline().strip()
        self.special_tokens: dict[str, int] = {}
        for _ in range(int(lines.readline().strip())):
            text, id = lines.readline().strip().split()
            self.special_tokens[text] = int(id)
        self.merges: dict[tuple[int, int], int] = {}
        self.vocab = {byte: bytes([byte]) for byte in range(256)}
        for id, line in enumerate(lines, start=256):
            left, right = map(int, line.split())
            self.merges[left, right] = id
            self.vocab[id] = self.vocab[left] + self.vocab[right]

    def encode(self, text: str) -> list[int]:
        """What its tokenizer without a pattern, or the one with a pattern, makes of ordinary text."""
        pieces = regex.findall(regex.compile(self.pattern), text) if self.pattern else [text]
        return [id for piece in pieces for id in self._encode(list(piece.encode()))]

    def _encode(self, ids: list[int]) -> list[int]:
        while len(ids) > 1:
            pair = min(pairwise(ids), key=lambda pair: self.merges.get(pair, float("inf")))
            if pair not in self.merges:
                break
            joined, i = [], 0
            while i < len(ids):
                if tuple(ids[i : i + 2]) == pair:
                    joined.append(self.merges[pair])
                    i += 2
                else:
                    joined.append(ids[i])
                    i += 1
            ids = joined
        return ids

    def decode(self, ids: list[int]) -> str:
        special = {id: text.encode() for text, id in self.special_tokens.items()}
        return b"".join(self.vocab[id] if id in self.vocab else special[id] for id in ids).decode(errors="replace")
