"""What wishes lead to: a guest's message as entries of the log; or Refused, and why.

Pure, as the table is. Entries are applied to the table as they are made, so that what follows from them (the last
sealed choice opens all, chance moves, the game ends) can be added; the caller commits what `Deed.entries` has, or
throws the table away and reads its log again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from brimstone.bots import UnknownPlayer
from brimstone.bots import find as player_by_name
from brimstone.fair import promise_of
from brimstone.games import find
from brimstone.games.contract import CHANCE, BadMove
from brimstone.server import entries, messages
from brimstone.server.chance import drawn
from brimstone.server.checks import checked_terms
from brimstone.server.messages import Refused
from brimstone.server.table import SUBSTITUTE, Table


class Deed:
    """Entries being made at one moment."""

    def __init__(self, table: Table, at: int) -> None:
        self.table, self.at = table, at
        self.before = table.phase
        self.entries: list[entries.AnyEntry] = []

    def add(self, entry: entries.AnyEntry) -> None:
        """Add an entry; the table takes it in."""
        self.table.apply(entry, self.at)
        self.entries.append(entry)

    def follow(self) -> None:
        """What happens by itself now."""
        table = self.table
        if table.phase == "salting" and not table.salters():
            self.add(entries.Started())
        while table.phase == "playing":
            if table.seals and not table.deciders():
                self.add(entries.Bared())
            elif table.actor == CHANCE:
                self.add(entries.Drew(says=drawn(table)))
            else:
                return
        if table.phase == "finished" and self.before != "finished":
            self.add(entries.Revealed(secret=table.secret))


# --- opening a table -------------------------------------------------------------------------------------------------


def opening(name: str, secret: str, terms: entries.Terms, at: int, host: int = 1, given: Sequence[str] = ()) -> Deed:
    """The first entry of a table; its game begins after the moves and outcomes that are given."""
    game = find(checked_terms(terms).game)
    deed = Deed(Table(name, secret), at)
    deed.add(entries.Opened(guest=host, terms=terms, rules=game.version, promise=promise_of(secret), given=list(given)))
    return deed


# --- what guests wish ------------------------------------------------------------------------------------------------


def meet(table: Table, guest: int, wish: messages.AnyWish, at: int) -> Deed:
    """The entries a guest's wish leads to, with all that follows from them; none where it is so already.

    Raises Refused, changing nothing.
    """
    demand(guest not in table.gone, "removed")
    check_seen(table, guest, wish)
    deed = Deed(table, at)
    WISHES[type(wish)](deed, guest, wish)
    deed.follow()
    return deed


def own_seat(table: Table, guest: int) -> int:
    seat = table.seat_of(guest)
    if seat < 0:
        raise Refused("not_seated")
    return seat


def demand(holds: bool, why: str, **about: Any) -> None:
    if not holds:
        raise Refused(why, **about)


def check_seen(table: Table, guest: int, wish: messages.AnyWish) -> None:
    """Nobody has seen what is not told yet."""
    demand(wish.seen <= len(table.story(table.seat_of(guest))), "stale")


def demand_fresh(table: Table, guest: int, wish: messages.AnyWish, since: Sequence[int]) -> None:
    """Has the guest seen what has changed? `since`: the version that says so of every story, the public one first."""
    demand(wish.seen >= since[table.seat_of(guest) + 1], "stale")


def demand_host(table: Table, guest: int) -> None:
    demand(guest == table.host, "host_only")
    demand(table.phase != "closed", "closed")


def seat_number(table: Table, seat: int) -> int:
    demand(1 <= seat <= len(table.chairs), "no_such_seat", seat=seat)
    return seat - 1


def sit(deed: Deed, guest: int, wish: messages.Sit) -> None:
    table = deed.table
    if sits_so(table, guest, wish):
        return
    demand_fresh(table, guest, wish, table.phased)
    demand(table.phase in ("lobby", "playing"), "closed" if table.phase == "closed" else "not_in_lobby")
    if lacks_promise(table, guest, wish):
        deed.add(entries.Sat(guest=guest, key=wish.key, seat=table.seat_of(guest), promise=wish.promise))
        return
    demand(not table.alone or guest == table.host, "alone")
    taken = [guest in (chair.guest, chair.claimed) for chair in table.chairs]
    demand(guest > 0 and not any(taken), "seated_already" if guest else "unknown_guest")
    seats = seats_for(table, wish)
    for seat in seats:
        demand_fresh(table, guest, wish, table.chairs[seat].since)
    deed.add(entries.Sat(guest=guest, key=wish.key, seat=seats[0], promise=wish.promise))


def seats_for(table: Table, wish: messages.Sit) -> list[int]:
    """The seats that somebody may have who wants one or, with 0, any of them; raises Refused."""
    if wish.seat:
        seat = seat_number(table, wish.seat)
        demand(free(table, seat), "seat_taken", seat=wish.seat)
        return [seat]
    seats = [seat for seat in range(len(table.chairs)) if free(table, seat)]
    demand(bool(seats), "full")
    return seats


def sits_so(table: Table, guest: int, wish: messages.Sit) -> bool:
    """Does a guest sit as wished, or has asked for that seat?"""
    for seat, chair in enumerate(table.chairs, 1):
        if guest and wish.seat in (0, seat) and guest in (chair.guest, chair.claimed):
            return guest == chair.claimed or (not chair.substitute and wish.promise in ("", chair.promise))
    return False


def lacks_promise(table: Table, guest: int, wish: messages.Sit) -> bool:
    """Does somebody who sits here already, at a rematch, promise a salt?"""
    seat = table.seat_of(guest)
    if table.phase != "lobby" or seat < 0 or wish.seat not in (0, seat + 1):
        return False
    return bool(wish.promise) and not table.chairs[seat].promise


def free(table: Table, seat: int) -> bool:
    """May somebody sit down here? In the lobby on an empty seat, during a game on a bot's."""
    chair = table.chairs[seat]
    if table.phase == "lobby":
        return not chair.guest and not chair.level
    return not chair.guest and not chair.claimed


