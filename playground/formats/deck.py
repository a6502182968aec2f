"""A deck for a talk as JSON: scenes in order, each a page with its state, a title and notes for the speaker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from playground.core.errors import FormatError
from playground.formats import view_state

MOST_SCENES = 200
_MARK = "tokenizer playground deck"
_LONGEST = {"title": 200, "notes": 20_000, "page": 40}


@dataclass(frozen=True)
class Scene:
    """One view: the page's file name without `.py`, its state as `ui.share` keeps it, a title, and notes."""

    title: str
    page: str
    state: dict[str, Any] = field(default_factory=dict)
    notes: str = ""


def dumps(scenes: Sequence[Scene]) -> bytes:
    """The deck as indented JSON, so that a person can edit it."""
    return view_state.to_json({"format": _MARK, "version": 1, "scenes": [asdict(scene) for scene in scenes]}, indent=1)


def loads(data: bytes) -> list[Scene]:
    """The scenes in a file that `dumps` wrote; FormatError in one sentence for any other file."""
    if len(data) > view_state.LARGEST_STATE:
        raise FormatError(f"The deck is larger than {view_state.LARGEST_STATE // 1_000_000} MB and was not opened.")
    whole = view_state.json_object(data, "file")
    if whole.get("format") != _MARK:
        raise FormatError("The file is not a deck of this playground.")
    if whole.get("version") != 1:
        raise FormatError("The deck was written by a newer version of this playground.")
    scenes = whole.get("scenes")
    if not isinstance(scenes, list) or len(scenes) > MOST_SCENES:
        raise FormatError(f"A deck is a list of up to {MOST_SCENES} scenes; this file has something else.")
    return [_scene(number, scene) for number, scene in enumerate(scenes, 1)]


def _scene(number: int, scene: Any) -> Scene:
    if not isinstance(scene, dict) or not isinstance(scene.get("state", {}), dict):
        raise FormatError(f"Scene {number} is not an object with a title, a page and a state.")
    texts = {name: scene.get(name, "") for name in _LONGEST}
    for name, text in texts.items():
        if not isinstance(text, str) or len(text) > _LONGEST[name]:
            raise FormatError(f"The {name} of scene {number} is not a text of up to {_LONGEST[name]:,} characters.")
    if not texts["title"].strip() or not texts["page"]:
        raise FormatError(f"Scene {number} has no {'page' if texts['title'].strip() else 'title'}.")
    return Scene(texts["title"], texts["page"], scene.get("state", {}), texts["notes"])
