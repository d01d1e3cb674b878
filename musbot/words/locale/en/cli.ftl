# The command line: what musbot and its commands say in the terminal
cli-progress = { $what }: { $done } of { $whole }, { $left ->
    [one] 1 second to go
   *[other] { $left } seconds to go
}
cli-minutes = { $count ->
    [0] just now
    [one] a minute ago
   *[other] { $count } minutes ago
}
cli-hours = { $count ->
    [one] an hour ago
   *[other] { $count } hours ago
}
cli-days = { $count ->
    [one] a day ago
   *[other] { $count } days ago
}
cli-cannot-write = { $file }: cannot be written: { $why }
cli-option-database = another database than DATABASE_URL: a file or a URL

cli-argparse-usage = Usage:{" "}
cli-argparse-options = options
cli-argparse-positional = arguments
cli-argparse-help = show this help and end
cli-argparse-version = show the version and end
cli-argparse-argument = argument %(argument_name)s: %(message)s
cli-argparse-choice = invalid choice: %(value)r (choose from %(choices)s)
cli-argparse-required = the following arguments are required: %s
cli-argparse-unknown = unrecognized arguments: %s
cli-choice-guess = “{ $value }” is no choice. Did you mean “{ $guess }”?
cli-option-guess = there is no { $option }. Did you mean { $guess }?
cli-argparse-not-with = not allowed with argument %s
cli-argparse-one = expected one argument
cli-argparse-some = expected at least one argument
cli-argparse-count = expected %s arguments
cli-argparse-none = takes no value, and was given %r
cli-argparse-value = invalid %(type)s value: %(value)r
cli-argparse-ambiguous = ambiguous option: %(option)s could match %(matches)s

cli-copying = Copying
cli-folding = Going over the tables
cli-backup = copy the database, also while the bot runs
cli-backup-file = where the copy is kept
cli-backup-overwrite = even if that file is there
cli-backup-there = { $why }; --overwrite replaces it
cli-backup-made = { $file }: { $tables ->
    [one] one table copied and gone over
   *[other] { $tables } tables copied and gone over
}, { $size } MB. It has cards, seeds and names in it: keep it to yourself.
cli-backup-faults = { $file }: the copy is made, but { $count ->
    [one] one thing is wrong in it
   *[other] { $count } things are wrong in it
}, as in the database
cli-restore = put a copy in the place of the database
cli-restore-file = a copy that { $program } backup made
cli-restore-replace = even if there is a database: that is moved aside, never deleted
cli-restore-damaged = even if tables are damaged in it: each is named
cli-restore-there = { $why }; --replace moves it aside and puts the copy in its place
cli-restore-aside = The one that was there is now { $file }.
cli-restore-aside-schema = The tables that were there are now in the schema { $schema }. In psql, DROP SCHEMA "{ $schema }" CASCADE deletes them.
cli-restore-made = { $file }: restored and gone over, with { $tables ->
    [one] one table
   *[other] { $tables } tables
}. It can be started.
cli-restore-faults = { $file }: { $count ->
    [one] one thing is wrong
   *[other] { $count } things are wrong
}; nothing was changed
cli-migrate = take an SQLite file over into PostgreSQL
cli-migrate-from = an SQLite file, or its sqlite:/// URL
cli-migrate-to = a postgresql:// URL (else that of DATABASE_URL)
cli-migrate-rows = Reading, copying and comparing rows
cli-migrate-aside = Set aside, for PostgreSQL cannot keep it: { $what }.
cli-migrate-made = What was taken over is in { $to }, as it was. { $file } is left as it is: let nobody play on in it.
cli-tables = tell who plays where, without a card
cli-tables-json = a JSON object a table, each on one line
cli-tables-count = { $count ->
    [0] No table is open.
    [one] One table is open.
   *[other] { $count } tables are open.
}
cli-tables-line = { $table } in { $chat } ({ $rules }): { $names }. { $state }, { $since }.
cli-tables-free = { $count ->
    [one] a free seat
   *[other] { $count } free seats
}
cli-tables-lobby = Not begun
cli-tables-playing = In hand { $hand } at { $score }
cli-tables-put-off = Put off in hand { $hand } at { $score }
cli-tables-damaged = { $table } in { $chat }: cannot be read, { $since } ({ $program } doctor says more)
cli-health = ask the bot that runs here whether it is well
cli-health-standby = It stands by: another musbot plays with the database.
cli-health-platform = { $platform } does not answer: its clocks wait, and it is tried again.
cli-health-parked = { $platform } lets the bot in no more, and is tried again every hour: { $why }
cli-health-silent = { $where }: nobody answers ({ $why })
cli-health-other = { $where }: another program answers, not musbot
cli-completion = make a shell complete musbot's commands
cli-completion-shell = which shell

