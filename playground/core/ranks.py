"""BPE from a table of ranks: bytes -> rank, the form in which OpenAI publishes its vocabularies.

tiktoken does the encoding. What is added: long runs of white space, which overflow tiktoken's regular expression,
are cut where the pattern would cut them; and the two parents of a token are found again from the ranks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import pairwise
from typing import TypeVar

import numpy as np
import regex
import tiktoken
from numpy.typing import NDArray

from playground.core.errors import TextError
from playground.core.tokens import Tokenizer, check_text, unknown_id

# tiktoken 0.14 overflows at about 999,999 white-space characters in a row; far below that we cut by ourselves.
# Of `re`, which compiles this in no time; its \s holds all that is white space in Unicode, and four controls more.
_LONG_SPACE = re.compile(r"\s{100000,}")
_NEVER = 1 << 62  # the rank of what is no token

_Piece = TypeVar("_Piece", str, bytes)


class RankTokenizer(Tokenizer):
    """A tokenizer from mergeable ranks, a split pattern and special tokens, encoded by tiktoken.

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
        self._ranks: dict[bytes, int] = ranks if isinstance(ranks, dict) else dict(ranks)  # large: one copy serves all
        self.encoding = tiktoken.Encoding(
            name, pat_str=pattern, mergeable_ranks=self._ranks, special_tokens=self.special_tokens
        )

    @cached_property
    def _bytes(self) -> dict[int, bytes]:
        found = dict(zip(self._ranks.values(), self._ranks, strict=True))
        return found | {id: text.encode() for text, id in self.special_tokens.items()}

    @property
    def vocab_size(self) -> int:
        return self.encoding.n_vocab

    def encode(self, text: str, *, special: bool = False) -> list[int]:
        check_text(text)
        if self.watched or _LONG_SPACE.search(text):
            return self._encode_by_pieces(text, special)
        if special:
            return self.encoding.encode(text, allowed_special="all")
        return self.encoding.encode_ordinary(text)

    def encode_array(self, text: str, *, special: bool = False) -> NDArray[np.int32]:
        if special or self.watched or _LONG_SPACE.search(text):
            return super().encode_array(text, special=special)
        check_text(text)
        return self.encoding.encode_to_numpy(text, disallowed_special=()).astype(np.int32)

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
            return self.encoding.decode_bytes(known)
        except (KeyError, OverflowError):
            for id in known:
                self.token_bytes(id)
            raise TextError("These ids cannot be decoded.") from None

    @cached_property
    def token_lengths(self) -> NDArray[np.int64]:
        lengths = np.zeros(self.vocab_size, np.int64)
        lengths[np.fromiter(self._bytes, np.int64)] = np.fromiter(map(len, self._bytes.values()), np.int64)
        return lengths

    def ids(self) -> Iterable[int]:
        return sorted(self._bytes)

    def id_of(self, data: bytes) -> int | None:
        return self._ranks.get(data)

    def parents(self, id: int) -> tuple[int, int] | None:
        """Merge the token's bytes, lowest rank first, until two are left: those are its parents.

        None for single bytes, special tokens, and tokens that no joining makes. `splits.last_pairs` does it for all.
        """
        data = self.token_bytes(id)
        if self._ranks.get(data) != id:
            return None
        pair = last_pair([data[i : i + 1] for i in range(len(data))], self._ranks)
        return pair and (self._ranks[pair[0]], self._ranks[pair[1]])


def last_pair(parts: list[_Piece], ranks: Mapping[_Piece, int]) -> tuple[_Piece, _Piece] | None:
    """The two tokens that `parts` are when they have been joined, lowest rank first, down to two.

    None where joining ends earlier, or the two are no tokens themselves.

    >>> last_pair(["a", "b", "c"], {"a": 0, "b": 1, "c": 2, "bc": 3, "ab": 4})
    ('a', 'bc')
    """
    parts = list(parts)
    while len(parts) > 2:
        found = [ranks.get(a + b, _NEVER) for a, b in pairwise(parts)]
        lowest = min(found)
        if lowest == _NEVER:
            return None
        i = found.index(lowest)
        parts[i : i + 2] = [parts[i] + parts[i + 1]]
    if len(parts) < 2 or parts[0] not in ranks or parts[1] not in ranks:
        return None
    return parts[0], parts[1]
