"""The ways to learn a vocabulary, step by step."""

from playground.ui import algorithms, share
from playground.ui.navigation import require_frame

require_frame()
share.restore(algorithms.STATE)
share.heading(
    "Algorithms",
    "How BPE, WordPiece and Unigram learn a vocabulary from the same words, step by step.",
    algorithms.STATE,
)
show = algorithms.choose()
show()
