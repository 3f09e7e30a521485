"""Kernel: a position of patience without cells, built in any suit (Baker's Dozen).

Empty columns take nothing, so a column is known by its base, and a position by what lies under
each card: what lay there at the start, one of the four cards of the next higher rank, or the
foundation. That is three bits a card, so the whole position is its own key.

    a b c       the key: 21 cards in each of a and b, 10 in c
    code        the three bits of a card: 0 as at the start, 1 + suit of the card beneath, or HOMED
    under       what lay under a card at the start: a card, BASE where none did, or HOME
    pile        the cards of the columns, DEPTH places each; size their numbers
    where high  per card its column (GONE on the foundation) and how many cards lie beneath it
    share       what pairs, breaks, blocks and shuts add to the score; the rest is counted anew
    moved left  the cards moved since the position was loaded, and the columns they left
    pairs       per rank, what a higher card anywhere above one of that rank adds
    breaks      what a card adds that does not suit the one beneath it, or is a base
    blocks      what a card adds with a lower one anywhere beneath it
    shuts       what it adds with a lower one of its suit there, for which it has to move

Cards go home by themselves: all that can where that is `forced`, the normalisation of the rules;
else those that do so safely, by `games.patience.home`, and going home is a move for the others.
"""

import cython


class Layout:
    """The position at hand.

    `columns` lists cards bottom to top, `home` counts those on the foundation; `forced` tells how
    cards go home, `returns` whether they may be brought back from there. `weights` are those of
    pairs, breaks, blocks, shuts, cards above the next ones and cards left.
    """

    def __cinit__(self, columns: list, home: list, forced: bool, returns: bool, weights: tuple):
        if len(columns) > COLUMNS:
            raise ValueError("the kernel takes up to 13 columns")
        if sum(home) + sum(map(len, columns)) != 52:
            raise ValueError("the kernel takes 52 cards")
        self.forced = forced
        self.returns = returns
        pair, self.breaks, self.blocks, self.shuts, self.above, self.remaining = weights
        for rank in range(13):
            self.pairs[rank] = pair * ((13 - rank) // 3 + 1)
        for card in range(52):
            self.under[card] = HOME
        for number in range(COLUMNS):
            column = columns[number] if number < len(columns) else []
            self.bases[number] = column[0] if column else NONE
            for place, card in enumerate(column):
                self.under[card] = column[place - 1] if place else BASE
        self.load(0, 0, 0)

    def load(self, a, b, c):
        """Make the position with that key the one at hand."""
        over = cython.declare(cython.uchar[52])
        cython.declare(card=cython.int, beneath=cython.int, code=cython.int, column=cython.int)
        self.a, self.b, self.c = a, b, c
        self.logged = 0
        memset(cython.address(over), 255, 52)
        for card in range(4):
            self.home[card] = 0
        for card in range(52):
            code = self.code(card)
            beneath = self.under[card]
            if code == HOMED:
                beneath = HOME
            elif code:
                beneath = (card & ~3) + 3 + code
            if beneath == HOME:
                self.home[card & 3] += 1
                self.where[card] = GONE
            elif beneath != BASE:
                over[beneath] = card
        self.share = 0
        for column in range(COLUMNS):
            self.size[column] = 0
            card = self.bases[column]
            if card == NONE or self.code(card):
                continue
            while card != NONE:
                self.put(card, column)
                card = over[card]

    def code(self, card):
        if card < 21:
            return (self.a >> (3 * card)) & 7
        if card < 42:
            return (self.b >> (3 * card - 63)) & 7
        return (self.c >> (3 * card - 126)) & 7

    def encode(self, card, beneath):
        """Write down in the key what lies under a card."""
        change: u64 = 0
        if beneath != self.under[card]:
            change = HOMED if beneath == HOME else 1 + (beneath & 3)
        change ^= self.code(card)
        if card < 21:
            self.a ^= change << (3 * card)
        elif card < 42:
            self.b ^= change << (3 * card - 63)
        else:
            self.c ^= change << (3 * card - 126)

    def worth(self, card, column):
        """What a card adds to the share when it lies on a whole column."""
        place: cython.int
        total: cython.int = 0
        rank: cython.int = card >> 2
        other: cython.int = rank + 1
        lower: cython.bint = False
        own: cython.bint = False
        for place in range(column * DEPTH, column * DEPTH + self.size[column]):
            other = self.pile[place] >> 2
            if other < rank:
                total += self.pairs[other]
                lower = True
                own |= (self.pile[place] ^ card) & 3 == 0
        if other != rank + 1:
            total += self.breaks
        if lower:
            total += self.blocks
        if own:
            total += self.shuts
        return total

    def put(self, card, column):
        self.share += self.worth(card, column)
        self.where[card] = column
        self.high[card] = self.size[column]
        self.pile[column * DEPTH + self.size[column]] = card
        self.size[column] += 1

    def take(self, card):
        """Take a card off its column or off the foundation, and log it."""
        column: cython.int = self.where[card]
        self.moved[self.logged] = card
        self.left[self.logged] = column
        self.logged += 1
        if column == GONE:
            self.home[card & 3] -= 1
        else:
            self.size[column] -= 1
            self.share -= self.worth(card, column)

    def send(self, card):
        """Send the top card of a column home."""
        self.take(card)
        self.where[card] = GONE
        self.home[card & 3] += 1
        self.encode(card, HOME)

    def settle(self):
        """Send the cards home that go by themselves."""
        suit: cython.int = 0
        idle: cython.int = 0
        rank: cython.int
        while idle < 4:
            rank = self.home[suit]
            if (
                rank < 13
                and is_top(self, 4 * rank + suit)
                and (self.forced or self.reaches(rank - 1))
            ):
                self.send(4 * rank + suit)
                idle = 0
            else:
                idle += 1
                suit = (suit + 1) & 3

    def reaches(self, count):
        """Whether every suit has so many cards home."""
        home: cython.pointer(cython.int) = self.home
        return home[0] >= count and home[1] >= count and home[2] >= count and home[3] >= count

    def play(self, card, suit):
        """Move a card onto the next higher one of that suit, or HOMEWARD, and let it settle."""
        beneath: cython.int = (card & ~3) + 4 + suit
        if suit == HOMEWARD:
            self.send(card)
        else:
            self.take(card)
            self.put(card, self.where[beneath])
            self.encode(card, beneath)
        self.settle()

    def undo(self):
        """Put the logged cards back; key and share are the caller's to restore."""
        cython.declare(card=cython.int, column=cython.int)
        while self.logged:
            self.logged -= 1
            card = self.moved[self.logged]
            column = self.where[card]
            if column == GONE:
                self.home[card & 3] -= 1
            else:
                self.size[column] -= 1
            column = self.left[self.logged]
            self.where[card] = column
            if column == GONE:
                self.home[card & 3] += 1
            else:
                self.high[card] = self.size[column]
                self.pile[column * DEPTH + self.size[column]] = card
                self.size[column] += 1

    def score(self):
        cython.declare(suit=cython.int, card=cython.int)
        total: cython.int = self.share + 52 * self.remaining
        for suit in range(4):
            total -= self.remaining * self.home[suit]
            card = 4 * self.home[suit] + suit
            if card < 52:
                total += self.above * (self.size[self.where[card]] - 1 - self.high[card])
        return total

    def doomed(self):
        """Whether the delete relaxation leaves a card where it lies."""
        size = cython.declare(cython.int[13])
        home = cython.declare(cython.int[4])
        cython.declare(card=cython.int, column=cython.int, suit=cython.int)
        left: cython.int = 0  # cards that lie where they lay
        bared: cython.uint = 0  # ranks
        gone: u64 = 0
        busy: cython.bint = True
        for suit in range(4):
            home[suit] = self.home[suit]
            if self.returns:
                bared |= (1 << home[suit]) - 1
        for column in range(COLUMNS):
            size[column] = self.size[column]
            left += size[column]
            bared |= self.rank_at(column, size[column])
        while busy:
            busy = False
            for column in range(COLUMNS):
                while size[column]:
                    card = self.pile[column * DEPTH + size[column] - 1]
                    suit = card & 3
                    if (card >> 2) != home[suit] and not (bared >> ((card >> 2) + 1)) & 1:
                        break
                    busy = True
                    size[column] -= 1
                    left -= 1
                    gone |= cython.cast(u64, 1) << card
                    while home[suit] < 13 and (gone >> (4 * home[suit] + suit)) & 1:
                        home[suit] += 1
                    bared |= self.rank_at(column, size[column])
        return left != 0

    def rank_at(self, column, size):
        """The rank of the top one of `size` cards of a column, as a bit; 0 where there is none."""
        return 1 << (self.pile[column * DEPTH + size - 1] >> 2) if size else 0

    @property
    def columns(self) -> list:
        """The columns of the position at hand, bottom to top."""
        return [
            [self.pile[column * DEPTH + place] for place in range(self.size[column])]
            for column in range(COLUMNS)
        ]

    @property
    def foundation(self) -> list:
        """How many cards of each suit are home."""
        return [self.home[suit] for suit in range(4)]
