"""A clock that advances only when a test sets it."""


class ManualClock:
    now = 100.0

    def __call__(self) -> float:
        return self.now
