"""Counting words on many processes or machines, by Dask; merging stays here, for the counts are small.

Optional: `pip install "dask[distributed]"`. Workers on other machines need this project and its requirements.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from operator import getitem
from typing import Any

from playground import shards
from playground.core import counts
from playground.core.chunks import cores
from playground.core.counts import CountTable, Cut
from playground.core.errors import TrainingError

PATIENCE = 20.0
"""Seconds to wait for a scheduler to answer, or for a worker to come where none is left."""
MOST_PARTS = 64
_FAN_IN = 8  # tables added up in one task
_PAUSE = 0.02


def count(
    plan: Sequence[shards.Shard],
    pattern: str | None,
    special_tokens: Sequence[str] = (),
    scheduler: str | None = None,
    workers: int | None = None,
    floor: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[CountTable, Cut]:
    """The word counts of all shards, equal to counting them one after another here, and what `floor` left out.

    `scheduler` is the address of a Dask scheduler; without one, `workers` local processes are started for the time of
    the count. The shards of a worker that dies go to the others; TrainingError where one cannot be counted after three
    tries, or no worker is left. Words are shared out among the workers, and each cuts its words at the floor once
    all counts are added up: rare words never come here. `progress(done, total)` counts shards and may raise to cancel.
    """
    distributed = _distributed()
    with ExitStack() as stack:
        if scheduler is None:
            cluster = distributed.LocalCluster(
                n_workers=workers or cores(), threads_per_worker=1, dashboard_address=None
            )
            scheduler = stack.enter_context(cluster)
        try:
            client = stack.enter_context(distributed.Client(scheduler, timeout=f"{PATIENCE} s"))
        except OSError:
            raise TrainingError(f"No Dask scheduler answers at {scheduler}.") from None
        try:
            return _count(client, distributed, plan, pattern, tuple(special_tokens), floor, progress)
        except distributed.KilledWorker:
            raise TrainingError(
                "Workers died again and again on the same shard: it may not fit their memory."
            ) from None
        except ModuleNotFoundError as error:
            raise TrainingError(
                f"The workers cannot import {error.name}: they need this project on their PYTHONPATH, "
                "and what its requirements.txt names."
            ) from None


def _count(
    client: Any,
    distributed: Any,
    plan: Sequence[shards.Shard],
    pattern: str | None,
    special_tokens: tuple[str, ...],
    floor: int,
    progress: Callable[[int, int], None] | None,
) -> tuple[CountTable, Cut]:
    parts = min(MOST_PARTS, _workers(client), len(plan)) or 1
    arriving = distributed.as_completed(
        [client.submit(_counted, shard, pattern, special_tokens, parts, pure=False, retries=2) for shard in plan]
    )
    # Tables are added up as they arrive, for each part of the words apart. Only futures that are still needed are
    # held, so that no process keeps more than a few tables.
    part_of: dict[str, int] = {}
    waiting: list[list[Any]] = [[] for _ in range(parts)]
    open = [0] * parts  # sums under way
    done = 0
    for future in _each(arriving, client):
        part = part_of.pop(future.key, None)
        if part is None:
            done += 1
            if progress:
                progress(done, len(plan))
            for part in range(parts):
                waiting[part].append(client.submit(getitem, future, part, pure=False))
        else:
            open[part] -= 1
            waiting[part].append(future)
        for part in range(parts):
            last = done == len(plan) and not open[part]
            if len(waiting[part]) >= _FAN_IN or (last and len(waiting[part]) > 1):
                added = client.submit(counts.merge, waiting[part], pure=False)
                part_of[added.key] = part
                open[part] += 1
                arriving.add(added)
                waiting[part] = []
    kept = [client.submit(CountTable.cut, tables[0], floor, pure=False) for tables in waiting if tables]
    ended = distributed.as_completed(kept, with_results=False)
    found = [future.result() for future in _each(ended, client)]
    return counts.merge(table for table, _ in found), counts.cut_together([cut for _, cut in found])


def _counted(shard: shards.Shard, pattern: str | None, special_tokens: tuple[str, ...], parts: int) -> list[CountTable]:
    return shards.count(shard, pattern, special_tokens).split(parts)


def _each(arriving: Any, client: Any) -> Iterator[Any]:
    """The futures as they complete, those that a worker lost once they are counted anew by another.

    Raises what went wrong in one, and TrainingError where nobody is left to work.
    """
    alone = 0.0
    while not arriving.is_empty():
        for future in arriving.next_batch(block=False):
            if future.status == "lost":
                arriving.add(future)
                continue
            if future.status == "cancelled":
                raise TrainingError("The connection to the Dask scheduler was lost, and the counts with it.")
            if future.status == "error":
                future.result()  # raises
            yield future
        if not arriving.has_ready():
            time.sleep(_PAUSE)
            alone = 0.0 if _workers(client) else alone + _PAUSE
            if alone > PATIENCE:
                raise TrainingError("No Dask worker is left to count. Start workers, and count again.")


def _workers(client: Any) -> int:
    return len(client.scheduler_info(n_workers=-1)["workers"])


def _distributed() -> Any:
    try:
        import distributed
    except ModuleNotFoundError:
        raise TrainingError(
            'Counting on several processes needs Dask: pip install "dask[distributed]" brings it.'
        ) from None
    return distributed
