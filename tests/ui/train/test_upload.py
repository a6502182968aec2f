"""An upload in plain UTF-8 is in memory once: what Streamlit holds is what the corpus holds."""

from __future__ import annotations

from streamlit.proto.Common_pb2 import FileURLs
from streamlit.runtime.uploaded_file_manager import UploadedFile, UploadedFileRec

from playground.ui.train import upload


def test_the_corpus_is_the_very_object_that_was_uploaded() -> None:
    data = b"one copy only " * 100
    file = UploadedFile(UploadedFileRec("id", "a.txt", "text/plain", data), FileURLs())
    reading = upload._read([file], ())
    assert reading.corpus is not None
    assert reading.corpus.data is data
