# The lobby, private hands, rules and help
lobby-side = { $sign } { $side }: { $names }
lobby-players = Players: { $names }
lobby-free = free
sorteo-sides = Lottery of sides:
sorteo-dealer = Lottery of the dealer:
sorteo-card = { $name } draws { $card }
sorteo-again = A tie: { $name } draws again, { $card }
sorteo-suit = { $name } has { $suit }
sorteo-turned = It is { $card }.
lobby-queue = Waiting for a seat: { $names }
lobby-queue-more = Waiting for a seat: { $names } and { $more } more
lobby-commitment = 🔒 The deck is bound by: { $commitment }
lobby-words = Words for the shuffle: { $words }
lobby-word = { $name } “{ $word }”
lobby-hint = /suerte and a word adds your own to the shuffle.
lobby-closed = The partida has begun.
button-sit = Sit down: { $side }
button-sit-alone = Sit down
button-up = Stand up
button-queue = Wait for a seat
button-ai = Add AI
button-no-ai = Remove AI
button-rules = Rules
button-start = Start
button-private = Open my private chat

hand-title = { $table } · hand { $hand } · your cards
hand-pick = Tap those you throw, then “Throw”.
hand-picked = You throw: { $cards }
hand-back = Back to the table
cards-none = You have no cards now.
cards-pick-hint = To throw, press 1–{ $most } (from left to right), then “Throw”.

rules-line = { $name }: { $what }
rules-is-parejas = 4 players, 8 reyes, to 40, best of 3; either partner answers
rules-is-vitoria = the rules of Vitoria: 8 reyes, to 40, 3 juegos; in turn
rules-is-mundial = World Championship: 4 reyes, la real counts, to 40, 4 juegos
rules-is-cuatro-reyes = 4 reyes, to 20, 3 juegos
rules-is-euskal-herria = Championship of the Basque Country: 4 reyes, to 30, 3 juegos; cards are always shown when a hand ends
rules-is-castellano = Castilian: 8 reyes, to 35, 4 juegos
rules-is-castellano-30 = Castilian: 8 reyes, to 30, 5 juegos
rules-is-castellano-40 = Castilian: 8 reyes, to 40, 3 juegos
rules-is-clasico = classic: 8 reyes, to 40, 3 juegos, mus corrido in the first hand
rules-is-trios = 6 players in tríos, 8 reyes, to 40, 3 juegos
rules-changed = { $rules }; changed: { $changed }
rules-is-individual = 2 to 6 players, each for himself: 8 reyes, to 40, 3 juegos
rules-title = Ways to play
rules-use = /mus and a name opens a table like that (/mus vitoria), with changes if you like: /mus vitoria piedras=30 real=figura
rules-one-title = { $name }
rule-reyes = { $value } reyes{ $value ->
    [8] { " " }and { $value } aces: the 3 is a rey and the 2 an ace
   *[other] : the 3 and the 2 are what they are
}.
rule-real-no = La real does not count.
rule-real-figura = La real counts: three sevens and a figure (not a 3).
rule-real-rey = La real counts: three sevens and a true rey.
rule-juego = To { $piedras } piedras ({ $amarracos } amarracos{ $rest ->
    [0] {""}
   *[other] {" "}and { $rest }
}). A vaca is { $juegos } juegos.
rule-vacas = The partida is { $vacas } vacas.
rule-descarte-turno = Cards are thrown in turn.
rule-descarte-vez = Cards are thrown by all at once.
rule-respuesta-turno = A bet is answered in turn; one partner’s “quiero” binds both.
rule-respuesta-pareja = Either partner answers a bet; what commits to most holds. The other has { $gracia } s to raise.
rule-elimina = Who says “no quiero” speaks no more in that lance.
rule-corte-libre = The mus may be cut out of turn.
rule-corrido-partida = Mus corrido in the first hand of the partida: who cuts is mano.
rule-corrido-juego = Mus corrido in the first hand of each juego: who cuts is mano.
rule-consulta = The second to speak may say “mi compañero dirá”.
rule-visto = Mus visto: now and then a card is dealt face up, and there is mus by force.
rule-muestra = Cards are shown at the end of a hand, of one in which the juego is won by a deje too.

