"""See the tokens of a text."""

from playground.ui import share
from playground.ui.navigation import require_frame
from playground.ui.tokens import panels, token_page

STATE = {"text": share.TEXT, "tokenizer": share.TOKENIZER, **token_page.STATE, **panels.STATE}

require_frame()
share.restore(STATE)
share.heading("Tokens", "Type or paste text and see where a tokenizer cuts it, while you type.", STATE)
token_page.explore(token_page.choices())
token_page.explain()
