"""The command line does what the pages do, and behaves as a Unix person expects."""

from __future__ import annotations

import gzip
import io
import subprocess
import sys
from pathlib import Path

import pytest

from playground import cluster, registry, shards
from playground.command import main
from playground.core.bpe import train_bpe
from playground.core.counts import CountTable
from playground.core.pretokenize import count_words
from playground.formats import detect, own

ROOT = Path(__file__).parents[2]
TEXT = "the cat sat on the mat, the cat ate the rat. " * 20


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "a.txt"
    path.write_text(TEXT)
    return path


@pytest.fixture
def trained(tmp_path: Path, source: Path) -> Path:
    path = tmp_path / "tokenizer.json"
    assert main(["train", str(source), "--vocab-size", "300", "--out", str(path)]) == 0
    return path


def given(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))


def test_train_equals_training_in_memory(tmp_path: Path, capsys) -> None:
    (tmp_path / "a.txt").write_text(TEXT)
    (tmp_path / "b.txt.gz").write_bytes(gzip.compress(TEXT.upper().encode()))
    out = tmp_path / "t.json"
    arguments = ["train", str(tmp_path / "*.txt*"), "--vocab-size", "300", "--pattern", "o200k", "--special", "<|end|>"]
    assert main([*arguments, "--out", str(out), "--name", "cats"]) == 0
    tokenizer = own.loads(out.read_bytes()).tokenizer
    # Two files are two texts: no word crosses from one into the other.
    words = {**count_words(TEXT, "o200k"), **count_words(TEXT.upper(), "o200k")}
    assert tokenizer.merges == train_bpe(words, 299, "o200k").merges
    assert tokenizer.name == "cats"
    assert list(tokenizer.special_tokens) == ["<|end|>"]
    out, err = capsys.readouterr()
    assert out == ""
    assert "merges from 1,800 bytes" in err


def test_train_reads_standard_input_and_writes_standard_output(monkeypatch, capsysbinary) -> None:
    given(monkeypatch, TEXT.encode())
    assert main(["train", "-", "--vocab-size", "280"]) == 0
    assert own.loads(capsysbinary.readouterr().out).tokenizer.merges == train_bpe(TEXT, 280, "cl100k").merges


def test_train_says_when_no_pairs_are_left(tmp_path: Path, capsys) -> None:
    (tmp_path / "a.txt").write_text("abc")
    assert main(["train", str(tmp_path / "a.txt"), "--vocab-size", "300", "--out", str(tmp_path / "t")]) == 0
    assert "Asked 300, got 258: no pairs left." in capsys.readouterr().err


def test_a_floor_says_what_it_cut(tmp_path: Path, source: Path, capsys) -> None:
    out = str(tmp_path / "t")
    assert main(["train", str(source), "--vocab-size", "280", "--floor", "30", "--out", out]) == 0
    assert "were cut" in capsys.readouterr().err


def test_encode_and_decode_are_each_others_inverse(source: Path, trained: Path, monkeypatch, capsysbinary) -> None:
    assert main(["encode", "-t", str(trained), str(source)]) == 0
    ids = capsysbinary.readouterr().out
    given(monkeypatch, ids)
    assert main(["decode", "-t", str(trained)]) == 0
    assert capsysbinary.readouterr().out == TEXT.encode()


def test_encode_uses_published_tokenizers_by_name(monkeypatch, capsys) -> None:
    given(monkeypatch, b"strawberry<|endoftext|>")
    assert main(["encode"]) == 0
    plain = registry.get("cl100k_base").encode("strawberry<|endoftext|>")
    assert capsys.readouterr().out.split() == list(map(str, plain))
    given(monkeypatch, b"strawberry<|endoftext|>")
    assert main(["encode", "--special"]) == 0
    assert capsys.readouterr().out == "496 675 15717 100257\n"


def test_compare_prints_a_table(source: Path, trained: Path, capsys) -> None:
    assert main(["compare", str(source), "-t", "cl100k_base", "-t", str(trained)]) == 0
    head, first, second = capsys.readouterr().out.splitlines()
    assert head.split() == ["tokenizer", "tokens", "bytes/token", "tokens/word", "whole", "words"]
    assert first.split()[:2] == ["cl100k_base", f"{len(registry.get('cl100k_base').encode(TEXT)):,}"]
    assert second.startswith(str(trained))