about-bandos = Sides: parejas (4), tríos (6) or each for himself (2 to 6).
about-reyes = With 8 reyes the 3 is a rey and the 2 an ace; with 4 they are what they are.
about-real = La real: three sevens and a figure (or a true rey) beats every juego.
about-piedras = Piedras that win a juego.
about-juegos = Juegos that win a vaca.
about-vacas = Vacas that win the partida.
about-parejas = Fixed sides, or drawn by the highest cards before the start.
about-descarte = Discards in turn, or all at once.
about-respuesta = A side answers a bet in turn, or either partner does.
about-gracia = Where either answers: seconds the other has to raise.
about-elimina = Who says “no quiero” speaks no more in that lance.
about-corte = The mus is cut in turn, or whenever one likes.
about-mus-corrido = Mus corrido in the first hand: who cuts is mano.
about-consulta = The second to speak may say “mi compañero dirá”.
about-mus-visto = How often a card is seen while dealing: then there is mus by force (0: never).
about-senas = With señas or without.
about-muestra = Cards are shown at the end of a hand even if the juego is won by a deje.
rule-bandos-parejas = Four players, in parejas.
rule-bandos-trios = Six players, in tríos.
rule-bandos-individual = Two to six, each for himself.
rule-respuesta-individual = Everybody answers a bet in turn; who does not want it is out of the lance.
rule-sorteo = Sides are drawn: the highest cards against the lowest.
rule-senas = There are señas; one sees them by looking at who makes them.
rule-no-senas = No señas.
button-fields = Change rule by rule
button-sorteo = Draw sides
button-fijas = Fixed sides

command-mus = open a table of mus
command-tanteo = the score
command-cartas = your cards, in private
command-mesa = show the board again
command-reglas = ways to play
command-suerte = your word for the shuffle
command-acta = the last partida, to go over it
command-salir = leave your seat
command-terminar = vote to end the table
command-ayuda = help for this moment

sena-seen = 👀 { $name } makes you the seña: { $sena }.
sena-made = You made the señas: { $senas }.
looking-at = You look at { $name }.
sena-title = The señas
sena-line = { $sena }: { $gesture }
sena-yours = True of your cards: { $senas }. Make them with the buttons of your hand.
gesture-dos-reyes = bite the lower lip (two reyes)
gesture-tres-reyes = bite a side of the lower lip (three reyes or more)
gesture-dos-ases = the tip of the tongue (two aces)
gesture-tres-ases = the tip of the tongue to a side (three aces or more)
gesture-medias = the mouth to one side
gesture-duples = raise the eyebrows
gesture-treinta-y-una = wink (31)
gesture-juego = push out the lips (a juego that is not 31)
gesture-treinta = shrug both shoulders (30 points)
gesture-veintinueve = shrug one shoulder (29 points)
gesture-ciego = close the eyes: none of these
command-senas = the señas, and which are true of your hand (in private)

help-title = Mus in this chat
help-text = { $commands }
    The words of the game may be typed too: “paso”, “envido cinco”, “órdago”…
help-mus = opens a table (/mus vitoria, /mus trios, /mus piedras=30…)
help-cartas = your cards, in private
help-mesa = shows the board again
help-salir = leaves your seat to an AI
help-terminar = votes to end the table
help-now = Now: { $now }
help-options = You may say: { $words }.
help-wait = It is not your turn now.
private-closed = { $names }: see your cards with “My cards”; open my private chat and I send them there.
private-hello = Hello, { $name }. Here I will give you your cards. To play, add me to a group and write /mus there.
rules-is-tres-mus = 2 to 8, each for himself: five cards, one thrown; who gets rid of his stones wins (7, 4 juegos)
rules-is-frances = French mus, 2 to 8: five cards, one thrown; who gets rid of his stones wins (8, 3 juegos)
rule-stones-tres-mus = Two to eight, each for himself. Five cards, of which one is thrown; there is no mus.
    Each starts with { $piedras } stones and wants to be rid of them. The last to have any loses the juego; with { $juegos } lost one is out. The last one left wins.
    A lance en paso counts for nothing. Stones are bet and put in the middle; one accepts with as many as one likes. When all have spoken there may be raises, and who will not go on withdraws.
    The worst of those in takes what is in the middle; the others are rid of theirs, and the best of the premio too: real 5, 33 4, 31 3, another juego 2; pares 1, 2 or 3; punto 1.
    Order of juego: la real, 33, 31, 32, 40, 37, 36, 35, 34.
rule-stones-frances = Two to eight, each for himself. Five cards, of which one is thrown; there is no mus.
    Each starts with { $piedras } stones and wants to be rid of them. The last to have any loses the juego; with { $juegos } lost one is out. The last one left wins.
    En paso, who wins the lance puts its worth into the dish. Bets are put in the middle; who refuses a raise takes what lay there.
    The worst of those in takes what is in the middle; the others are rid of theirs, and the best of the premio too.
rule-tanteo-largo = Long tanteo: la real is worth 5, a juego of 33 4.
about-tanteo = Tanteo: short, or long (la real is worth 5, a juego of 33 4).
about-piedras-stones = Stones with which each starts a juego.
about-juegos-stones = Juegos lost with which one is out.
