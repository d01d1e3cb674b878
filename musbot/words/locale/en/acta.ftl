# A partida told hand by hand: musbot/acta/tell.py
acta-game = { $reglas }: { $piedras } piedras, { $juegos ->
    [one] one game
   *[other] { $juegos } games
}{ $vacas ->
    [one] {""}
   *[other] {" "}and { $vacas } vacas
}.
acta-against = { $one } against { $other }
acta-changes = Agreed: { $changes }.
acta-start = It starts like this: { $score }

acta-hand = Hand { $hand }. { $name } is mano.
acta-visto = Mus visto! The { $card } of { $name } was seen: there is mus by force.

acta-label-mus = Mus
acta-label-descarte = Discard
acta-label-grande = Grande
acta-label-chica = Chica
acta-label-pares = Pares
acta-label-juego = Juego
acta-label-punto = Punto
acta-threw = { $name } throws { $cards }
acta-took = { $name } takes { $cards }
acta-reshuffled = the pile runs out and the discards are shuffled
acta-reshuffled-but = the pile runs out and the discards are shuffled, all but those of { $name }
acta-sena = ({ $name } makes the seña for { $sena }: { $count ->
    [0] nobody sees it
   *[other] seen by { $seen }
})
acta-looks = ({ $name } looks at { $other })
acta-gracia = nobody goes higher
acta-have = { $count ->
    [0] nobody has any
   *[other] held by { $names }
}
acta-have-nobody-playing = nobody of those who play has any

acta-count = The cards are shown:
acta-score = Score: { $score }
acta-score-side = { $side } { $piedras }
acta-adentro = { $score }, adentro!
acta-score-games = { $score }; in games, { $juegos }
acta-juego = The game (juego) goes to { $side }! Games: { $juegos }.
acta-shown = The cards are shown.
acta-vaca = And the vaca! Vacas: { $vacas }.
acta-won = { $count ->
    [one] { $side } wins the partida!
   *[other] { $side } win the partida!
}
acta-awaited = { $count ->
    [one] { $names } is to speak.
   *[other] { $names } are to speak.
}
acta-to-deal = The next hand has not been dealt.
acta-game-stones = { $reglas }: { $piedras ->
    [one] one stone
   *[other] { $piedras } stones
} each; with { $juegos ->
    [one] one game lost
   *[other] { $juegos } games lost
} a player is out.
acta-seen = { $count ->
    [one] { $names } shows their cards:
   *[other] { $names } show each other their cards:
}
acta-juego-lost = Only { $side } still has stones and loses the game (juego). Games lost: { $juegos }.
acta-suertudos = { $count ->
    [one] Suertudo: { $names }, who finds nothing left to take
   *[other] Suertudos: { $names }, who find nothing left to take
}
