"""The executor: calls in worker processes, each with its end, whatever dies."""

import math
import operator
import os
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Future, wait

import pytest

from ludoscope.search.process import executor as executor_module
from ludoscope.search.process import spawn
from ludoscope.search.process.child_process import WorkerLost, wait_for_killed
from ludoscope.search.process.executor import CallFailed, WorkerExecutor

pytestmark = pytest.mark.usefixtures("forked_workers")


@pytest.fixture
def executor() -> Iterator[WorkerExecutor]:
    """Yield an executor of two processes."""
    with WorkerExecutor(2) as made:
        yield made
        made.kill()


def test_calls_return_what_the_functions_return(executor: WorkerExecutor) -> None:
    assert list(executor.map(math.gcd, (12, 35, 18), (18, 21, 27), timeout=60)) == [6, 7, 9]
    assert executor.submit(os.getpid).result(60) != os.getpid()


def test_what_a_function_raises_is_told(executor: WorkerExecutor) -> None:
    with pytest.raises(CallFailed, match=r"^ZeroDivisionError: division by zero$"):
        executor.submit(operator.truediv, 1, 0).result(60)
    assert executor.submit(math.sqrt, 4).result(60) == 2
    with pytest.raises(TypeError, match="named"):
        executor.submit(math.sqrt, x=4)
    with pytest.raises(TypeError, match="serializable"):
        executor.submit(math.sqrt, {4})


def test_a_process_that_dies_costs_its_call_alone(executor: WorkerExecutor) -> None:
    calls = [executor.submit(os._exit, 3), *(executor.submit(os.getpid) for _ in range(6))]
    with pytest.raises(WorkerLost):
        calls[0].result(60)
    others = {call.result(60) for call in calls[1:]}
    assert os.getpid() not in others


def test_a_call_that_never_returns_is_ended_alone() -> None:
    with WorkerExecutor(1, max_call_seconds=2) as executor:
        calls = [executor.submit(time.sleep, 3600), executor.submit(os.getpid)]
        with pytest.raises(WorkerLost, match=r"^the process did not answer within 2 s$"):
            calls[0].result(60)
        assert calls[1].result(60) != os.getpid()


def test_killed_it_ends_all_at_once() -> None:
    executor = WorkerExecutor(1)
    calls: list[Future[None]] = [executor.submit(time.sleep, 3600) for _ in range(3)]
    executor.kill()
    assert {type(call.exception(60)) for call in calls} == {WorkerLost}
    with pytest.raises(RuntimeError, match="after the shutdown"):
        executor.submit(time.sleep, 0)
    executor.kill()


def test_a_second_kill_does_not_end_the_cleaning_up(monkeypatch: pytest.MonkeyPatch) -> None:
    executor = WorkerExecutor(1)

    async def stop_again() -> None:
        executor._stop()
        await wait_for_killed()

    monkeypatch.setattr(executor_module, "wait_for_killed", stop_again)
    calls: list[Future[None]] = [executor.submit(time.sleep, 3600) for _ in range(3)]
    executor.kill()
    assert {type(call.exception(60)) for call in calls} == {WorkerLost}


def test_at_a_shutdown_calls_are_made_or_cancelled() -> None:
    for cancel in (False, True):
        executor = WorkerExecutor(1)
        begun = executor.submit(os.getpid)
        begun.result(60)
        calls = [executor.submit(time.sleep, 0.05) for _ in range(4)]
        executor.shutdown(cancel_futures=cancel)
        assert not wait(calls, 0).not_done
        assert calls[-1].cancelled() is cancel


@pytest.mark.usefixtures("fresh_workers")
def test_without_a_process_it_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*words: object, **options: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(spawn.subprocess, "Popen", refuse)
    executor = WorkerExecutor(2)
    with pytest.raises(BrokenExecutor, match="no process could be started"):
        executor.submit(os.getpid).result(60)
    executor._thread.join(60)
    with pytest.raises(BrokenExecutor, match="no process could be started"):
        executor.submit(os.getpid)
