"""Counting words on many processes or machines, by Dask; merging stays here, for the counts are small.

Optional: `pip install "dask[distributed]"`. Workers on other machines need this project and its requirements.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any

from playground import shards
from playground.core import counts
from playground.core.counts import CountTable
from playground.core.errors import PlaygroundError, TrainingError

PATIENCE = "20s"
_FAN_IN = 8  # tables added up in one task


def count(
    plan: Sequence[shards.Shard],
    pattern: str | None,
    special_tokens: Sequence[str] = (),
    scheduler: str | None = None,
    workers: int | None = None,
    floor: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> CountTable:
    """The word counts of all shards, equal to counting them one after another here.

    `scheduler` is the address of a Dask scheduler (else DASK_SCHEDULER_ADDRESS); without one, `workers` local
    processes are started for the time of the count. A worker that dies is replaced by the others; TrainingError where
    a shard cannot be counted after three tries. `floor` cuts rare words once all are added up. `progress(done, total)`
    counts shards and may raise to cancel.
    """
    distributed = _distributed()
    scheduler = scheduler or os.environ.get("DASK_SCHEDULER_ADDRESS")
    with ExitStack() as stack:
        if scheduler is None:
            cluster = distributed.LocalCluster(
                n_workers=workers or os.cpu_count(), threads_per_worker=1, dashboard_address=None
            )
            scheduler = stack.enter_context(cluster)
        try:
            client = stack.enter_context(distributed.Client(scheduler, timeout=PATIENCE))
        except OSError:
            raise TrainingError(f"No Dask scheduler answers at {scheduler}.") from None
        try:
            table = _count(client, distributed, plan, pattern, special_tokens, progress)
        except PlaygroundError:
            raise
        except distributed.KilledWorker:
            raise TrainingError(
                "Workers died again and again on the same shard: it may not fit their memory."
            ) from None
    return table.cut(floor)[0] if floor > 1 else table


def _count(
    client: Any,
    distributed: Any,
    plan: Sequence[shards.Shard],
    pattern: str | None,
    special_tokens: Sequence[str],
    progress: Callable[[int, int], None] | None,
) -> CountTable:
    futures = [
        client.submit(shards.count, shard, pattern, tuple(special_tokens), pure=False, retries=2) for shard in plan
    ]
    of_shards = {future.key for future in futures}
    arriving = distributed.as_completed(futures)
    # Tables are added up as they arrive. Only futures that are still needed are held, so that no process keeps more
    # than a few tables.
    del futures
    waiting: list[Any] = []
    done = 0
    for future in arriving:
        if future.status == "error":
            future.result()  # raises
        if future.key in of_shards:
            done += 1
            if progress:
                progress(done, len(plan))
        waiting.append(future)
        if len(waiting) == _FAN_IN or (arriving.is_empty() and len(waiting) > 1):
            arriving.add(client.submit(counts.merge, waiting, pure=False))
            waiting = []
    result: CountTable = waiting[0].result()
    return result


def _distributed() -> Any:
    try:
        import distributed
    except ModuleNotFoundError:
        raise TrainingError(
            'Counting on several processes needs Dask: pip install "dask[distributed]" brings it.'
        ) from None
    return distributed
