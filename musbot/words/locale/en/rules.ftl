# Rule sets and their options

about-novato = Beginner: looks at its own cards and little else, and misjudges them at times. To learn, or for an easy game.
about-prudente = Careful: reckons what the others may hold, minds the score, and bluffs now and then.
about-muslari = Expert: learnt by playing millions of hands; knows what every bet is worth, and is hard to read.
rules-line = { $name }: { $what }
rules-line-typed = { $name }: { $what } (/mus { $typed })
rules-is-parejas = 4 players, 8 kings, to 40, first to 2 games (juegos); either partner answers
rules-is-vitoria = 8 kings, to 40, first to 3 games (juegos); bets are answered in turn
rules-is-mundial = 4 kings, la real counts, to 20, first to 4 games (juegos)
rules-is-cuatro-reyes = to 20, first to 3 games (juegos); bets are answered in turn
rules-is-euskal-herria = 4 kings, to 30, first to 3 games (juegos); cards are always shown
rules-is-castellano = 8 kings, to 35, first to 4 games (juegos)
rules-is-castellano-30 = 8 kings, first to 5 games (juegos)
rules-is-castellano-40 = 8 kings, first to 3 games (juegos)
rules-is-clasico = 8 kings, to 40, first to 3 games (juegos); mus corrido in each; either partner answers
rules-is-trios = 6 players, 8 kings, to 40, first to 3 games (juegos)
rules-called-parejas = Partners
rules-called-vitoria = Vitoria
rules-called-mundial = World championship
rules-called-cuatro-reyes = Four kings
rules-called-euskal-herria = Basque championship
rules-called-castellano = Castilian
rules-called-castellano-30 = Castilian to 30
rules-called-castellano-40 = Castilian to 40
rules-called-clasico = Classic
rules-called-trios = Trios
rules-called-individual = Everyone for themselves
rules-called-tres-mus = Tres Mus
rules-called-frances = French mus
rules-changed = { $name } ({ $reyes } kings), with changes: { $changed }
rules-changes = With changes: { $changed }
rules-is-individual = 2 to 6 players, 8 kings, to 40, first to 3 games (juegos)
rules-title = Ways to play
rules-use = What stands in brackets opens such a table, with changes if you like: /mus vitoria piedras=30 real=figura
rules-one-title = { $name }
rule-reyes = { $value } kings (reyes){ $value ->
    [8] { " " }and { $value } aces: a 3 counts as a king and a 2 as an ace
   *[other] : a 3 counts 3 and a 2 counts 2
}.
rule-real-no = La real does not count.
rule-real-figura = La real counts: three sevens and a face card (not a 3) beat every juego.
rule-real-rey = La real counts: three sevens and a true king beat every juego.
rule-juego = To { $piedras } piedras ({ $amarracos } amarracos{ $rest ->
    [0] {""}
   *[other] {" "}and { $rest }
}). A vaca is { $juegos ->
    [one] one game (juego)
   *[other] { $juegos } games (juegos)
}.
rule-vacas = The partida is { $vacas } vacas.
rule-descarte-turno = Cards are thrown in turn.
rule-descarte-vez = Cards are thrown by all at once.
rule-respuesta-turno = { $bandos ->
    [trios] A bet is answered in turn; one partner’s “quiero” binds all three.
   *[other] A bet is answered in turn; one partner’s “quiero” binds both.
}
rule-respuesta-pareja = { $bandos ->
    [trios] Any of the three answers a bet; what commits to most holds. The others have { $gracia } s to raise.
   *[other] Either partner answers a bet; what commits to most holds. The other has { $gracia } s to raise.
}
rule-elimina = Whoever says “no quiero” speaks no more in that lance.
rule-corte-libre = One may cut the mus without waiting for one’s turn.
rule-corrido-partida = Mus corrido in the first hand of the partida: whoever cuts the mus becomes mano.
rule-corrido-juego = Mus corrido in the first hand of each game (juego): whoever cuts the mus becomes mano.
rule-consulta = The second to speak may say “mi compañero dirá” (my partner will say): then the fourth decides for both.
rule-visto = Mus visto: now and then a card is seen in the deal; then everybody may change cards.
rule-visto-served = Mus visto: now and then a card is seen, in the deal or among new cards; then everybody may change cards.
rule-muestra = Cards are always shown at the end of a hand, even when a deje has won the game.
rule-deje-recuento = A deje that reaches the target wins the game only at the count: until then an órdago may still decide it.
rule-una-a-una = When all throw all their cards, the new ones are dealt one by one.
rule-anteriores = When the cards run out, only those thrown in earlier rounds are shuffled.
about-bandos = Sides: two against two (4 players), three against three (6) or everyone for themselves (2 to 6).
about-reyes = With 8 kings a 3 counts as a king and a 2 as an ace; with 4 they count 3 and 2.
about-real = La real: three sevens and a face card (or a true king) beat every juego.
about-piedras = Points (piedras) that win a game (juego).
about-juegos = Games (juegos) that win a vaca.
about-vacas = Vacas that win the partida.
about-parejas = Partners as they sit, or drawn before the start: the highest cards against the lowest.
about-descarte = Discards in turn, or all at once.
about-respuesta = A side answers a bet in turn, or either partner does.
about-gracia = Where either answers: seconds the other has to raise.
about-elimina = Whoever says “no quiero” speaks no more in that lance.
about-corte = The mus is cut in turn, or whenever one likes.
about-mus-corrido = Mus corrido in the first hand: whoever cuts the mus becomes mano.
about-consulta = The second to speak may say “mi compañero dirá”: only with four players in parejas, and with zuetan=no.
about-mus-visto = How often a card is seen in the deal: then everybody may change cards (0: never).
about-senas = Which señas may be made: none, all, the ten of Castile (no tres reyes), or the seven of the classic rules (a wink is 31 or 30).
about-muestra = Cards are always shown at the end of a hand, even when a deje has won the game.
about-deje = A deje that reaches the target wins at once, or at the count, when an órdago may have decided the game before.
about-reponer = When all throw all their cards: each is dealt four at once, or one by one.
about-barajar = When the cards run out, all discards are shuffled, or only those of earlier rounds.
rule-bandos-parejas = Four players, two against two.
rule-bandos-trios = Six players, three against three.
rule-bandos-individual = Two to six, everyone for themselves.
rule-respuesta-individual = Everybody answers a bet in turn; whoever declines it is out of the lance.
rule-sorteo = Partners are drawn: the highest cards against the lowest.
rule-senas = Partners may make señas (signs); you see one if you are looking at whoever makes it.
rule-senas-diez = Partners may make the ten señas of Castile (tres reyes is not one of them); you see one if you are looking at whoever makes it.
rule-senas-siete = Partners may make seven señas: reyes, ases, medias, duples, and a wink for 31 or 30; you see one if you are looking at whoever makes it.
rule-no-senas = No señas (signs).
field-changed = { $field } = { $value }
field-is = { $field }: { $value }
field-bandos = sides
field-reyes = kings (reyes)
field-real = la real
field-piedras = piedras
field-juegos = juegos
field-vacas = vacas
field-parejas = partners
field-descarte = discard
field-respuesta = who answers
field-gracia = time for the partner
field-elimina = “no quiero” is out
field-corte = cutting the mus
field-mus-corrido = mus corrido
field-mus-visto = mus visto
field-senas = señas
field-muestra = always show cards
field-deje = a winning deje
field-reponer = four new cards
field-barajar = reshuffle
field-tanteo = tanteo
value-parejas = two against two
value-trios = three against three
value-individual = everyone for themselves
value-figura = with a figure
value-rey = with a king
value-fijas = fixed
value-sorteo = drawn
value-turno = in turn
value-a-la-vez = all at once
value-pareja = either partner
value-libre = at any time
value-partida = at the start
value-juego = in each game
value-corto = short
value-largo = long
value-acto = at once
value-recuento = at the count
value-en-paquete = together
value-una-a-una = one by one
value-todos = all discards
value-todas = all
value-diez = the ten of Castile
value-siete = the seven of the classic rules
value-anteriores = of earlier rounds
value-seconds = { $seconds } s
value-chance = { $percent } %
value-never = never
rules-is-tres-mus = 2 to 8, everyone for themselves; the last with stones (7) loses; out after 4 lost games (juegos)
rules-is-frances = 2 to 8, everyone for themselves; the last with stones (8) loses; out after 3 lost games (juegos)
rule-stones-tres-mus = Two to eight, everyone for themselves. Five cards, of which one is thrown; there is no mus.
    Each starts with { $piedras ->
        [one] one stone
       *[other] { $piedras } stones
    } and wants to be rid of them. The last to have any loses the game (juego); with { $juegos } lost one is out. The last one left wins.
    A lance in which nobody bets counts for nothing. Stones are bet and put in the middle; one accepts with as many as one likes. When all have spoken there may be raises, and whoever will not go on withdraws.
    Of those still in, the worst hand has to take what is in the middle. The others are rid of theirs, and the best is rid of the premio too: real 5, 33 4, 31 3, another juego 2; pares 1, 2 or 3; punto 1.
    Order of juego: la real, 33, 31, 32, 40, 37, 36, 35, 34.