doctor-version = musbot { $version }
doctor-no-token = No platform has a token: “{ $program } run” would have nothing to serve. Put TELEGRAM_BOT_TOKEN or DISCORD_BOT_TOKEN into { $file }.
doctor-silent = Nobody answers at { $why }. Look at this machine's network, its DNS, and whether it needs a proxy.
doctor-no-platform = { $url } answers { $status }, and not what was expected. Look at the address in your settings, or wait if it is an outage of theirs.
doctor-telegram-token = Telegram does not know this token. Ask BotFather for another one (/revoke) and put it into TELEGRAM_BOT_TOKEN.
doctor-telegram-bot = Telegram knows the bot: { $name }
doctor-telegram-invite = Add it to a group: { $link }
doctor-telegram-groups = On Telegram the bot cannot be added to groups. At BotFather: /setjoingroups, Enable.
doctor-telegram-reads = On Telegram the bot reads groups: the words of Mus can be typed.
doctor-telegram-private = On Telegram the bot has privacy mode: one plays with buttons. To type the words, at BotFather: /setprivacy, Disable, and add it to the group again.
doctor-telegram-webhook = A webhook is set with this token. musbot takes it away at the start; if it comes back another program uses the token: change it.
doctor-telegram-waiting = { $count ->
    [0] On Telegram nothing waits.
    [one] On Telegram one press or message waits.
   *[other] On Telegram { $count } presses or messages wait.
}
doctor-discord-token = Discord does not know this token. In the Developer Portal, Bot, Reset Token, and put it into DISCORD_BOT_TOKEN.
doctor-discord-bot = Discord knows the bot: { $name }
doctor-discord-invite = Add it to a server: { $link }
doctor-discord-intent = DISCORD_READ_WORDS says yes, but the bot may not read. In the Developer Portal, Bot, turn on Message Content Intent.
doctor-discord-nowhere = The bot is in no Discord server. Open the link above and choose one.
doctor-discord-view = View Channels
doctor-discord-send = Send Messages
doctor-discord-files = Attach Files
doctor-discord-in-threads = Send Messages in Threads
doctor-discord-lacks = In “{ $server }” the bot lacks: { $lacks }. Give it that in the server's roles.
doctor-discord-may = In “{ $server }” the bot may do what it needs.
doctor-clock = The clock is right.
doctor-clock-wrong = The clock of this machine is { $seconds } seconds off. Set it (NTP).
doctor-disk = In { $folder } there are { $free } MB left.
doctor-disk-full = In { $folder } there are only { $free } MB left: make room, { $needed } MB at least.
doctor-no-actas = Old tables cannot be deleted: this user may not write in { $folder }. Make that folder for it, or name another one in MUSBOT_ACTAS.
doctor-pictures = The fonts and the cards of the pictures are there.
doctor-no-pictures = Nothing can be drawn ({ $why }): install musbot again. One can play without pictures.
doctor-runs-well = The bot that runs here is well.
doctor-runs = A bot runs here, with this database.
doctor-database = { $database }: schema { $schema }, { $tables ->
    [one] one table looked at
   *[other] { $tables } tables looked at
}
doctor-left = { $tables ->
    [0] No table in it can be read.
    [one] One table in it can still be read.
   *[other] { $tables } tables in it can still be read.
} { $tables ->
    [0] Put back a copy.
   *[other] With the bot stopped, “{ $program } restore { $database } --database { $database } --damaged --replace” saves what can be read, and keeps the damaged file.
}
doctor-good-copy = The newest good copy is { $copy }, of { $date }: “{ $program } restore { $copy } --database { $database } --replace”.
doctor-no-database = { $database } does not exist, and a start makes an empty one. If it is lost, { $copy } is the newest good copy, of { $date }: “{ $program } restore { $copy } --database { $database }”.
doctor-no-copy = No good copy is in { $folders }, of any name: each SQLite file there was checked. Look for yours elsewhere.
doctor-settings = Settings are read from { $file }; the environment overrides it.
doctor-settings-service = Settings are read from { $file }: its lines count for the service and for { $program }; other variables on the command line do not.
doctor-misspelt-setting = { $name } is no setting, and does nothing. Did you mean { $meant }?
doctor-unknown-setting = { $name } is no setting, and does nothing. All settings are in .env.example.
doctor-no-settings = There is no .env in { $folder }: settings come from the environment alone.
doctor-open-settings = { $file } holds a token or a password, and others than its owner can read it: chmod 600 { $file }
doctor-in-use = { $database } is in use, and no bot answers: { $why }. End the table in a terminal that holds it, or restart the bot if its MUSBOT_HEALTH has changed.
doctor-hangs = A program holds { $where } and has not answered for { $seconds } s: almost surely this bot, which hangs. End it, and start it again.
doctor-hangs-service = A program holds { $where } and has not answered for { $seconds } s: almost surely this bot, which hangs. Restart it: “systemctl restart { $unit }”.
doctor-other-health = Another musbot answers at { $where }, not that of this database. Put another port into MUSBOT_HEALTH.
doctor-stopped = { $count ->
    [0] All is ready, and the bot is not running here: “{ $start }” starts it.
    [one] One thing is wrong, and the bot is not running here. Once that is right, “{ $start }” starts it.
   *[other] { $count } things are wrong, and the bot is not running here. Once that is right, “{ $start }” starts it.
}
doctor-well = All is well.
doctor-wrong = { $count ->
    [one] One thing is wrong.
   *[other] { $count } things are wrong.
}

