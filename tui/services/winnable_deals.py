"""WinnableDeals: random deals, and the next and the previous one, that can be won.

Deals are judged in a worker process, which takes two tenths of a second. The deal that the user is
likely to ask for next is searched for ahead, so that it is there at once.
"""

import asyncio
from collections import Counter
from contextlib import aclosing, suppress
from typing import NamedTuple

from ludoscope.puzzles.series import (
    NUMBER_PLACEHOLDER,
    Member,
    find_series,
    parse_daily,
    parse_member,
)
from ludoscope.tui import lazy
from ludoscope.tui.boards.user_options import UserOptions

WORKER_MODULE = "ludoscope.puzzles.winnable_worker"
TIME_LIMIT_SECONDS = 20.0  # of a search; nearly all take less than half a second
MAX_SEARCHES = 4  # that are kept, running or done
NONE_IN_TIME = (
    "No winnable deal was found in time. Try again, or set Deals to “any” in the settings."
)
NO_OTHER = {1: "This is the last deal", -1: "This is the first deal"}
NO_OTHER_WINNABLE = {1: "No later deal is winnable", -1: "No earlier deal is winnable"}


class _Request(NamedTuple):
    """A search.

    Attributes:
        series: The series and the number of the deal to begin with, None for random ones.
        step: 1 or −1 for the next or previous deals, 0 for random ones.
        grade: The grade of difficulty that the deal must have; "" for any.
    """

    series: Member
    step: int
    grade: str = ""


class WinnableDeals:
    """Finds deals that can be won, or any deals if the user has set that.

    What it calls a deal is a puzzle of any numbered series.
    """

    def __init__(self, options: UserOptions) -> None:
        self._options = options
        self._winnable: set[str] = set()
        self._searches: dict[_Request, asyncio.Task[str]] = {}
        self._waiter_counts: Counter[asyncio.Task[str]] = Counter()

    def is_known(self, name: str) -> bool:
        """Return True if it is known that a deal can be won: it was found here, or is a daily."""
        return name in self._winnable or parse_daily(name) is not None

    async def random_deal(self, series: str, grade: str = "") -> str:
        """Return the name of a random deal.

        Args:
            series: The name of the series, or of any puzzle in it.
            grade: The grade of difficulty that the deal must have; "" for any. With a grade it can
                be won in any case.

        Raises:
            LookupError: There is no such series, or no deal was found.
        """
        member = await self._find_series(series)
        return await self._find(_Request(member._replace(number=None), 0, grade))

    async def next_deal(self, name: str, step: int) -> str:
        """Return the name of the next deal (`step` 1) or the previous one (−1).

        Raises:
            LookupError: There is none.
        """
        return await self._find(_Request(await self._find_series(name), step))

    async def search_ahead(self, name: str) -> None:
        """Start to search for the deals that the user may ask for next, if there are any.

        These are a random deal of the series and, if the name has a number, the next one. Nothing
        is searched where the host limits the number of workers: others may wait for them.

        Args:
            name: The name of a deal, or of a series.
        """
        if not (self._wants_winnable and self.can_search_ahead):
            return
        with suppress(LookupError):
            member = await self._find_series(name)
            self._start(_Request(member._replace(number=None), 0), is_ahead=True)
            if member.number is not None:
                self._start(_Request(member, 1), is_ahead=True)

    async def close(self) -> None:
        """Stop all searches."""
        searches = [*self._searches.values()]
        self._searches.clear()
        for search in searches:
            search.cancel()
        await asyncio.gather(*searches, return_exceptions=True)

    @property
    def can_search_ahead(self) -> bool:
        """True unless the host limits the number of workers, for which others may wait."""
        return self._options.host_limits.workers is None

    @property
    def _wants_winnable(self) -> bool:
        return self._options.preferences.winnable_deals

    async def _find_series(self, name: str) -> Member:
        member = await asyncio.to_thread(find_series, name)
        if not member:
            raise LookupError(f"{name} is not one of a series of deals")
        return member

    async def _find(self, request: _Request) -> str:
        if not self._wants_winnable and not request.grade:
            return await asyncio.to_thread(_any_name, request)
        search = self._start(request)
        self._waiter_counts[search] += 1
        try:
            name = await asyncio.shield(search)
        finally:
            self._waiter_counts -= Counter([search])  # without counts of 0
            if search.done() and self._searches.get(request) is search:
                del self._searches[request]
        self._winnable.add(name)
        if self.can_search_ahead:
            self._start(_following(request, name), is_ahead=True)
        return name

    def _start(self, request: _Request, is_ahead: bool = False) -> "asyncio.Task[str]":
        """Start a search, unless it has been started already.

        Args:
            request: The search.
            is_ahead: True if nobody waits for it, so that it has a low priority.
        """
        search = self._searches.pop(request, None)
        if not search or (search.done() and search.exception()):
            search = asyncio.create_task(_search(request, is_ahead))
            search.add_done_callback(_retrieve_exception)
        self._searches[request] = search
        self._evict_searches(search)
        return search

    def _evict_searches(self, latest: "asyncio.Task[str]") -> None:
        """Stop the oldest searches if there are too many, except those that somebody waits for."""
        removable = [
            request
            for request, search in self._searches.items()
            if search is not latest and not self._waiter_counts[search]
        ]
        excess = max(0, len(self._searches) - MAX_SEARCHES)
        for request in removable[:excess]:
            self._searches.pop(request).cancel()


def _retrieve_exception(search: "asyncio.Task[str]") -> None:
    """Keep asyncio from logging the exception of a search that nobody waits for."""
    if not search.cancelled():
        search.exception()


def _following(request: _Request, name: str) -> _Request:
    """Return the search that the user may ask for after the result of another one."""
    if not request.step:
        return request
    found = parse_member(name)
    assert found
    return request._replace(series=found)


def _any_name(request: _Request) -> str:
    """Return the name of a deal, winnable or not.

    Raises:
        LookupError: There is none.
    """
    series, step, _ = request
    puzzle = next(series.puzzles(step), None)
    if puzzle is None:
        raise LookupError(NO_OTHER.get(step, NONE_IN_TIME))
    return puzzle.name


async def _search(request: _Request, is_ahead: bool) -> str:
    """Run a search in a worker process.

    Raises:
        LookupError: No deal was found.
    """
    series, step, grade = request
    name = series.pattern.format(NUMBER_PLACEHOLDER if series.number is None else series.number)
    job = {"series": name, "step": step, "grade": grade, "ahead": is_ahead}
    messages = lazy.process_client.worker_messages(WORKER_MODULE, job, TIME_LIMIT_SECONDS)
    try:
        async with aclosing(messages):
            found = (await anext(messages)).get("name")
    except TimeoutError:
        raise LookupError(NONE_IN_TIME) from None
    except lazy.child_process.WorkerLost as error:
        raise LookupError(f"The search for a winnable deal failed: {error}") from None
    if not isinstance(found, str):
        raise LookupError(NO_OTHER_WINNABLE.get(step, NONE_IN_TIME))
    return found
