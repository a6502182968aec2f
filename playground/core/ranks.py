"""BPE from a table of ranks: bytes -> rank, the form in which OpenAI publishes its vocabularies.

tiktoken does the encoding. What is added: a short text need not wait until tiktoken has built its tables; long runs of
white space, which overflow tiktoken's regular expression, are cut where the pattern would cut them; and the two parents
of a token are found again from the ranks.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import pairwise
from typing import Self, TypeVar

import numpy as np
import regex
import tiktoken
from numpy.typing import NDArray

from playground.core.tokens import Tokenizer, check_text, unknown_id

# tiktoken 0.14 overflows at about 999,999 white-space characters in a row; far below that we cut by ourselves.
# Of `re`, which compiles this in no time; its \s holds all that is white space in Unicode, and four controls more.
_LONG_SPACE = re.compile(r"\s{100000,}")
_NEVER = 1 << 62  # the rank of what is no token
_SHORT = 5_000  # characters; a text up to here is encoded sooner than tiktoken is ready
_JOINED = 200  # bytes of a piece that are joined one by one, which takes the square of their number
# tiktoken's engine and `regex` follow different editions of Unicode. They differ in what the older one does not know,
# and so does Python, whose edition is older than both; and in this letter, which has become another kind of letter.
_DISPUTED = "\N{LATIN LETTER PHARYNGEAL VOICED FRICATIVE}"

_Piece = TypeVar("_Piece", str, bytes)


class RankTokenizer(Tokenizer):
    """A tokenizer from mergeable ranks, a split pattern and special tokens, encoded by tiktoken.

    What tiktoken does not take is found by `built`, or else by the first long text.
    `watched` is for a pattern of anybody's: it is run with a limit on time, and PatternError says where it was passed.
    """

    pattern: str

    def __init__(
        self,
        name: str,
        ranks: Mapping[bytes, int],
        pattern: str,
        special_tokens: Mapping[str, int],
        watched: bool = False,
    ):
        self.name = name
        self.watched = watched
        self.pattern = pattern
        self.special_tokens = dict(special_tokens)
        self.ranks: dict[bytes, int] = ranks if isinstance(ranks, dict) else dict(ranks)  # large: one copy serves all
        self._encoding: tiktoken.Encoding | None = None
        self._building = threading.Lock()

    @property
    def encoding(self) -> tiktoken.Encoding:
        """tiktoken's own tokenizer; building its tables takes longer than all the rest."""
        if self._encoding is None:
            with self._building:
                if self._encoding is None:
                    self._encoding = tiktoken.Encoding(
                        self.name,
                        pat_str=self.pattern,
                        mergeable_ranks=self.ranks,
                        special_tokens=dict(self.special_tokens),
                    )
        return self._encoding

    def built(self) -> Self:
        """The same tokenizer when tiktoken has taken it; what tiktoken raises where it does not."""
        _ = self.encoding
        return self

    @cached_property
    def _bytes(self) -> dict[int, bytes]:
        found = dict(zip(self.ranks.values(), self.ranks, strict=True))
        return found | {id: text.encode() for text, id in self.special_tokens.items()}

    @property
    def vocab_size(self) -> int:
        return self._size

    @cached_property
    def _size(self) -> int:
        return 1 + max(max(self.ranks.values()), *self.special_tokens.values(), -1)

    def encode(self, text: str, *, special: bool = False) -> list[int]:
        check_text(text)
        if self.watched or _LONG_SPACE.search(text):
            return self._encode_by_pieces(text, special)
        if self._sooner(text, special):
            return self._encode_plainly(text)
        if special:
            return self.encoding.encode(text, allowed_special="all")
        return self.encoding.encode_ordinary(text)

    def encode_array(self, text: str, *, special: bool = False) -> NDArray[np.int32]:
        if special or self.watched or _LONG_SPACE.search(text) or self._sooner(text, special):
            return super().encode_array(text, special=special)
        check_text(text)
        return self.encoding.encode_to_numpy(text, disallowed_special=()).astype(np.int32)

    def _sooner(self, text: str, special: bool) -> bool:
        """Whether the plain way gives the ids of `text` before tiktoken could, and the same ones."""
        return self._encoding is None and not special and len(text) <= _SHORT and agreed(text)

    def _encode_plainly(self, text: str) -> list[int]:
        """The same ids, straight from the ranks: each piece is a token, or its bytes are joined, lowest rank first."""
        from playground.core.expression import matches

        ids: list[int] = []
        for match in matches(self.pattern, text):
            piece = match.group().encode()
            id = self.ranks.get(piece)
            if id is not None:
                ids.append(id)
            elif len(piece) > _JOINED:
                ids += self.encoding._encode_single_piece(piece)
            else:
                ids += map(self.ranks.__getitem__, join(_bytes_of(piece), self.ranks))
        return ids

    def _encode_by_pieces(self, text: str, special: bool) -> list[int]:
        """The same ids, from pieces cut by `regex` instead of tiktoken's engine, which overflows and has no limit."""
        from playground.core.expression import matches  # here: the published tokenizers are there without it

        ids: list[int] = []
        for part in self._special_parts(text) if special else [text]:
            if special and part in self.special_tokens:
                ids.append(self.special_tokens[part])
            else:
                for match in matches(self.pattern, part):
                    ids.extend(self.encoding._encode_single_piece(match.group()))
        return ids

    def _special_parts(self, text: str) -> list[str]:
        longest_first = sorted(self.special_tokens, key=len, reverse=True)
        return [part for part in regex.split("(" + "|".join(map(regex.escape, longest_first)) + ")", text) if part]

    def token_bytes(self, id: int) -> bytes:
        try:
            return self._bytes[id]
        except KeyError:
            raise unknown_id(id, self) from None

    def decode_bytes(self, ids: Iterable[int]) -> bytes:
        known = list(ids)
        try:
            return b"".join(map(self._bytes.__getitem__, known))
        except KeyError:
            for id in known:
                self.token_bytes(id)
            raise

    @cached_property
    def token_lengths(self) -> NDArray[np.int64]:
        lengths = np.zeros(self.vocab_size, np.int64)
        lengths[np.fromiter(self.ranks.values(), np.int64)] = np.fromiter(map(len, self.ranks), np.int64)
        for text, id in self.special_tokens.items():
            lengths[id] = len(text.encode())
        return lengths

    def ids(self) -> Iterable[int]:
        return sorted(self._bytes)

    def id_of(self, data: bytes) -> int | None:
        return self.ranks.get(data)

    def parents(self, id: int) -> tuple[int, int] | None:
        """Merge the token's bytes, lowest rank first, until two are left: those are its parents.

        None for single bytes, special tokens, and tokens that no joining makes. `splits.last_pairs` does it for all.
        """
        data = self.token_bytes(id)
        if self.ranks.get(data) != id:
            return None
        pair = last_pair(_bytes_of(data), self.ranks)
        return pair and (self.ranks[pair[0]], self.ranks[pair[1]])


