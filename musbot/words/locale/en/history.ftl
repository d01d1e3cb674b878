# What is kept: one's partidas, who wins, what is forgotten
player-forgotten = Player

help-historial = see your partidas
help-ranking = see who wins
help-verificar = check the deal
help-privacidad = read what is kept
help-borrar = delete what I keep about you

history-title = Your partidas
history-date = { $year }-{ $month }-{ $day }
history-line = { $date } · Table { $table } ({ $rules }): { $fate }
history-won = won { $score }
history-lost = lost { $score }
history-closed = not finished, { $score }
history-with = with { $names }
history-against = against { $names }
history-ai = an AI played too
button-acta = Acta { $table }
refused-no-acta-yet = That partida has not ended yet.
refused-no-acta-any-more = Of that partida I keep only the result now: its cards, and what was said, are deleted after a while.

ranking-title = 🏆 Who wins here
ranking-none = Nobody has won a partida here yet. /mus opens a table; the first partida counts already.
ranking-week = This week: { $rows }
ranking-quarter = In 90 days: { $rows }
ranking-ever = In all: { $rows }
ranking-people = Each player: { $rows }
ranking-people-week = Each player, this week: { $rows }
ranking-people-quarter = Each player, in 90 days: { $rows }
ranking-pairs = Partners: { $rows }
ranking-stones = Tres Mus and French mus: { $rows }
ranking-with-ai = With an AI at the table: { $rows }
ranking-row = { $names } { $won }–{ $lost }
ranking-streak = { $people ->
    [one] 🔥 { $names } has won { $won } in a row.
   *[other] 🔥 { $names } have won { $won } in a row.
}
ranking-strength-pairs = Strength of partners: { $rows }
ranking-strength-people = Strength of players: { $rows }
ranking-rated = { $names } { $points } ± { $margin }
ranking-counts = Won–lost; partidas that you closed halfway do not count. After { $fewest } partidas of mus without AI players I also measure who is stronger.
ranking-needs = Won–lost; partidas that you closed halfway do not count. Strength needs { $fewest } partidas of mus without AI players; a single player's, also a change of partner in one of four. Everybody begins at 1000. The ± is how far it may be out: where two overlap, nobody can say who is better.

proof-title = 🔒 Table { $table } · the deal
proof-seed = The seed was { $seed }
    and its fingerprint is { $commitment }. Compare it with that in the message from before the start: it has to be the same.
proof-cut = The deck was cut at { $cut }.
proof-kept = ✅ I have just dealt again from the seed: { $hands ->
    [one] the only hand was dealt as promised
   *[other] all { $hands } hands were dealt as promised
}.
proof-broken = ❌ I have just dealt again from the seed: of { $hands } hands these do not come out as promised: { $broken }.
proof-mano = ❌ The first mano is not the one that the seed gives.
proof-about = Do not take my word for it: /acta gives you the partida, and you can check it without me.

privacy-title = What is kept
privacy-open = whether our private chat is open
privacy-chosen = what you have chosen in /language, /settings and /calls
privacy-notices = of which chats you are told when players are missing, your hours without news, and the last notice of each chat
privacy-here = where you want to see your cards
privacy-explained = whether you want buttons explained
privacy-course = at which lesson of /learn you are
privacy-look = Of a hand that you ask to have analysed: which it is, until you are told.
privacy-leaving = While I delete it, I note that you have asked for it.
privacy-text = Of you: the number that this platform gives you, the name with which you sat down and your language; { $facts }. Until you write /forget.
    Of each table: in which chat it was, the rules, who sat there, what was said and which cards there were. And of each partida one line with its result. { $days ->
        [0] They have no date of expiry.
        [one] One day after its end a table is deleted, and an acta without names is left to who runs this bot; the line with the result does not expire.
       *[other] { $days } days after its end a table is deleted, and an acta without names is left to who runs this bot; the line with the result does not expire.
    } Your name is not in them but a number; whose it is stands in a list apart, which who runs this bot can read.
    { privacy-look } If you say that the AI played it badly, that hand, without anybody's name or number: the last 500.
    Of each date: its time, its rules and who answered what, until a week after it.
    Of each press: its number, for 48 hours, so that it does not count twice.
    Of what people write I keep nothing, but for the word of the game that counts as a move.
    Your history is seen by you alone. The ranking of a chat is seen by those who are in that chat.
    With /forget your name and your number are forgotten, and at others' tables there is “Player”. What I cannot take back: messages that are in chats already, actas that somebody has saved, and the copies of who runs this bot. { privacy-leaving }
forget-title = Delete what is mine
forget-text = I forget your name and who you are on this platform. You leave your seat at open tables: an AI player goes on, and a table where nobody else is left is closed. Finished partidas say “Player”, and your history and your places in rankings are gone. It cannot be undone.
    What is written in chats already I cannot delete.
    Are you sure? You have ten minutes to say so.
button-forget = Yes, delete what is mine
forget-done = Done: I no longer know who you are. If you play again, you begin anew.
forget-goes-on = I am deleting it, and it takes a while. I tell you in private when it is done.
forget-failed = Not everything could be deleted. Write /forget again.
refused-forget-late = To delete what is yours write /forget first.
