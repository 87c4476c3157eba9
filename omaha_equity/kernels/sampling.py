"""Random deals: holdings drawn by weight, boards, and who wins.

A deal draws every range player's combo by weight, and starts again as a whole when two
share a card: only so are deals proportional to the product of weights over compatible
combos.  Players with any hand, and the board, take cards that are left; the number of ways
to do so is the same whatever the others hold, so that changes no proportion.
"""

from typing import Any, NamedTuple

import numpy as np

from omaha_equity.kernels.count import ONE, SUITS, low_ranks
from omaha_equity.kernels.jit import kernel
from omaha_equity.kernels.ranks import FIVES, NIBBLE, TOP_BITS, best_flush

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
CARD_BITS = np.uint64(6)
CARD_MASK = np.uint64(63)
CARDS_PER_DRAW = 10
BEYOND_DECK = np.uint64(2**64 - 2**52)
ZERO = np.uint64(0)
BOARD = 5
ALWAYS = np.uint64(1 << 32)
# A draw's bits and those of the number of combos, at most 133,784,560 < 2**27, fill 64.
DRAW_BITS = np.uint64(37)
SIZE_BITS = np.uint64(27)
TRIES = 20_000_000
MOST_TRIES_PER_DRAW = 400_000
POT = 5040


class Holdings(NamedTuple):
    """The combos of all range players, one player after another.

    Attributes:
        seats: (R,) the seat of each range player; the others hold any hand.
        first: (R + 1,) where each player's combos start.
        masks: (N,) uint64 cards of each combo.
        pairs: (N, h choose 2) uint8 rank pair numbers.
        suits: (N, 4) uint16 ranks held in each suit.
        lows: (N,) uint8 ranks that can make a low.
        threshold, other: (N,) the alias method of Walker (1977): of draws that hit a combo,
            a share ``threshold / 2**32`` stay and the rest go to combo ``other``.
    """

    seats: Any
    first: Any
    masks: Any
    pairs: Any
    suits: Any
    lows: Any
    threshold: Any
    other: Any


@kernel
def mix(x):
    """SplitMix64's output function (Steele, Lea, Flood 2014): 64 random bits from a counter."""
    x = (x ^ (x >> np.uint64(30))) * MIX_1
    x = (x ^ (x >> np.uint64(27))) * MIX_2
    return x ^ (x >> np.uint64(31))


@kernel
def stream(seed, chunk):
    """Where the random counter of one chunk of one seed starts."""
    return mix(mix(seed + GOLDEN) ^ (chunk * MIX_2 + GOLDEN))


@kernel
def build_alias(weights, threshold, other):
    """Fill the alias tables (see `Holdings`) of one player, by Vose's algorithm (1991)."""
    size = len(weights)
    scale = size / weights.sum()
    left = weights * scale
    small = np.zeros(size, np.int64)
    large = np.zeros(size, np.int64)
    smalls = 0
    larges = 0
    for i in range(size):
        if left[i] < 1.0:
            small[smalls] = i
            smalls += 1
        else:
            large[larges] = i
            larges += 1
    while smalls and larges:
        smalls -= 1
        i = small[smalls]
        j = large[larges - 1]
        threshold[i] = np.uint64(left[i] * 4294967296.0)
        other[i] = j
        left[j] -= 1.0 - left[i]
        if left[j] < 1.0:
            larges -= 1
            small[smalls] = j
            smalls += 1


@kernel
def pick(bits, size):
    """Pick a number below ``size`` with 64 random bits."""
    return np.int64(((bits >> SIZE_BITS) * np.uint64(size)) >> DRAW_BITS)