def join(parts: list[_Piece], ranks: Mapping[_Piece, int], down_to: int = 1) -> list[_Piece]:
    """`parts` when neighbours that make a token have been joined, lowest rank first, until none do, or few are left.

    >>> join(["a", "b", "c", "d"], {"a": 0, "b": 1, "c": 2, "d": 3, "bc": 4, "ab": 5})
    ['a', 'bc', 'd']
    """
    parts = list(parts)
    while len(parts) > down_to:
        found = [ranks.get(a + b, _NEVER) for a, b in pairwise(parts)]
        lowest = min(found)
        if lowest == _NEVER:
            break
        i = found.index(lowest)
        parts[i : i + 2] = [parts[i] + parts[i + 1]]
    return parts


def last_pair(parts: list[_Piece], ranks: Mapping[_Piece, int]) -> tuple[_Piece, _Piece] | None:
    """The two tokens that `parts` are when they have been joined, lowest rank first, down to two.

    None where joining ends earlier, or the two are no tokens themselves.

    >>> last_pair(["a", "b", "c"], {"a": 0, "b": 1, "c": 2, "bc": 3, "ab": 4})
    ('a', 'bc')
    """
    parts = join(parts, ranks, down_to=2)
    if len(parts) != 2 or parts[0] not in ranks or parts[1] not in ranks:
        return None
    return parts[0], parts[1]


def agreed(text: str) -> bool:
    """Whether tiktoken's engine and `regex` take all characters of `text` for the same: both cut it alike then.

    >>> agreed("naïve 漢字 🙂"), agreed("\u0378")
    (True, False)
    """
    return text.isascii() or not any(c == _DISPUTED or unicodedata.category(c) == "Cn" for c in set(text))


def _bytes_of(data: bytes) -> list[bytes]:
    return [data[i : i + 1] for i in range(len(data))]