def rise(deed: Deed, guest: int, wish: messages.Rise) -> None:
    table = deed.table
    claims = [seat for seat, chair in enumerate(table.chairs) if guest and chair.claimed == guest]
    seat = claims[0] if claims else table.seat_of(guest)
    if seat < 0 or table.chairs[seat].left:
        return
    demand_fresh(table, guest, wish, table.phased)
    demand_fresh(table, guest, wish, table.chairs[seat].since)
    if table.phase == "lobby" or claims:
        deed.add(entries.Rose(guest=guest, key=wish.key, seat=seat))
    else:
        demand(table.phase == "playing", "not_playing")
        deed.add(entries.Substitute(guest=guest, key=wish.key, seat=seat, level=SUBSTITUTE, left=True))


def set_bot(deed: Deed, guest: int, wish: messages.SetBot) -> None:
    table = deed.table
    demand_host(table, guest)
    seat = seat_number(table, wish.seat)
    chair = table.chairs[seat]
    if not chair.guest and chair.level == wish.level:
        return
    demand_fresh(table, guest, wish, table.phased)
    demand(table.phase == "lobby", "not_in_lobby")
    demand(not chair.guest, "seat_taken", seat=wish.seat)
    demand_fresh(table, guest, wish, chair.since)
    if wish.level:
        check_player(table, wish.level)
    deed.add(entries.Bot(guest=guest, key=wish.key, seat=seat, level=wish.level))


def check_player(table: Table, level: str) -> None:
    try:
        player_by_name(table.setup.game, level)
    except UnknownPlayer as unknown:
        raise Refused("no_such_player", reason=str(unknown)) from None


def begin(deed: Deed, guest: int, wish: messages.Begin) -> None:
    table = deed.table
    demand_host(table, guest)
    demand_fresh(table, guest, wish, table.phased)
    demand(table.phase == "lobby", "not_in_lobby")
    empty = [seat + 1 for seat, chair in enumerate(table.chairs) if not chair.guest and not chair.level]
    demand(not empty, "seats_empty", seats=empty)
    deed.add(entries.Begun(guest=guest, key=wish.key))


def salt(deed: Deed, guest: int, wish: messages.Salt) -> None:
    table = deed.table
    seat = own_seat(table, guest)
    if wish.salt == table.chairs[seat].salt:
        return
    demand(table.phase == "salting" and seat in table.salters(), "not_salting")
    demand(promise_of(wish.salt) == table.chairs[seat].promise, "bad_salt")
    deed.add(entries.Salted(guest=guest, key=wish.key, seat=seat, salt=wish.salt))


def move(deed: Deed, guest: int, wish: messages.Move) -> None:
    table = deed.table
    seat = own_seat(table, guest)
    demand(table.phase == "playing", "not_playing")
    demand(not table.paused, "paused")
    demand(not table.chairs[seat].conceded, "conceded")
    demand(not table.chairs[seat].substitute, "substituted")
    demand(seat in table.asked, "not_your_turn")
    demand(wish.seen >= max(table.asked[seat], table.sealed_at.get(seat, 0)), "stale")
    choose(deed, seat, wish.say, "person", wish.touch, guest=guest, key=wish.key)


def choose(
    deed: Deed, seat: int, say: str, by: entries.Hand, touch: int | None = None, guest: int = 0, key: str = ""
) -> None:
    """A seat that may decide decides: openly, or where several do at once, under a seal."""
    table = deed.table
    words = checked_words(table, seat, say)
    if table.sealing():
        deed.add(entries.Sealed(guest=guest, key=key, seat=seat, say=words, by=by))
    else:
        deed.add(entries.Played(guest=guest, key=key, seat=seat, say=words, by=by, touch=touch))