@pytest.mark.parametrize("kind", ["tiktoken", "huggingface", "minbpe"])
def test_export_is_read_again_to_the_same_ids(trained: Path, tmp_path: Path, kind: str, capsys) -> None:
    out = tmp_path / f"exported{detect.FORMATS[kind].suffix}"
    assert main(["export", str(trained), "--format", kind, "--out", str(out)]) == 0
    main(["encode", "-t", str(trained), str(tmp_path / "a.txt")])
    main(["encode", "-t", str(out), str(tmp_path / "a.txt")])
    ours, exported = capsys.readouterr().out.splitlines()
    assert ours == exported


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["train", "nothing-here.txt", "--vocab-size", "300"], "names no file"),
        (["train", "{source}", "--vocab-size", "100"], "at least 256"),
        (["train", "{source}", "--vocab-size", "300", "--pattern", "(a"], "compile"),
        (["train", "{source}", "-", "--vocab-size", "300"], "stands alone"),
        (["train", "{source}", "--vocab-size", "300", "--out", "/nowhere/t.json"], "cannot be written"),
        (["encode", "-t", "no-such", "{source}"], "neither one of cl100k_base"),
        (["encode", "-t", "{source}", "{source}"], "no tokenizer file"),
        (["encode", "nothing-here.txt"], "cannot be read"),
        (["decode", "123", "x"], "not a number"),
        (["decode", "100277"], "too big"),
    ],
)
def test_refusals_are_one_sentence_and_exit_code_1(source: Path, arguments: list[str], sentence: str, capsys) -> None:
    assert main([argument.format(source=source) for argument in arguments]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("playground: ")
    assert sentence in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["train"],
        ["nonsense"],
        ["train", "a.txt", "--vocab-size", "many"],
        ["train", "a.txt", "--vocab-size", "300", "--workers", "0"],
        ["train", "a.txt", "--vocab-size", "300", "--floor", "-1"],
        ["encode", "--loudly"],
    ],
)
def test_wrong_usage_is_exit_code_2(arguments: list[str], capsys) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage:" in capsys.readouterr().err


def test_a_reader_that_goes_away_is_no_error(source: Path) -> None:
    command = f"{sys.executable} -m playground encode {' '.join([str(source)] * 400)} | head -c 10"
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True)
    assert len(done.stdout) == 10
    assert done.stderr == ""


def test_nothing_but_the_result_in_a_pipe(source: Path) -> None:
    command = [sys.executable, "-m", "playground", "train", str(source), "--vocab-size", "260"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True)
    assert done.returncode == 0
    assert len(own.loads(done.stdout).tokenizer.merges) == 4
    assert b"\r" not in done.stderr


def test_a_bar_on_a_terminal(source: Path, monkeypatch, capsys) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    assert main(["train", str(source), "--vocab-size", "260", "--out", str(source.with_suffix(".json"))]) == 0
    err = capsys.readouterr().err
    assert "counting:" in err
    assert "merging:" in err


def test_the_scheduler_comes_from_the_environment_and_local_workers_come_first(source: Path, monkeypatch) -> None:
    asked: list[tuple[object, ...]] = []

    def count(plan, pattern, special_tokens, scheduler, workers, floor, progress):
        asked.append((scheduler, workers, floor))
        return CountTable.at(0, count_words(TEXT, pattern)).cut(floor)

    monkeypatch.setattr(cluster, "count", count)
    monkeypatch.setenv("DASK_SCHEDULER_ADDRESS", "tcp://far:8786")
    arguments = ["train", str(source), "--vocab-size", "260", "--out", str(source.with_suffix(".json"))]
    assert main(arguments) == 0
    assert main([*arguments, "--workers", "2"]) == 0
    assert main([*arguments, "--scheduler", "tcp://near:1", "--floor", "3"]) == 0
    assert asked == [("tcp://far:8786", None, 1), (None, 2, 1), ("tcp://near:1", None, 3)]


def test_the_size_of_a_shard_changes_nothing_but_the_work(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "a.txt").write_text(TEXT * 1500)
    planned: list[int] = []
    plan = shards.plan
    monkeypatch.setattr(shards, "plan", lambda *given: planned.append(len(plan(*given))) or plan(*given))
    merges = []
    for size in ("1", "5"):
        out = tmp_path / size
        assert (
            main(["train", str(tmp_path / "a.txt"), "--vocab-size", "290", "--shard-mb", size, "--out", str(out)]) == 0
        )
        merges.append(own.loads(out.read_bytes()).tokenizer.merges)
    assert planned == [2, 1]
    assert merges[0] == merges[1] == train_bpe(TEXT * 1500, 290, "cl100k").merges


def test_interrupted_is_exit_code_130(source: Path, monkeypatch, capsys) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("playground.shards.plan", interrupt)
    assert main(["train", str(source), "--vocab-size", "260"]) == 130
    assert capsys.readouterr() == ("", "")


def test_serve_hands_its_options_to_streamlit(monkeypatch) -> None:
    ran: list[list[str]] = []

    def run(command, cwd):
        ran.append(command)
        return subprocess.CompletedProcess(command, 3)

    monkeypatch.setattr("subprocess.run", run)
    with pytest.raises(SystemExit) as ended:
        main(["serve", "--server.port", "8080", "--server.headless=true"])
    assert ended.value.code == 3
    assert ran[0][1:] == [
        *("-m", "streamlit", "run", str(ROOT / "streamlit_app.py")),
        *("--server.port", "8080", "--server.headless=true"),
    ]