@kernel
def draw_cards(x, used, cards, start, stop):
    """Fill cards[start:stop] with cards not in ``used``; return the cards used and the counter."""
    left = 0
    bits = np.uint64(0)
    taken = used | BEYOND_DECK
    while start < stop:
        if left == 0:
            x += GOLDEN
            bits = mix(x)
            left = CARDS_PER_DRAW
        card = bits & CARD_MASK
        bits >>= CARD_BITS
        left -= 1
        # Without a branch on whether the card can be had, which no processor can foresee.
        cards[start] = card
        start += int(taken >> card & ONE == ZERO)
        taken |= ONE << card
    return taken ^ BEYOND_DECK, x


@kernel
def draw_holdings(x, blocked, first, masks, threshold, other, chosen):
    """Draw all range players' combos; return the cards used and how many draws were rejected.

    After TRIES rejected draws in a row there are no cards.
    """
    tries = 0
    while tries < TRIES:
        used = blocked
        fits = True
        for player in range(len(chosen)):
            size = first[player + 1] - first[player]
            # Not in a kernel of its own: handing it the arrays would double a deal's time.
            x += GOLDEN
            combo = first[player] + pick(mix(x), size)
            if threshold[combo] < ALWAYS:
                x += GOLDEN
                if mix(x) >> np.uint64(32) >= threshold[combo]:
                    combo = other[combo]
            if used & masks[combo]:
                fits = False
                break
            used |= masks[combo]
            chosen[player] = combo
        if fits:
            return used, tries
        tries += 1
    return np.uint64(0), tries


@kernel
def sample_deals(
    seed, chunk, draws, repeats, holdings, held, board, blocked, high_low, rows, tables,
    counts, squares, log,
):  # fmt: skip
    """Add random deals to ``counts``; return how many draws were rejected, or -1 if stuck.

    Args:
        seed, chunk: uint64, which decide the deals.
        draws: how often the range players' combos are drawn.
        repeats: how many boards, and any-hand players' cards, are dealt to each draw; more
            than one where draws are much dearer than boards.
        holdings: `Holdings` of the range players.
        held: number of hole cards.
        board: known board cards; blocked: uint64 mask of them and of dead cards.
        high_low: whether lows count.
        rows, tables: ``tables.board_rows()``, ``tables.rank_tables()``.
        counts: (players, players + 1, players + 2) int64, see ``engine.tally.Tally``.
        squares: (players,) int64; sums over draws of the squared pot shares that a player
            won in all repeats, in units of 1 / POT.
        log: (draws, 2) int64, written: the first player's combo, or -1, and pot shares won in
            all repeats; with no rows it is not wanted.
    """
    # Taken out of their tuples once: doing so in the loop would cost more than the loop.
    seats, first, masks, pairs, suits, low_masks, threshold, other = holdings
    pair_index, triple_index = tables.pair_index, tables.triple_index
    board_index, board_lows = tables.board_index, tables.board_lows
    flush_table, low_table = tables.flush, tables.low
    players = counts.shape[0]
    open_seats = find_open_seats(seats, players)
    chosen = np.full(max(1, len(seats)), -1)[: len(seats)]
    cards = np.zeros(BOARD, np.uint8)
    cards[: len(board)] = board
    hand = np.zeros(held, np.uint8)
    values = np.zeros(players, np.uint16)
    lows = np.zeros(players, np.uint8)
    shares = np.zeros(players, np.int64)
    start = stream(seed, chunk)
    rejected = 0
    for draw in range(draws):
        # Combos and cards have streams of their own, so that two questions with equal seeds
        # get the same cards as far as their combos allow (see engine.comparing).
        x = mix(start + GOLDEN * np.uint64(draw))
        drawn, tries = draw_holdings(x, blocked, first, masks, threshold, other, chosen)
        if tries == TRIES:
            return -1
        rejected += tries
        if rejected > TRIES and rejected > MOST_TRIES_PER_DRAW * (draw + 1):
            return -1
        x = mix(~x)
        for _ in range(repeats):
            used, x = draw_cards(x, drawn, cards, len(board), BOARD)
            number = number_board(cards, pair_index, triple_index, board_index)
            suit = flush_suit(cards)
            suited = ranks_in_suit(cards, suit)
            for i in range(len(chosen)):
                hole = int(suits[chosen[i], suit]) if suit >= 0 else 0
                value = value_without_flush(pairs, chosen[i], rows, number)
                values[seats[i]] = max(value, best_flush(hole, suited, flush_table))
                if high_low:
                    lows[seats[i]] = low_table[board_lows[number], low_masks[chosen[i]]]
            for seat in open_seats:
                used, x = draw_cards(x, used, hand, 0, held)
                hole = ranks_in_suit(hand, suit)
                value = value_hand_without_flush(hand, rows, number, pair_index)
                values[seat] = max(value, best_flush(hole, suited, flush_table))
                if high_low:
                    lows[seat] = low_table[board_lows[number], low_ranks(hand)]
            add_showdown(values, lows, counts, shares)
        if len(log):
            log[draw, 0] = chosen[0] if len(seats) and seats[0] == 0 else -1
            log[draw, 1] = shares[0]
        add_squares(shares, squares)
    return rejected