cli-playing = Playing
cli-interrupted = Interrupted: what was played till here is kept, { $partidas ->
    [one] one partida
   *[other] { $partidas } partidas
} and { $hands } hands.

cli-about = Mus, the card game: rules, records, AI players and the bot.
cli-commands = commands
cli-command = COMMAND
cli-run = run the bot on every platform that has a token
cli-play = play in the terminal, against AI players
cli-aprender = learn Mus in twelve lessons, in the terminal
cli-glosario = explain a word of Mus
cli-reglas = explain the ways to play
cli-glosario-how = To have one explained: { $program } glossary pares
cli-play-words = a rule set, and what is changed of it: vitoria piedras=30 real=figura
cli-play-one = expected one rule set, not both { $one } and { $other }
cli-play-piedras = the piedras that win a game (juego)
cli-play-names = who plays at this terminal, in turn order; by default, whose account it is
cli-play-cut = where the deck is cut, 1 to { $most }; by default, at { $uncut }
cli-play-cut-what = “{ $given }” will not do: a number from 1 to { $most }
cli-play-ai = who takes the other seats
cli-play-theme = in which colours: for a dark background, for a light one, or in none (plain); by default, those that can be read
cli-play-text = line by line and in words, for screen readers
cli-play-anew = a new table; one that is under way is closed
cli-acta = tell or sum up recorded partidas
cli-verificar = verify that recorded partidas were dealt as promised
cli-analizar = tell what might have been said better in an acta
cli-arena-missing = to measure AI players, install musbot-research: pip install musbot-research, the wheel in dist after `make dist`, or ./research in a checkout
cli-not-loaded = { $name } cannot be loaded: { $why }
cli-quejas = save the hands that somebody found badly played by the AI, without names
cli-simular = let AI players play each other
cli-doctor = look whether all that the bot needs is well, or save a table's log from the database
cli-pintar = draw a hand, or a moment of a recorded partida
cli-file = a .mus.toml file
cli-file-baraja = a .mus.toml file with [baraja]
cli-json = one JSON object
cli-json-lines = one JSON object a file, each on one line
cli-seed = plays the same again
cli-processes = how many at once; one a core, if not said
cli-play-language = language of the game and the course, from now on: es, en or eu
cli-language = language of the telling: es, en or eu
cli-rules = a rule set: { $names }
cli-option = a rule changed, as real=figura
cli-seats = players, where the rules leave it open
cli-acta-html = write a page beside each file, FILE.partida.html
cli-acta-player = with --html: what NAME may know until it is over
cli-analizar-player = only that player's words
cli-analizar-worlds = worlds a word ({ $count })
cli-analizar-seed = draws other worlds
cli-quejas-folder = the folder where a .mus.toml file a hand is written
cli-quejas-made = { $count ->
    [0] Nobody has complained of a hand.
    [one] One hand in { $folder }, with the cards of all.
   *[other] { $count } hands in { $folder }, with the cards of all.
}
cli-simular-no-player = { $name } is no player: expected one of { $known }
cli-simular-hands = hands to play (1000)
cli-simular-kinds = by seat: { $kinds }
cli-simular-actas = write every partida there
cli-simular-partidas = partidas  { $count }{ $cut ->
    [yes] , the last one cut short
   *[no] {""}
}
cli-simular-hands-played = hands     { $count }
cli-simular-side = side { $side }    { $won } won ({ $kinds })
cli-simular-speed = speed     { $speed } hands per second, { $processor } per second of processor time
cli-simular-seed = seed      { $seed }
cli-pintar-what = cards such as "12o 3c 11b 1e", or a .mus.toml file
cli-pintar-file = a .png file
cli-pintar-hand = after that hand of the file (the last)
cli-pintar-names = who drew the cards
cli-doctor-all = also the tables that are over
cli-doctor-export = write its log, cards and seed included

