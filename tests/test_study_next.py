"""Next cards: brute force card by card, and the mean that must be the equity now."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import oracle
import pytest
from range_equity_oracle import Held, RangeSpot, brute_force, random_hand
from strategies import DECK, Spot, deal_spot, texts

from omaha_equity import GAMES, ImpossibleError, Range, TextError, format_cards
from omaha_equity.engine import solve as engine
from omaha_equity.errors import Interrupted
from omaha_equity.study.next_card import next_card

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


def true_equities(spot: Spot) -> list[Fraction]:
    found = []
    for outcomes in oracle.equities(*texts(spot)):
        won = Fraction(0)
        for (high, low), boards in outcomes.items():
            of_high = Fraction(1, high) if high else Fraction(0)
            of_low = Fraction(1, low) if low else Fraction(0)
            won += boards * (of_high if low is None else (of_high + of_low) / 2)
        found.append(won / sum(outcomes.values()))
    return found


@every_game
def test_equities_after_each_river_card_are_those_of_the_rules(game) -> None:
    spot = deal_spot(Random(game.name), game, street=4, players=3, dead=2)
    found = next_card(spot.hands, spot.board, spot.dead, game)
    assert sorted(each.card for each in found.cards) == spot.unseen()
    for each in found.cards[::7]:
        after = replace(spot, board=(*spot.board, each.card))
        assert list(each.equities) == true_equities(after)
    assert found.means == tuple(true_equities(spot))


@every_game
@pytest.mark.parametrize("street", [0, 1, 2, 3, 4])
def test_the_mean_over_cards_is_the_equity_now(game, street: int) -> None:
    spot = deal_spot(Random(street), game, street, players=2, dead=1)
    found = next_card(spot.hands, spot.board, spot.dead, game)
    assert found.exact
    assert found.means == tuple(player.equity_exact for player in found.now.players)
    assert sum(found.means) == 1


@pytest.mark.parametrize("weights", [(1.0,) * 4, (0.5, 0.5, 1.0, 1.0), (0.07, 0.5, 1.0, 0.31)])
@pytest.mark.parametrize("game", [GAMES["plo4"], GAMES["o8-5"]], ids=str)
def test_with_ranges_cards_weigh_by_their_deals(game, weights: tuple[float, ...]) -> None:
    random = Random(3)
    board = tuple(random.sample(DECK, 4))
    live = [card for card in DECK if card not in board]
    held = tuple(
        Held(tuple(random_hand(random, live, game.hole_cards) for _ in weights), weights)
        for _ in range(2)
    )
    spot = RangeSpot(game, held, board)
    ranges = [Range.from_arrays(each.combos, each.weights, game) for each in held]
    found = next_card(ranges, board, game=game)
    assert found.means == tuple(player.equity_exact for player in found.now.players)
    assert float(found.means[0]) == pytest.approx(brute_force(spot).equity(), abs=1e-12)
    for each in found.cards[::9]:
        after = brute_force(replace(spot, board=(*board, each.card)))
        assert float(each.equities[0]) == pytest.approx(after.equity(), abs=1e-12)
        assert float(each.deals) == pytest.approx(after.deals, rel=1e-9)
    assert found.to_dict()["exact"]


def test_a_card_that_somebody_surely_holds_cannot_come() -> None:
    found = next_card(["As***", "KsKhQsQh"], "2c3d4h5h", game="plo4")
    assert "As" not in {row["card"] for row in found.rows()}
    assert {"Ah", "Ad"} <= {row["card"] for row in found.rows()}


def test_sampled_cards_come_with_their_errors() -> None:
    found = next_card(["AA", "KKQ", "random"], "2c3d9h", game="plo4", deals=1_000, seed=4)
    assert not found.exact
    assert found.means is None
    mean = sum(float(each.equities[0]) for each in found.cards) / len(found.cards)
    error = (sum(each.errors[0] ** 2 for each in found.cards)) ** 0.5 / len(found.cards)
    # Cards are nearly equally likely: what that shifts is far below the error here.
    now = found.now.players[0]
    assert abs(mean - now.equity) < 4 * (error + now.error) + 0.005
    again = next_card(["AA", "KKQ", "random"], "2c3d9h", game="plo4", deals=1_000, seed=4)
    assert again.to_dict() == found.to_dict()


def test_what_cannot_be_asked() -> None:
    with pytest.raises(TextError, match="the board is complete"):
        next_card(["AsAhKdKc", "Ts9s8h7h"], "2c2d2h3s4s")
    with pytest.raises(ImpossibleError, match="card As"):
        next_card(["AsAhKdKc", "Ts9s8h7h"], "As2d2h")


def test_interrupted_it_tells_the_cards_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    real, calls = engine.solve_board, []

    def interrupted(*args: object, **named: object) -> object:
        calls.append(args)
        result = real(*args, **named)
        if len(calls) == 4:
            raise Interrupted(result)
        return result

    monkeypatch.setattr(engine, "solve_board", interrupted)
    with pytest.raises(Interrupted) as stopped:
        next_card(["AA", "KsKhQsQh"], "2c3d4h5h", game="plo4")
    assert len(stopped.value.partial.cards) == 2


def test_frames_and_notebooks() -> None:
    found = next_card(["AsAhKdKc", "Ts9s8h7h"], "9h6s2d")
    rows = found.rows()
    assert rows[0]["card"] in ("Ad", "Ac")
    assert [row["equity_1"] for row in rows] == sorted((r["equity_1"] for r in rows), reverse=True)
    assert "<caption>next card: AsAhKdKc v Ts9s8h7h, Omaha, board 9h6s2d" in found._repr_html_()
    assert format_cards(found.query.board) == found.to_dict()["board"]


def test_a_frame_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    from omaha_equity import answer as base

    found = next_card(["AsAhKdKc", "Ts9s8h7h"], "9h6s2d3c")
    monkeypatch.setattr(base, "FRAMES", ("no_such_module",))
    with pytest.raises(ImportError, match="needs pandas or polars"):
        found.to_dataframe()


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_frames_hold_the_rows(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip(library)
    from omaha_equity import answer as base

    found = next_card(["AsAhKdKc", "Ts9s8h7h"], "9h6s2d3c")
    monkeypatch.setattr(base, "FRAMES", (library,))
    frame = found.to_dataframe()
    assert list(frame.columns) == list(found.rows()[0])
    assert len(frame) == len(found.cards)