def checked_words(table: Table, seat: int, say: str) -> str:
    """The words of a legal move of this seat, as they are written; raises Refused with the reason and its paragraph."""
    if say in table.legal(seat):
        return say
    setup, legal = table.setup, table.state.legal(seat)
    try:
        found = setup.game.read(setup, " ".join(say.split()))
    except BadMove as bad:
        raise Refused("illegal", bad.paragraph, offered(table, legal), reason=bad.reason) from None
    if found not in legal:
        reason, paragraph = setup.game.why_not(table.state, seat, found)
        raise Refused("illegal", paragraph, offered(table, legal), reason=reason)
    return setup.game.say(setup, found)


def offered(table: Table, legal: list[int]) -> tuple[str, ...]:
    return tuple(table.setup.game.offer(table.setup, legal))


def back(deed: Deed, guest: int, wish: messages.Back) -> None:
    table = deed.table
    seat = own_seat(table, guest)
    demand(table.phase == "playing", "not_playing")
    chair = table.chairs[seat]
    demand(not chair.conceded, "conceded")
    if chair.substitute:
        demand_fresh(table, guest, wish, chair.since)
        deed.add(entries.Substitute(guest=guest, key=wish.key, seat=seat))


def concede(deed: Deed, guest: int, wish: messages.Concede) -> None:
    table = deed.table
    seat = own_seat(table, guest)
    demand(table.phase == "playing", "not_playing")
    if not table.chairs[seat].conceded:
        deed.add(entries.Conceded(guest=guest, key=wish.key, seat=seat))


def pause(deed: Deed, guest: int, wish: messages.Pause | messages.Resume) -> None:
    """The game stands still for a while, or goes on."""
    table, wanted = deed.table, isinstance(wish, messages.Pause)
    demand_host(table, guest)
    demand(table.phase == "playing", "not_playing")
    if table.paused != wanted:
        demand_fresh(table, guest, wish, table.stopped)
        deed.add((entries.Paused if wanted else entries.Resumed)(guest=guest, key=wish.key))


def remove(deed: Deed, guest: int, wish: messages.Remove) -> None:
    demand_host(deed.table, guest)
    demand(wish.guest > 0 and wish.guest != guest, "no_such_guest")
    if wish.guest not in deed.table.gone:
        deed.add(entries.Removed(guest=guest, key=wish.key, who=wish.guest))


def close(deed: Deed, guest: int, wish: messages.Close) -> None:
    table = deed.table
    demand(guest == table.host, "host_only")
    if table.phase != "closed":
        demand_fresh(table, guest, wish, table.phased)
        shut(deed, "host", guest, wish.key)


def shut(deed: Deed, why: Any, guest: int = 0, key: str = "") -> None:
    """Nobody plays here any more; what was promised is revealed, also of an unfinished game."""
    unfinished = deed.table.phase in ("salting", "playing")
    deed.add(entries.Closed(guest=guest, key=key, why=why))
    if unfinished:
        deed.add(entries.Revealed(secret=deed.table.secret))


def advice(deed: Deed, guest: int, wish: messages.AskAdvice) -> None:
    table = deed.table
    seat = own_seat(table, guest)
    demand(table.phase == "playing", "not_playing")
    demand(table.terms.coach, "no_coach")
    demand(seat in table.asked, "not_your_turn")
    demand(wish.seen >= table.asked[seat], "stale")
    deed.add(entries.Coached(guest=guest, key=wish.key, seat=seat))


LENGTHENING = (
    messages.Sit, messages.Rise, messages.SetBot, messages.Back, messages.Pause, messages.Resume, messages.Remove,
)  # fmt: skip


def lengthens(table: Table, guest: int, wish: messages.AnyWish) -> bool:
    """Can such wishes lengthen the log without end, while the game does not go on? A sealed choice can be changed."""
    if (guest, wish.key) in table.done:
        return False
    return isinstance(wish, LENGTHENING) or (isinstance(wish, messages.Move) and table.seat_of(guest) in table.seals)


WISHES: dict[type, Callable[[Deed, int, Any], None]] = {
    messages.Sit: sit,
    messages.Rise: rise,
    messages.SetBot: set_bot,
    messages.Begin: begin,
    messages.Salt: salt,
    messages.Move: move,
    messages.Back: back,
    messages.Concede: concede,
    messages.Pause: pause,
    messages.Resume: pause,
    messages.Remove: remove,
    messages.Close: close,
    messages.AskAdvice: advice,
}


def follow_on(table: Table, guest: int, key: str, next_table: str, at: int) -> Deed:
    """The same group goes on at another table, of which there is one."""
    demand_host(table, guest)
    demand(table.phase == "finished", "not_finished")
    deed = Deed(table, at)
    if not table.next_table:
        deed.add(entries.Rematch(guest=guest, key=key, table=next_table))
    return deed