cli-misused = { $command }: { $why } (see { $command } --help)
cli-expected = expected { $what }
cli-count-what = “{ $given }” will not do: expected a number, 1 or more
cli-seats-what = { $seats ->
    [one] 1 seat
   *[other] { $seats } seats
}: expected { $fit } ({ $rules })
cli-play-names-what = --names: expected up to { $most } names, no two the same
cli-acta-player-what = --player: expected --html with it
cli-migrate-from-what = FROM: expected an SQLite file
cli-migrate-to-what = TO: expected a postgresql:// URL, here or as DATABASE_URL in the settings
cli-simular-players = { $count } players: expected { $fit } ({ $rules })
cli-pintar-suffix = -o: expected a file that ends in { $suffix }, not “{ $given }”
cli-pintar-cards = “{ $given }”: expected 1 to { $most } different cards, as 12o 3c 11b 1e
cli-pintar-draws = “{ $given }”: expected one card for each name ({ $count })
cli-pintar-no-hand = hand { $hand }: expected one of the { $count } that are over
cli-pintar-none-over = no hand is over yet
cli-pintar-not-won = nobody has won the partida yet
cli-doctor-exported = { $file }: { $events } events, with the cards and the seed of the table: keep it to yourself
cli-metavar-name = NAME
cli-metavar-names = NAME[,NAME…]
cli-metavar-file = FILE
cli-metavar-folder = DIR
cli-metavar-field = FIELD=VALUE
cli-metavar-kind = KIND
cli-metavar-kinds = KIND[,KIND…]
cli-metavar-text = TEXT
cli-metavar-word = WORD
cli-metavar-rules = RULES
cli-metavar-table = TABLE
cli-metavar-what = WHAT
cli-metavar-from = FROM
cli-metavar-to = TO
