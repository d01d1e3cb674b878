list-last = { $before } and { $last }
list-either = { $before } or { $last }

illegal-not-your-turn = It is not your turn: { $turn } { $turn-count ->
    [one] is
   *[other] are
} to speak.
illegal-already-said = You have spoken, and a word binds. { $turn } { $turn-count ->
    [one] is
   *[other] are
} to speak.
illegal-not-now = “{ $word }” may not be said now. You may say: { $words }.
illegal-nothing-asked = There is nothing to say just now.
illegal-no-pares = You have no pares, so you do not speak in this lance. { $turn } { $turn-count ->
    [one] is
   *[other] are
} to speak.
illegal-no-juego = You have no juego, so you do not speak in this lance. { $turn } { $turn-count ->
    [one] is
   *[other] are
} to speak.
illegal-out-of-lance = You said “no quiero”, so you no longer speak in this lance. { $turn } { $turn-count ->
    [one] is
   *[other] are
} to speak.
illegal-wrong-amount = { $most ->
    [0] It must be { $least } or more.
   *[other] It must be from { $least } to { $most }.
}
illegal-exact-amount = It must be exactly { $exact }.
illegal-one-card = It must be exactly one card.
illegal-not-your-card = You do not have that card ({ $card }).
illegal-card-twice = That card stands there twice.
illegal-not-in-pile = That card ({ $card }) is not in the pile.
illegal-wrong-cards = { $expected } cards are due.
illegal-wrong-deal = { $cards } cards are due to each who plays, of { $seats }.
illegal-no-deal-due = No cards are due now.
illegal-no-visto = There is no mus visto here: everybody throws one of their five cards.
illegal-no-visto-served = A card seen among new cards forces no mus here.
illegal-no-visto-in-last = Somebody stayed served: no card seen in this discard forces a mus.
illegal-visto-already = A card ({ $card }) has already been seen in this discard, and one is the most.
illegal-no-wait = Nobody is being waited for.
illegal-wrong-number = { $expected } play this, and you are { $seats }.
illegal-no-senas = There are no señas at this table.
illegal-no-sena-now = No señas may be made now.
illegal-sena-after-grande = That seña ({ $sena }) may be made only once grande is over.
illegal-false-sena = That seña ({ $sena }) is not true of your cards.
illegal-sena-not-made-here = These rules do not have that seña ({ $sena }).
illegal-sena-twice = You have made that seña ({ $sena }) in this hand.
illegal-look-at-whom = At whom? It must be another player.
illegal-no-stones = You have no stones left in your hand, so you do not speak in this lance. Waiting for { $turn }.
