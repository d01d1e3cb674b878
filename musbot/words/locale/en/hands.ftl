# One's own hand, in private

hand-title = { $table } · hand { $hand } · your cards
hand-pick = { $most ->
    [one] DISCARD. Tap the card you throw, then “Throw”.
   *[other] DISCARD. Tap the cards you throw (1 to { $most }), then “Throw”.
}
hand-mano = Speaks first (mano): { $mano } · last (postre): { $postre }
hand-picked = You throw: { $cards }
hand-back = Go to the table
hand-is-here = { $closed ->
    [yes] Your cards come here, because you do not let me write to you in private. Once you do, press “{ button-hand-private }”.
   *[no] Your cards come here and not in private.
}
hand-is-private = From now on I send you your cards in private.
hand-is-private-maybe = I try to send you your cards in private. If they do not come, you do not take messages from me: “My cards” shows them here again.
hand-aside = You are playing with the buttons at the table. To have them here, press “{ button-hand-play }”.
hand-there = Your cards are at the table, for you alone. If you press nothing there for a quarter of an hour, they come back here.
hand-left = You no longer play at { $table }.
hand-left-held = You no longer play at { $table }. While the partida lasts and nobody else sits down, “{ button-return }”, at the table, gives it back to you.
hand-left-to = You no longer play at { $table }: { $next } sits down for the next hand.