rule-stones-frances = Two to eight, everyone for themselves. Five cards, of which one is thrown; there is no mus.
    Each starts with { $piedras } stones and wants to be rid of them. The last to have any loses the game (juego); with { $juegos } lost one is out. The last one left wins.
    If nobody bets, the winner of the lance puts its worth into the dish. Bets are put in the middle; whoever declines a raise has to take what lay there.
    Of those still in, the worst hand has to take what is in the middle. The others are rid of theirs, and the best is rid of the premio too.
rule-tanteo-largo = Long tanteo: la real is worth 5, a juego of 33 4.
about-tanteo = Tanteo: short, or long (la real is worth 5, a juego of 33 4).
about-piedras-stones = Stones each player starts a game (juego) with.
about-juegos-stones = How many lost games (juegos) put a player out.
rules-is-fem = the Spanish federation, 8 kings, to 40, first to 3 games (juegos); the dealer discards first
rules-is-iparralde = 4 kings, to 40, first to 3 games (juegos); partners decide the mus together (zuetan)
rules-called-fem = FEM
rules-called-iparralde = French Basque Country
rule-descarte-postre = Cards are thrown in turn, the dealer first.
rule-senas-fem = Partners may make the señas of the federation: medias only once grande is over. You see one if you are looking at whoever makes it.
rule-deje-subida = At pares, juego and punto a declined raise pays what was accepted, and one more.
rule-zuetan = Partners decide the mus together: either speaks, first on the side of the mano, then on the other.
rule-iparralde-lacks = In the French Basque Country one may bet on two lances at once (“biak”); here that is not possible.
rule-menor-reparte = Each draws a card, and the lowest deals.
rule-menor-mano = Each draws a card, and the lowest is mano.
about-deje-subida = What a declined raise pays at pares, juego and punto: what was accepted, or one piedra more.
about-sorteo = The first dealer: the player of the suit that is turned, or of the lowest card; or that player is mano.
about-zuetan = Partners decide the mus together, instead of all four speaking in turn: only with four players in parejas, and with consulta=no.
about-visto-en = Which card seen forces a mus: one in the deal only, or also one among new cards.
field-deje-subida = a declined raise
field-sorteo = who deals first
field-zuetan = mus by partners
field-visto-en = a card seen
value-fem = those of the federation
value-postre = the dealer first
value-aceptado = what was accepted
value-mas-uno = that and one more
value-palos = by suits
value-menor-reparte = the lowest card deals
value-menor-mano = the lowest card is mano
value-reparto = in the deal
value-siempre = also among new cards
