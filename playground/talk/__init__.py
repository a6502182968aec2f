"""The deck that the Talk page begins with: the story of tokenizers in scenes, each a page of the app."""

from __future__ import annotations

from pathlib import Path

from playground.formats import deck

DEFAULT = tuple(deck.loads(Path(__file__).with_name("default_deck.json").read_bytes()))
"""The default deck, in order."""
