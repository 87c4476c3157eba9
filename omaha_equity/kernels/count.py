"""Exact counting over all boards, by rank multiset.

Without a flush, a hand's value on a board depends on the board's ranks alone, and there are
only 6,188 multisets of five ranks.  So each hand gets one value per multiset (the maximum of
a few rows of ``pair_on_board``), and each multiset a weight: the number of ways to suit it
with unseen cards.  Boards with three or more cards of a suit of which some player holds two
are taken out of those weights and visited one by one, as a set of suited ranks with the
ranks of the other, at most two, cards.  Heads-up preflop this visits at most some 86,000
entries for 1,086,008 boards.  Lows depend on ranks alone.

Boards have three sets of names here: ``number`` is a rank multiset, 0..6187; ``known`` are
its cards that are dealt; a ``draw`` are the ranks that still come.
"""

from typing import Any, NamedTuple

import numpy as np

from omaha_equity.kernels.jit import kernel

RANKS = 13
SUITS = 4
PAIRS = 91
BOARDS = 6188
ACE = 12
LOW_RANKS = 8
ONE = np.uint64(1)


class Spot(NamedTuple):
    """One spot's working arrays: values (players, 6188), weights (6188,), counts."""

    high: Any
    low: Any
    weight: Any
    counts: Any


@kernel
def count_boards(hands, boards, board_sizes, dead, high_low, tables, counts):
    """Add all boards of many spots to ``counts``.

    Args:
        hands: (Q, players, h) uint8 cards.
        boards: (Q, 5) uint8 known board cards, the first ``board_sizes[q]`` of a row.
        board_sizes: (Q,) int64.
        dead: (Q,) uint64 masks of dead cards.
        high_low: whether lows count.
        tables: `omaha_equity.tables.RankTables`.
        counts: (Q, players, players + 1, players + 2) int64, see ``engine.tally.Tally``.
    """
    players = hands.shape[1]
    high = np.zeros((players, BOARDS), np.uint16)
    low = np.zeros((players, BOARDS), np.uint8)
    weight = np.zeros(BOARDS, np.int64)
    reached = np.zeros(BOARDS, np.uint16)
    for i in range(hands.shape[0]):
        board = boards[i, : board_sizes[i]]
        deck = unseen_by_suit(hands[i], board, dead[i])
        numbers = reached[: weigh_boards(board, deck, tables, reached, weight)]
        value_hands(hands[i], numbers, tables, high)
        if high_low:
            value_lows(hands[i], numbers, tables, low)
        spot = Spot(high, low, weight, counts[i])
        count_spot(hands[i], board, deck, numbers, high_low, tables, spot)


@kernel
def count_spot(hands, board, deck, numbers, high_low, tables, spot):
    """Count one spot whose values and weights by board number are known."""
    for suit in range(SUITS):
        if most_suited(hands, suit) >= 2:
            count_flush_boards(hands, board, deck, suit, high_low, tables, spot)
    no_flush = np.zeros((hands.shape[0], 1), np.uint16)
    add_boards(numbers.reshape(1, -1), spot.weight[numbers], no_flush, high_low, spot)


