"""Calls in one process: their results, their failures, and the slot that they take."""

import asyncio
import math
import operator
import os
import time

import pytest

from ludoscope.search.process.call_process import CallProcess
from ludoscope.search.process.child_process import WorkerLost, wait_for_killed
from ludoscope.search.process.executor import CallFailed
from ludoscope.search.process.host_limits import HostLimits, set_host_limits, worker_slots

pytestmark = pytest.mark.usefixtures("forked_workers")


async def test_one_process_makes_all_calls() -> None:
    process = CallProcess()
    pid = await process.call(os.getpid)
    assert pid != os.getpid()
    with pytest.raises(CallFailed, match=r"^ZeroDivisionError: division by zero$"):
        await process.call(operator.truediv, 1, 0)
    assert await process.call(os.getpid) == pid
    process.close()
    await wait_for_killed()


async def test_a_process_that_died_is_replaced() -> None:
    process = CallProcess()
    with pytest.raises(WorkerLost):
        await process.call(os._exit, 3)
    assert await process.call(math.gcd, 12, 18) == 6
    process.close()
    await wait_for_killed()


async def test_a_cancelled_call_ends_the_process() -> None:
    process = CallProcess()
    pid = await process.call(os.getpid)
    waiting = asyncio.create_task(process.call(time.sleep, 3600))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert await process.call(os.getpid) != pid
    process.close()
    await wait_for_killed()


async def test_a_call_is_queued_only_until_its_process_starts() -> None:
    set_host_limits(HostLimits(workers=1))
    try:
        slots, changes = worker_slots(), []
        process = CallProcess(on_queue_change=lambda: changes.append(process.is_queued))
        for _ in range(2):  # the slot of the first call is no queue for the second
            assert await process.call(math.gcd, 12, 18) == 6
        assert not changes
        await wait_for_killed()
        await slots.acquire()
        call = asyncio.create_task(process.call(math.gcd, 12, 18))
        while not changes:
            await asyncio.sleep(0)
        assert process.is_queued
        slots.release()
        assert await call == 6
        assert changes == [True, False]
        await wait_for_killed()
    finally:
        set_host_limits(HostLimits())


async def test_the_slot_is_free_between_calls() -> None:
    set_host_limits(HostLimits(workers=1))
    try:
        process, other = CallProcess(), CallProcess()
        assert await process.call(math.gcd, 12, 18) == 6
        assert await other.call(math.gcd, 35, 21) == 7
        await wait_for_killed()
        assert not worker_slots().is_full()
    finally:
        set_host_limits(HostLimits())
