"""Random deals, block by block: holdings drawn by weight, boards, and what everybody makes.

A deal draws every range player's combo by weight, and starts again as a whole when two
share a card: only so are deals proportional to the product of weights over compatible
combos.  Players with any hand, and the board, take cards that are left; the number of ways
to do so is the same whatever the others hold, so that changes no proportion.
"""

import numpy as np

from omaha_equity.kernels.count import ONE, SUITS, low_ranks
from omaha_equity.kernels.drawing import (
    ALWAYS,
    BEYOND_DECK,
    BOARD,
    CARD_BITS,
    CARD_MASK,
    CARDS_PER_DRAW,
    DRAW_BITS,
    GOLDEN,
    MIX_1,
    MIX_2,
    MOST_TRIES_PER_DRAW,
    SIZE_BITS,
    TRIES,
)
from omaha_equity.kernels.jit import kernel
from omaha_equity.kernels.ranks import FIVES, NIBBLE, TOP_BITS, best_flush

ZERO = np.uint64(0)


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
    """Fill the alias tables (see `drawing.Holdings`) of one player, by Vose's algorithm (1991)."""
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
def deal_block(
    seed, chunk, first_draw, rejected, holdings, boards, sizes, blocked, fresh, high_low,
    rows, tables, chosen, dealt, opened, values, lows,
):  # fmt: skip
    """Fill a block with random deals; return how many draws were rejected so far, or -1 if stuck.

    Args:
        seed, chunk: uint64, which decide the deals.
        first_draw: how many draws of the chunk came before; rejected: how many were rejected.
        holdings: `drawing.Holdings` of the range players.
        boards: (m, 5) uint8 known cards, the first ``sizes[b]`` of a row.
        blocked: uint64 mask of known board cards and dead cards.
        fresh: whether each of the m boards, and any-hand players' cards, are dealt anew beside
            the same combos; else all boards are dealt to one draw, from one deck.
        high_low: whether lows count; if not, ``lows`` is left alone.
        rows, tables: ``tables.board_rows()``, ``tables.rank_tables()``.
        chosen: (draws, R) int64, written: each range player's combo.
        dealt: (draws * m, 5) uint8, written: full boards, those of one draw side by side.
        opened: (draws * m, players without a range, h) uint8, written: their cards.
        values: (draws * m, players) uint16, written; lows: likewise uint8, 0 = no low.
    """
    # Taken out of their tuples once: doing so in the loop would cost more than the loop.
    seats, first, masks, pairs, suits, low_masks, threshold, other = holdings
    pair_index, triple_index = tables.pair_index, tables.triple_index
    board_index, board_lows = tables.board_index, tables.board_lows
    flush_table, low_table = tables.flush, tables.low
    repeats = len(boards)
    open_seats = find_open_seats(seats, values.shape[1])
    combos = np.zeros(len(seats), np.int64)
    cards = np.zeros(BOARD, np.uint8)
    held = opened.shape[2]
    hand = np.zeros(held, np.uint8)
    start = stream(seed, chunk)
    deal = 0
    for draw in range(len(chosen)):
        # Combos and cards have streams of their own, so that two questions with equal seeds
        # get the same cards as far as their combos allow (see engine.comparison).
        x = mix(start + GOLDEN * np.uint64(first_draw + draw))
        drawn, tries = draw_holdings(x, blocked, first, masks, threshold, other, combos)
        rejected += tries
        if tries == TRIES or (
            rejected > TRIES and rejected > MOST_TRIES_PER_DRAW * (first_draw + draw + 1)
        ):
            return -1
        for i in range(len(combos)):
            chosen[draw, i] = combos[i]
        x = mix(~x)
        used = drawn
        if not fresh:
            for k in range(len(open_seats)):
                used, x = draw_cards(x, used, hand, 0, held)
                for b in range(repeats):
                    for i in range(held):
                        opened[deal + b, k, i] = hand[i]
        for b in range(repeats):
            if fresh:
                used = drawn
            for i in range(sizes[b]):
                cards[i] = boards[b, i]
            used, x = draw_cards(x, used, cards, sizes[b], BOARD)
            for i in range(BOARD):
                dealt[deal, i] = cards[i]
            number = number_board(cards, pair_index, triple_index, board_index)
            suit = flush_suit(cards)
            suited = ranks_in_suit(cards, suit)
            for i in range(len(combos)):
                hole = int(suits[combos[i], suit]) if suit >= 0 else 0
                value = value_without_flush(pairs, combos[i], rows, number)
                values[deal, seats[i]] = max(value, best_flush(hole, suited, flush_table))
                if high_low:
                    lows[deal, seats[i]] = low_table[board_lows[number], low_masks[combos[i]]]
            for k in range(len(open_seats)):
                if fresh:
                    used, x = draw_cards(x, used, hand, 0, held)
                    for i in range(held):
                        opened[deal, k, i] = hand[i]
                else:
                    for i in range(held):
                        hand[i] = opened[deal, k, i]
                hole = ranks_in_suit(hand, suit)
                value = value_hand_without_flush(hand, rows, number, pair_index)
                values[deal, open_seats[k]] = max(value, best_flush(hole, suited, flush_table))
                if high_low:
                    lows[deal, open_seats[k]] = low_table[board_lows[number], low_ranks(hand)]
            deal += 1
    return rejected


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
