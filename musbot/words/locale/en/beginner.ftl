# Told to one who is just starting
partner-says = 💬 { $name } explains: { $what }
partner-goal = we play against { $rivals }. Whoever first reaches { $piedras } piedras (points) wins the game. In each hand you bet on four things, the lances, always in this order: grande, chica, pares and juego (or punto).
stones-goal = 💬 Here you want to be rid of your stones: the last to have any loses the game (juego). In each lance (round of betting) those who stay in are rid of what they put in, and the worst hand has to take what is in the middle. { $best ->
    [33] At juego, 33 beats 31.
   *[other] At juego, 31 is the best.
}
pair-goal = 💬 You play with { $mates } against { $rivals }. Whoever first reaches { $piedras } piedras (points) wins the game. In each hand you bet on four things, the lances, always in this order: grande, chica, pares and juego (or punto).
partner-goal-eight = Note: a three counts as a king, and a two as an ace.
cards-count = { $rank ->
    [3] the three is a king
    [2] the two is an ace
   *[other] threes are kings, twos are aces
}
lance-is = { $lance ->
    [grande] Grande: the highest cards win. Each player’s best card is compared first.
    [chica] Chica: the lowest cards win. Each player’s lowest card is compared first.
    [pares] Pares: cards that are alike win. Two are a pair; three, medias, beat a pair; two pairs, duples, beat all.
    [juego] Juego: a sum of 31 or more counts. Jacks, knights and kings are 10, and the best is 31; then 32, 40, 37, 36…
   *[other] Punto: nobody reaches 31, and the highest sum wins.
}
lance-not-yours = { $lance ->
    [pares] You have no pares (pairs), so you do not speak in this lance.
   *[juego] You have no juego (31 or more), so you do not speak in this lance.
}
partner-word = { $word }. { $what }
sena-made-so = { $sena } ({ $gesture })
try = 🌱 { $what }
try-mus = With no kings, no two alike and no 31, say “mus”.
try-keep = When you change cards, keep the kings and those that are alike.
try-paso = If in doubt, pass: if the others bet after that, you can still accept.
try-envido = If you think you win a lance, say “envido”: if they decline, you are paid at once.
try-chica = Aces lose at grande, but they win at chica.
try-answer = Before you accept a bet, read on the button how much is at stake.
try-partner = Listen to your partner: what they win is yours too.
try-mano = See who is mano: of two equal hands the one nearer to the mano wins.
try-sena = If you have a seña, make it: your partner will know what you hold.
try-count = Read the count line by line: it says who is paid, and why.
along-title = A whole hand, step by step
along-idea = This is how a hand of Mus goes. You are { $name }, and you play with { $partner } against { $rivals }. Everybody holds four cards. The “mano” speaks first, the “postre” last. You bet on four things, one after another, and the first side to reach 40 piedras (points) wins the game. This time I tell you what to press.
along-say = Now press “{ $word }”.
along-counted = The hand is over. The cards are shown, and what each side wins is counted lance by lance. “Deje” is what is paid when a bet is declined. “Premio” is what those cards are worth by themselves: the side that wins the lance is paid it for both its players.
along-end = That is a whole hand. The lessons that follow show each thing slowly.
