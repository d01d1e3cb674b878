# The chat commands and the help

command-mus = open a table of mus
command-tanteo = see how the partida stands
command-cartas = see your cards, in private
command-mesa = show the board again
command-reglas = read about ways to play
command-suerte = cut the deck (1–40)
command-acta = get the last partida, to go over it
command-salir = leave your seat
command-sustituir = give up your seat, or ask to replace somebody
command-terminar = vote to end the table
command-ayuda = see what you can do now
command-senas = see the señas (signs), and which are true of your hand (in private)
help-title = All commands
help-moment = What to do now
help-text = { $commands }
    In the table's own chat words count too, if I can read them: “paso”, “envido 5”…
help-mus = open a table (/mus vitoria, /mus trios, /mus piedras=30…)
help-cartas = see your cards, in private
help-mesa = show the board again
help-salir = leave your seat to an AI
help-sustituir = give up your seat, or ask to replace somebody
help-terminar = vote to end the table
help-open = Now: /mus, or “{ button-open }”, opens one; if there is one already, sit down at it.
help-open-alone = Mus is a card game for partners, two against two: you bet on your cards, and whoever reaches 40 piedras (points) first wins.
help-open-new = If you have never played, press “I am just starting”: I deal at once and explain every button. “Learn” takes you through it step by step.
help-lobby = Now: the table waits for players. “{ button-sit-alone }” gives you a seat, “{ button-ai }” fills one, and whoever opened the table fills the rest and deals with “{ button-fill }”. After that I tell you each time what you can do.
help-lobby-enough = Now: there are players enough, and still free seats. “{ button-sit-alone }” gives you one, “{ button-ai }” fills one, and whoever opened the table deals with “{ button-start }”. After that I tell you each time what you can do.
help-lobby-full = Now: the table is full. Whoever opened it deals with “{ button-start }”; before that, anybody at the table may cut the deck, under “{ button-more }”.
help-lobby-take = “{ button-sit-alone }” gives you the seat of an AI.
help-lobby-queue = “{ button-queue }” puts you in line for the next free seat.
help-lobby-alone = Now: your table is ready. Press “{ button-start }” and I deal.
button-commands = 📋 All commands
help-wait = It is not your turn now: wait a moment.
command-idioma = choose which language I speak to you in
command-avisos = choose how I let you know that it is your turn
command-analisis = go over your last hand, word by word (in private)
command-glosario = read what the words of Mus mean
command-historial = see your partidas, with whom and how they ended (in private)
command-ranking = see who wins in this chat
command-verificar = check that the deal is as promised
command-privacidad = read what is kept about you, and for how long
command-borrar = delete what is kept about you (in private)
command-aprender = get to know Mus in ten minutes, by playing (in private)
command-ajustes = see and change the settings of this chat (administrators)