# A partida on a page: musbot/acta/page, and the hand as a moving picture
page-title = A partida of mus: { $sides }
page-table = Table { $table }
page-under = The partida is not over: this is what is known so far.
page-moments = The moments
page-course = The score
page-course-mus = The piedras of each side, hand by hand. { $score }
page-course-stones = The stones that each still holds, hand by hand. { $score }
page-hands = Hand by hand
page-juego = Game { $juego }
page-hand = Hand { $hand }
page-mano = { $name } is mano
page-is-mano = mano
page-is-postre = postre
page-dealt = As they were dealt
page-count = The count
page-nothing-paid = Nothing is paid.
page-unshown = A deje won the game: nobody showed these cards at the table.
page-unshown-yet = A deje won the game: the cards were not shown.
page-cards-unseen = { $count ->
    [one] one card, not shown
   *[other] { $count } cards, not shown
}
page-threw = { $count ->
    [0] { $name } keeps all four (servido)
    [one] { $name } throws one card
   *[other] { $name } throws { $count } cards
}
page-took = { $name } takes { $count ->
    [one] one card
   *[other] { $count } cards
}
page-sena = (seña of { $name }: { $sena })
page-playing = This hand is still being played.

page-moment-ordago = Órdago
page-ordago-wanted = { $name } bets órdago on { $lance }, and it is accepted!
page-ordago-refused = { $name } bets órdago on { $lance }, and all decline.
page-ordago-open = { $name } bets órdago on { $lance }. The answer is awaited.
page-moment-best = The best cards
page-best = { $name } holds { $holds }.
page-moment-fattest = The richest hand
page-fattest = { $count ->
    [one] { $side } takes
   *[other] { $side } take
} { $piedras ->
    [one] one piedra
   *[other] { $piedras } piedras
} in one hand.
page-moment-turning = Where it was decided
page-turned = { $count ->
    [one] Here { $side } goes ahead, and stays there to the end.
   *[other] Here { $side } go ahead, and stay there to the end.
}
page-led = { $count ->
    [one] { $side } leads from this hand to the end.
   *[other] { $side } lead from this hand to the end.
}

page-proof = The proof of the deal
page-proof-waits = The deck is bound to this fingerprint, which was published before the start. The seed is told when the partida is over:
page-proof-commitment = Fingerprint published
page-proof-seed = Seed
page-proof-cut = Cut
page-proof-kept = { $hands ->
    [one] Dealt again from the seed, the only hand comes out the same.
   *[other] Dealt again from the seed, all { $hands } hands come out the same.
}
page-proof-broken = Dealt again from the seed, these hands do not come out as promised: { $broken }.
page-proof-fault = Something in the proof does not agree with what was published.
page-proof-how = To check it without believing this page: the fingerprint must be that of the first message of the table, and with the acta in TOML beside this file all can be dealt again (musbot verify, or tools/verify_deal.py).
page-foot = The same partida, to be replayed word by word, is in the .mus.toml file.
page-steps-title = Step by step
page-steps = Step by step: ‹ and ›, or the arrow keys.
page-hand-before = Hand before
page-step-back = Back
page-step-on = Next
page-hand-after = Next hand
page-film = Play
page-stop = Stop
page-steps-end = Show all hands

button-film = 🎞 See the hand
film-title = 🎞 { $table } · hand { $hand }, as it was played
film-lance = { $lance } — { $words }
film-unsent = The pictures could not be shown here.
refused-share-there = That picture is in the chat already, a little further down or up.
refused-film-making = It is being made: that takes a few seconds.
refused-film-there = That hand is in the chat already, a little further down or up.
refused-no-film = There is nothing to see of that hand yet.