@kernel
def unseen_by_suit(hands, board, dead):
    """The cards that can still come, as [suit, rank] of 0 and 1."""
    deck = np.ones((SUITS, RANKS), np.int64)
    for rank in range(RANKS):
        for suit in range(SUITS):
            if dead >> np.uint64(rank * SUITS + suit) & ONE:
                deck[suit, rank] = 0
    for card in hands.ravel():
        deck[card % SUITS, card // SUITS] = 0
    for card in board:
        deck[card % SUITS, card // SUITS] = 0
    return deck


@kernel
def most_suited(hands, suit):
    """The most cards of ``suit`` that one hand holds."""
    most = 0
    for player in range(hands.shape[0]):
        held = 0
        for card in hands[player]:
            held += card % SUITS == suit
        most = max(most, held)
    return most


@kernel
def board_number(ranks, tables):
    """The number of the multiset of five ranks, in any order."""
    triple = tables.triple_index[ranks[0], ranks[1], ranks[2]]
    return np.int64(tables.board_index[triple, tables.pair_index[ranks[3], ranks[4]]])


@kernel
def weigh_boards(board, deck, tables, reached, weight):
    """Find the board numbers that can come and the weight of each; return how many."""
    available = deck[0] + deck[1] + deck[2] + deck[3]
    if len(board) == 0:
        return weigh_all_boards(available, reached, weight)
    ranks = np.empty(5, np.int64)
    for i in range(len(board)):
        ranks[i] = board[i] // SUITS
    drawn = 5 - len(board)
    draw = ranks[len(board) :]
    draw[:] = 0
    size = 0
    while True:
        ways = ways_to_draw(draw, available)
        if ways > 0:
            number = board_number(ranks, tables)
            reached[size] = number
            weight[number] = ways
            size += 1
        i = drawn - 1
        while i >= 0 and draw[i] == ACE:
            i -= 1
        if i < 0:
            return size
        draw[i:] = draw[i] + 1


@kernel
def ways_to_draw(draw, available):
    """In how many ways the available cards make a rising sequence of ranks."""
    ways = 1
    repeats = 0
    for i in range(len(draw)):
        repeats = repeats + 1 if i > 0 and draw[i] == draw[i - 1] else 0
        ways = ways * (available[draw[i]] - repeats) // (repeats + 1)
    return ways


@kernel
def weigh_all_boards(available, reached, weight):
    """Weigh every board of five unknown cards; numbers run in this very order."""
    number = 0
    repeats = np.zeros(5, np.int64)
    ways = np.zeros(5, np.int64)
    for a in range(RANKS):
        ways[0] = available[a]
        repeats[0] = 0
        for b in range(a + 1):
            extend_draw(available, b, a, 1, ways, repeats)
            for c in range(b + 1):
                extend_draw(available, c, b, 2, ways, repeats)
                for d in range(c + 1):
                    extend_draw(available, d, c, 3, ways, repeats)
                    for e in range(d):
                        weight[number + e] = ways[3] * available[e]
                    extend_draw(available, d, d, 4, ways, repeats)
                    weight[number + d] = ways[4]
                    number += d + 1
    for i in range(BOARDS):
        reached[i] = i
    return BOARDS


@kernel
def extend_draw(available, rank, before, place, ways, repeats):
    """One more rank of a falling sequence: update the ways and repeats at ``place``."""
    repeats[place] = repeats[place - 1] + 1 if rank == before else 0
    left = available[rank] - repeats[place]
    ways[place] = ways[place - 1] * left // (repeats[place] + 1)


@kernel
def value_hands(hands, numbers, tables, high):
    """Each hand's value without a flush on each board number."""
    seen = np.zeros(PAIRS, np.bool_)
    for player in range(hands.shape[0]):
        seen[:] = False
        best = high[player]
        clear(best, numbers)
        for i in range(hands.shape[1]):
            for j in range(i):
                a, b = hands[player, i] // SUITS, hands[player, j] // SUITS
                pair = tables.pair_index[a, b]
                if not seen[pair]:
                    seen[pair] = True
                    raise_to(best, tables.pair_on_board[pair], numbers)


@kernel
def clear(best, numbers):
    """Set ``best`` to 0 at ``numbers``."""
    if len(numbers) == BOARDS:
        best[:] = 0
    else:
        for number in numbers:
            best[number] = 0


@kernel
def raise_to(best, row, numbers):
    """Raise ``best`` to ``row`` at ``numbers``; all of them is a plain vector maximum."""
    if len(numbers) == BOARDS:
        for i in range(BOARDS):
            best[i] = max(best[i], row[i])
    else:
        for number in numbers:
            best[number] = max(best[number], row[number])


@kernel
def value_lows(hands, numbers, tables, low):
    """Each hand's low on each board number; 0 = none."""
    for player in range(hands.shape[0]):
        mask = low_ranks(hands[player])
        for number in numbers:
            low[player, number] = tables.low[tables.board_lows[number], mask]


@kernel
def low_ranks(cards):
    """The mask of ranks that can make a low: bit 0 the ace .. bit 7 the eight."""
    mask = 0
    for card in cards:
        rank = int(card) // SUITS
        bit = 0 if rank == ACE else rank + 1
        if bit < LOW_RANKS:
            mask |= 1 << bit
    return mask


@kernel
def count_flush_boards(hands, board, deck, suit, high_low, tables, spot):
    """Count the boards with three or more cards of ``suit``, and take them out of the weights."""
    suited, others = split_board(board, suit)
    in_suit = np.flatnonzero(deck[suit])
    rest = deck[0] + deck[1] + deck[2] + deck[3] - deck[suit]
    pair_masks, pair_counts = suited_pairs(hands, suit)
    other_ranks = np.empty((PAIRS, 2), np.int64)
    ways = np.empty(PAIRS, np.int64)
    to_come = 5 - len(board)
    for drawn in range(max(0, 3 - len(suited)), min(to_come, len(in_suit)) + 1):
        sets = suited_sets(suited, in_suit, drawn)
        size = draw_others(others, to_come - drawn, rest, other_ranks, ways)
        numbers = number_boards(sets, other_ranks[:size], tables)
        flush = flush_values(sets, pair_masks, pair_counts, tables.flush)
        take_out(numbers, ways, spot.weight)
        add_boards(numbers, ways, flush, high_low, spot)


@kernel
def suited_sets(suited, in_suit, drawn):
    """The known suited ranks with every choice of ``drawn`` more, (sets, 3 to 5)."""
    size = 1
    for i in range(drawn):
        size = size * (len(in_suit) - i) // (i + 1)
    known = len(suited)
    sets = np.empty((size, known + drawn), np.int64)
    place = np.arange(drawn)
    for row in range(size):
        for i in range(known):
            sets[row, i] = suited[i]
        for i in range(drawn):
            sets[row, known + i] = in_suit[place[i]]
        i = drawn - 1
        while i > 0 and place[i] == len(in_suit) - drawn + i:
            i -= 1
        if drawn:
            place[i] += 1
        for j in range(i + 1, drawn):
            place[j] = place[j - 1] + 1
    return sets


@kernel
def number_boards(sets, other_ranks, tables):
    """The numbers of all boards of a suited set and other ranks, (sets, others)."""
    size = len(other_ranks)
    in_suit = sets.shape[1]
    numbers = np.empty((len(sets), size), np.uint16)
    pair_index, board_index = tables.pair_index, tables.board_index
    triple_index = tables.triple_index
    pairs = np.empty(size, np.uint8)
    for row in range(len(sets)):
        for i in range(size):
            if in_suit == 3 and row == 0:
                pairs[i] = pair_index[other_ranks[i, 0], other_ranks[i, 1]]
            elif in_suit == 4:
                pairs[i] = pair_index[sets[row, 3], other_ranks[i, 0]]
            elif in_suit == 5:
                pairs[i] = pair_index[sets[row, 3], sets[row, 4]]
        triple = triple_index[sets[row, 0], sets[row, 1], sets[row, 2]]
        for i in range(size):
            numbers[row, i] = board_index[triple, pairs[i]]
    return numbers


@kernel
def take_out(numbers, ways, weight):
    """Lower the weights by boards that are counted elsewhere."""
    for row in range(numbers.shape[0]):
        for i in range(numbers.shape[1]):
            weight[numbers[row, i]] -= ways[i]


@kernel
def split_board(board, suit):
    """The ranks of the board's cards of ``suit``, and of the others."""
    suited = np.empty(len(board), np.int64)
    others = np.empty(len(board), np.int64)
    in_suit = 0
    for i in range(len(board)):
        if board[i] % SUITS == suit:
            suited[in_suit] = board[i] // SUITS
            in_suit += 1
        else:
            others[i - in_suit] = board[i] // SUITS
    return suited[:in_suit], others[: len(board) - in_suit]


@kernel
def suited_pairs(hands, suit):
    """Rank masks of each hand's pairs of cards of ``suit``, and how many it has."""
    players, held = hands.shape
    masks = np.empty((players, held * (held - 1) // 2), np.int64)
    sizes = np.zeros(players, np.int64)
    for player in range(players):
        for i in range(held):
            for j in range(i):
                a, b = int(hands[player, i]), int(hands[player, j])
                if a % SUITS == suit and b % SUITS == suit:
                    masks[player, sizes[player]] = (1 << a // SUITS) | (1 << b // SUITS)
                    sizes[player] += 1
    return masks, sizes


@kernel
def draw_others(known, drawn, available, other_ranks, ways):
    """All sets of at most two ranks: ``known`` ones and ``drawn`` more; return how many."""
    size = 0
    other_ranks[:, : len(known)] = known
    if drawn == 0:
        ways[0] = 1
        return 1
    for a in range(RANKS):
        if drawn == 1:
            other_ranks[size, len(known)] = a
            ways[size] = available[a]
            size += ways[size] > 0
        else:
            for b in range(a + 1):
                other_ranks[size, 0] = a
                other_ranks[size, 1] = b
                same = available[a] * (available[a] - 1) // 2
                ways[size] = same if a == b else available[a] * available[b]
                size += ways[size] > 0
    return size


@kernel
def flush_values(sets, pair_masks, pair_counts, flush_table):
    """Each hand's best flush with three ranks of each suited set, (players, sets); 0 = none."""
    players = len(pair_counts)
    flush = np.zeros((players, len(sets)), np.uint16)
    for row in range(len(sets)):
        for i in range(2, sets.shape[1]):
            for j in range(1, i):
                two = (1 << sets[row, i]) | (1 << sets[row, j])
                for k in range(j):
                    three = two | (1 << sets[row, k])
                    for player in range(players):
                        for pair in range(pair_counts[player]):
                            value = flush_table[three | pair_masks[player, pair]]
                            flush[player, row] = max(flush[player, row], value)
    return flush


@kernel
def add_boards(numbers, ways, flush, high_low, spot):
    """Add boards to the counts: ``ways[i]`` of ``numbers[row, i]``, with ``flush[player, row]``."""
    if high_low:
        add_high_low(numbers, ways, flush, spot.high, spot.low, spot.counts)
    elif len(flush) == 2:
        add_heads_up(numbers, ways, flush, spot.high, spot.counts)
    else:
        add_high(numbers, ways, flush, spot.high, spot.counts)


@kernel
def add_heads_up(numbers, ways, flush, high, counts):
    """Two players, high only."""
    total = 0
    wins = 0
    losses = 0
    for row in range(numbers.shape[0]):
        my_flush, their_flush = flush[0, row], flush[1, row]
        for i in range(numbers.shape[1]):
            number = numbers[row, i]
            mine = max(my_flush, high[0, number])
            theirs = max(their_flush, high[1, number])
            total += ways[i]
            wins += ways[i] * (mine > theirs)
            losses += ways[i] * (mine < theirs)
    ties = total - wins - losses
    counts[0, 1, 0] += wins
    counts[0, 0, 0] += losses
    counts[0, 2, 0] += ties
    counts[1, 1, 0] += losses
    counts[1, 0, 0] += wins
    counts[1, 2, 0] += ties


@kernel
def add_high(numbers, ways, flush, high, counts):
    """Any number of players, high only; who loses is what remains."""
    players = len(flush)
    total = 0
    for row in range(numbers.shape[0]):
        for i in range(numbers.shape[1]):
            total += ways[i]
            best = np.uint16(0)
            sharers = 0
            winners = 0
            for player in range(players):
                value = max(flush[player, row], high[player, numbers[row, i]])
                if value > best:
                    best = value
                    sharers = 0
                    winners = 0
                sharers += value == best
                winners |= int(value == best) << player
            for player in range(players):
                if winners >> player & 1:
                    counts[player, sharers, 0] += ways[i]
                    counts[player, 0, 0] -= ways[i]
    for player in range(players):
        counts[player, 0, 0] += total


@kernel
def add_high_low(numbers, ways, flush, high, low, counts):
    """Any number of players, high and low."""
    players = len(flush)
    for row in range(numbers.shape[0]):
        for i in range(numbers.shape[1]):
            number = numbers[row, i]
            best = np.uint16(0)
            best_low = np.uint8(1)
            sharers = 0
            low_sharers = 0
            winners = 0
            low_winners = 0
            for player in range(players):
                value = max(flush[player, row], high[player, number])
                if value > best:
                    best = value
                    sharers = 0
                    winners = 0
                sharers += value == best
                winners |= int(value == best) << player
                value_low = low[player, number]
                if value_low > best_low:
                    best_low = value_low
                    low_sharers = 0
                    low_winners = 0
                low_sharers += value_low == best_low
                low_winners |= int(value_low == best_low) << player
            has_low = np.int64(low_sharers > 0)
            for player in range(players):
                high_state = sharers * (winners >> player & 1)
                low_state = has_low * (1 + low_sharers * (low_winners >> player & 1))
                counts[player, high_state, low_state] += ways[i]
