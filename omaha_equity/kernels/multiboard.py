"""Several boards dealt from one deck: how often outcomes go together, exactly.

Let F(v, S) be the number of boards with outcome v that contain the set S of cards to come.
By inclusion and exclusion over the cards they share, the number of pairs of boards with
outcomes v and w that share no card is the sum over all S of (-1)**|S| F(v, S) F'(w, S).
`count_containing` finds F for all sets below a board's size; for whole boards F is 0 or 1.

Draws are listed in colex order: the lowest card runs fastest.
"""

import numpy as np

from omaha_equity.kernels.count import BOARDS, RANKS, SUITS, value_hands, value_lows, weigh_boards
from omaha_equity.kernels.deals import ranks_in_suit
from omaha_equity.kernels.drawing import BOARD, POT
from omaha_equity.kernels.jit import kernel
from omaha_equity.kernels.ranks import FIVES, NIBBLE, TOP_BITS, best_flush

MOST_PLAYERS = 10
PARTS = np.array([0] + [POT // n for n in range(1, MOST_PLAYERS + 1)], np.int16)
"""A pot divided among so many players, and half of one; tables, as dividing takes longest."""
HALF_PARTS = PARTS // 2


@kernel
def share_boards(hands, known, deck, high_low, tables, shares):
    """Write every player's pot share on every board, in 1 / POT.

    Args:
        hands: (players, h) uint8; known: (m,) uint8 board cards; deck: (n,) uint8, the cards
            that can come.
        high_low: whether lows count; tables: `omaha_equity.tables.RankTables`.
        shares: (players, boards) int16, written, draws in colex order.
    """
    values = np.zeros(shares.shape, np.uint16)
    lows = np.zeros(shares.shape if high_low else (0, 0), np.uint8)
    value_boards(hands, known, deck, high_low, tables, values, lows)
    divide_pots(values, lows, high_low, shares)


@kernel
def value_boards(hands, known, deck, high_low, tables, values, lows):
    """Write every player's high value, and if they count low, on every board."""
    high, low = value_all(hands, known, deck, high_low, tables)
    suits = suits_of_hands(hands)
    pair_index, triple_index, board_index = (
        tables.pair_index,
        tables.triple_index,
        tables.board_index,
    )
    flush_table = tables.flush
    drawn = BOARD - len(known)
    cards = np.zeros(BOARD, np.uint8)
    cards[: len(known)] = known
    ranks_of = np.zeros(SUITS, np.int64)
    place = np.arange(drawn)
    last = BOARD - 1
    board = 0
    while board < values.shape[1]:
        for i in range(1, drawn):
            cards[len(known) + i - 1] = deck[place[i]]
        if drawn == 0:
            cards[last] = known[last]
        triple = triple_index[cards[0] // SUITS, cards[1] // SUITS, cards[2] // SUITS]
        count = FIVES
        ranks_of[:] = 0
        for i in range(last):
            count += 1 << (int(cards[i]) % SUITS * NIBBLE)
            ranks_of[cards[i] % SUITS] |= 1 << (int(cards[i]) // SUITS)
        for lowest in range(lowest_stop(place, len(deck))):
            if drawn:
                cards[last] = deck[lowest]
            pair = pair_index[cards[3] // SUITS, cards[last] // SUITS]
            copy_column(high, board_index[triple, pair], values, board)
            if high_low:
                copy_column(low, board_index[triple, pair], lows, board)
            suited = count + (1 << (int(cards[last]) % SUITS * NIBBLE)) & TOP_BITS
            if suited:
                suit = suit_of(suited)
                own = int(cards[last] % SUITS == suit) << (int(cards[last]) // SUITS)
                add_flushes(suits[:, suit], ranks_of[suit] | own, flush_table, values, board)
            board += 1
        next_draw(place)


@kernel
def copy_column(source, column, target, place):
    """Copy every player's value."""
    for player in range(len(source)):
        target[player, place] = source[player, column]


@kernel
def add_flushes(held, ranks, flush_table, values, board):
    """Raise every player's value to the best flush of the suit's ranks held and on the board."""
    for player in range(len(held)):
        flush = best_flush(held[player], ranks, flush_table)
        values[player, board] = max(values[player, board], flush)


@kernel
def lowest_stop(place, deck_size):
    """How many lowest cards go with the others of a draw; 1 where no card is drawn."""
    if len(place) == 0:
        return 1
    return place[1] if len(place) > 1 else deck_size


@kernel
def next_draw(place):
    """Move all but the lowest card of a draw on, in colex order."""
    i = 1
    while i < len(place) - 1 and place[i] + 1 == place[i + 1]:
        place[i] = i
        i += 1
    if i < len(place):
        place[i] += 1


@kernel
def value_all(hands, known, deck, high_low, tables):
    """Each hand's values without a flush, and lows, by board number."""
    left = np.zeros((SUITS, RANKS), np.int64)
    for card in deck:
        left[card % SUITS, card // SUITS] = 1
    weight = np.zeros(BOARDS, np.int64)
    reached = np.zeros(BOARDS, np.uint16)
    numbers = reached[: weigh_boards(known, left, tables, reached, weight)]
    high = np.zeros((hands.shape[0], BOARDS), np.uint16)
    low = np.zeros((hands.shape[0], BOARDS), np.uint8)
    value_hands(hands, numbers, tables, high)
    if high_low:
        value_lows(hands, numbers, tables, low)
    return high, low


@kernel
def suits_of_hands(hands):
    """The ranks that each hand holds in each suit, (players, 4) masks."""
    suits = np.zeros((hands.shape[0], SUITS), np.int64)
    for player in range(hands.shape[0]):
        for suit in range(SUITS):
            suits[player, suit] = ranks_in_suit(hands[player], suit)
    return suits


@kernel
def suit_of(top_bits):
    """The suit whose nibble's top bit is set."""
    suit = 0
    while top_bits >> (suit * NIBBLE + NIBBLE) != 0:
        suit += 1
    return suit


@kernel
def divide_pots(values, lows, high_low, shares):
    """Write each player's share of every board's pot (rule R7), in 1 / POT.

    Row by row, so that many boards are compared at once.
    """
    best, sharers = find_best(values)
    if not high_low:
        for player in range(len(values)):
            for board in range(len(best)):
                wins = values[player, board] == best[board]
                shares[player, board] = PARTS[sharers[board]] * wins
        return
    best_low, low_sharers = find_best(lows)
    for player in range(len(values)):
        for board in range(len(best)):
            wins = values[player, board] == best[board]
            if best_low[board] == 0:
                shares[player, board] = PARTS[sharers[board]] * wins
            else:
                wins_low = lows[player, board] == best_low[board]
                high_part = HALF_PARTS[sharers[board]] * wins
                shares[player, board] = high_part + HALF_PARTS[low_sharers[board]] * wins_low


@kernel
def find_best(values):
    """The best value on every board, and how many players have it."""
    best = values[0].copy()
    for player in range(1, len(values)):
        for board in range(len(best)):
            best[board] = max(best[board], values[player, board])
    sharers = np.zeros(len(best), np.uint8)
    for player in range(len(values)):
        for board in range(len(best)):
            sharers[board] += values[player, board] == best[board]
    return best, sharers


@kernel
def number_kinds(shares, kinds, different):
    """Number the different shares in the order in which they come; return how many there are.

    Args:
        shares: (boards,) int16, in 1 / POT.
        kinds: (boards,) uint8, written, the number of each board's share.
        different: (n,) int64, written, the share of each number.
    """
    number_of = np.full(POT + 1, -1, np.int16)
    count = 0
    for board in range(len(shares)):
        share = shares[board]
        if number_of[share] < 0:
            number_of[share] = count
            different[count] = share
            count += 1
        kinds[board] = number_of[share]
    return count


@kernel
def count_containing(kinds, choose, starts, found):
    """Count the boards of each kind that contain each set of fewer cards than are drawn.

    Args:
        kinds: (boards,) uint8, each board's outcome, draws in colex order.
        choose: (n + 1, drawn + 1) binomials of the deck's n cards.
        starts: (drawn + 1,) where sets of each size start; the last is their number.
        found: (kinds, starts[-1]) int64 of zeros, written; sets of a size in colex order.
    """
    drawn = len(starts) - 1
    count_largest(kinds, choose, starts[drawn - 1], found, drawn)
    for size in range(drawn - 1, 0, -1):
        sum_up(size, choose, starts, found)
        for i in range(starts[size - 1], starts[size]):
            for kind in range(found.shape[0]):
                # Each smaller set was reached once for every card that completes it.
                found[kind, i] //= drawn - size + 1


@kernel
def count_largest(kinds, choose, start, found, drawn):
    """Count boards by the sets that leave out one card of the draw."""
    place = np.arange(drawn)
    without = np.zeros(drawn, np.int64)
    board = 0
    while board < len(kinds):
        # Where the set without card i stands, as far as the lowest card has no part in it.
        for i in range(drawn):
            without[i] = start
            for j in range(1, drawn):
                if j != i:
                    without[i] += choose[place[j], j + 1 if j < i else j]
        for lowest in range(lowest_stop(place, choose.shape[0] - 1)):
            kind = kinds[board]
            found[kind, without[0]] += 1
            for i in range(1, drawn):
                found[kind, without[i] + lowest] += 1
            board += 1
        next_draw(place)


@kernel
def sum_up(size, choose, starts, found):
    """Add the counts of all sets of one size to the sets that leave out one card."""
    place = np.arange(size)
    for number in range(starts[size], starts[size + 1]):
        for i in range(size):
            target = starts[size - 1]
            for j in range(size):
                if j != i:
                    target += choose[place[j], j + 1 if j < i else j]
            for kind in range(found.shape[0]):
                found[kind, target] += found[kind, number]
        i = 0
        while i < size - 1 and place[i] + 1 == place[i + 1]:
            place[i] = i
            i += 1
        place[i] += 1


@kernel
def count_three(kinds, deck_size, found):
    """Count triples of boards of two cards each, from one deck, that share no card.

    Args:
        kinds: (boards,) uint8, the outcome of each pair of cards in colex order.
        found: (kinds, kinds, kinds) int64, added to.
    """
    kind_of = np.zeros((deck_size, deck_size), np.uint8)
    board = 0
    for b in range(1, deck_size):
        for a in range(b):
            kind_of[a, b] = kinds[board]
            kind_of[b, a] = kinds[board]
            board += 1
    by_card = np.zeros((found.shape[0], deck_size), np.int64)
    for b in range(1, deck_size):
        for a in range(b):
            count_by_card(kind_of, a, b, by_card)
            add_pairs(by_card, found[kind_of[a, b]])


@kernel
def count_by_card(kind_of, a, b, by_card):
    """Count the boards of two cards without ``a`` and ``b`` by kind and each card in them."""
    by_card[:] = 0
    for y in range(1, len(kind_of)):
        if y in (a, b):
            continue
        for x in range(y):
            if x not in (a, b):
                by_card[kind_of[x, y], x] += 1
                by_card[kind_of[x, y], y] += 1


@kernel
def add_pairs(by_card, found):
    """Add the pairs of two-card boards that share no card, by both kinds."""
    size = len(by_card)
    for v in range(size):
        whole = by_card[v].sum() // 2
        for w in range(size):
            pairs = whole * (by_card[w].sum() // 2) - (by_card[v] * by_card[w]).sum()
            found[v, w] += pairs + (whole if v == w else 0)


@kernel
def add_late_spots(
    hands, weights, boards, board_sizes, dead, high_low, tables, histogram, by_board
):
    """Add all deals of two boards, at most one card to come on each, of many spots.

    Args:
        hands: (Q, players, h) uint8; weights: (Q,) float64, how often each spot counts.
        boards: (2, 5) uint8 known cards, the first ``board_sizes[b]`` of a row.
        dead: (d,) uint8 cards out of play.
        histogram: (players, 2 * POT + 1) float64; deals by the sum of pot shares.
        by_board: (players, 2) float64; sums of pot shares, in 1 / POT.
    """
    players = hands.shape[1]
    for spot in range(len(hands)):
        deck = cards_left(hands[spot], boards, board_sizes, dead)
        one = late_shares(hands[spot], boards[0, : board_sizes[0]], deck, high_low, tables)
        two = late_shares(hands[spot], boards[1, : board_sizes[1]], deck, high_low, tables)
        both_come = one.shape[1] > 1 and two.shape[1] > 1
        for i in range(one.shape[1]):
            for j in range(two.shape[1]):
                if both_come and i == j:
                    continue
                for player in range(players):
                    histogram[player, one[player, i] + two[player, j]] += weights[spot]
                    by_board[player, 0] += weights[spot] * one[player, i]
                    by_board[player, 1] += weights[spot] * two[player, j]


@kernel
def late_shares(hands, known, deck, high_low, tables):
    """Every player's pot share for each last card, (players, cards), or as it stands."""
    draws = 1 if len(known) == BOARD else len(deck)
    shares = np.zeros((hands.shape[0], draws), np.int16)
    share_boards(hands, known, deck, high_low, tables, shares)
    return shares


@kernel
def cards_left(hands, boards, board_sizes, dead):
    """The cards that nobody has seen."""
    left = np.ones(52, np.bool_)
    for card in hands.ravel():
        left[card] = False
    for b in range(len(boards)):
        for i in range(board_sizes[b]):
            left[boards[b, i]] = False
    for card in dead:
        left[card] = False
    return np.flatnonzero(left).astype(np.uint8)