@kernel
def add_squares(shares, squares):
    """Add the squared shares of one draw, and start the next one."""
    for i in range(len(shares)):
        squares[i] += shares[i] * shares[i]
        shares[i] = 0


@kernel
def find_open_seats(seats, players):
    """The seats of players who hold any hand."""
    taken = np.zeros(players, np.bool_)
    for seat in seats:
        taken[seat] = True
    return np.flatnonzero(~taken)


@kernel
def number_board(cards, pair_index, triple_index, board_index):
    """The number of a full board's rank multiset."""
    triple = triple_index[cards[0] // SUITS, cards[1] // SUITS, cards[2] // SUITS]
    return board_index[triple, pair_index[cards[3] // SUITS, cards[4] // SUITS]]


@kernel
def flush_suit(cards):
    """The suit of which a board has three or more cards, or -1."""
    count = FIVES
    for i in range(BOARD):
        count += 1 << (int(cards[i]) % SUITS * NIBBLE)
    count &= TOP_BITS
    if count == 0:
        return -1
    suit = 0
    while count >> (suit * NIBBLE + NIBBLE) != 0:
        suit += 1
    return suit


@kernel
def ranks_in_suit(cards, suit):
    """The mask of ranks that ``cards`` hold in a suit."""
    mask = 0
    for i in range(len(cards)):
        card = int(cards[i])
        mask |= int(card % SUITS == suit) << (card // SUITS)
    return mask


@kernel
def value_without_flush(pairs, combo, rows, number):
    """The best value of a combo's pairs in a board's row of values."""
    best = np.uint16(0)
    for i in range(pairs.shape[1]):
        best = max(best, rows[number, pairs[combo, i]])
    return best


@kernel
def value_hand_without_flush(hand, rows, number, pair_index):
    """The best value of a hand's pairs in a board's row of values."""
    best = np.uint16(0)
    for i in range(1, len(hand)):
        for j in range(i):
            pair = pair_index[hand[i] // SUITS, hand[j] // SUITS]
            best = max(best, rows[number, pair])
    return best


@kernel
def add_showdown(values, lows, counts, shares):
    """Add one showdown to the counts, and to the pot shares of its draw."""
    best = np.uint16(0)
    best_low = np.uint8(0)
    for i in range(len(values)):
        best = max(best, values[i])
        best_low = max(best_low, lows[i])
    sharers = 0
    low_sharers = 0
    for i in range(len(values)):
        sharers += values[i] == best
        low_sharers += lows[i] == best_low
    high_share = POT // sharers
    for i in range(len(values)):
        won = int(values[i] == best)
        low_state = 0
        share = won * high_share
        if best_low > 0:
            low_won = int(lows[i] == best_low)
            low_state = 1 + low_won * low_sharers
            share = (share + low_won * (POT // low_sharers)) >> 1
        counts[i, won * sharers, low_state] += 1
        shares[i] += share
