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
cli-argparse-not-with = not allowed with argument %s
cli-argparse-one = expected one argument
cli-argparse-some = expected at least one argument
cli-argparse-value = invalid %(type)s value: %(value)r
cli-argparse-ambiguous = ambiguous option: %(option)s could match %(matches)s

cli-copying = Copying
cli-folding = Going over the tables
cli-backup = copy the database, also while the bot runs
cli-backup-file = where the copy is kept
cli-backup-overwrite = even if that file is there
cli-backup-made = { $file }: { $tables ->
    [one] one table copied and gone over
   *[other] { $tables } tables copied and gone over
}, { $size } MB. It has cards, seeds and names in it: keep it to yourself.
cli-backup-faults = { $file }: the copy is made, but { $count ->
    [one] one thing is wrong in it
   *[other] { $count } things are wrong in it
}, as in the database
cli-restore = put a copy in the place of the database
cli-restore-file = a copy that musbot backup made
cli-restore-replace = even if there is a database: that is moved aside, never deleted
cli-restore-aside = The one that was there is now { $file }.
cli-restore-made = { $file }: restored and gone over, with { $tables ->
    [one] one table
   *[other] { $tables } tables
}. It can be started.
cli-restore-faults = { $file }: { $count ->
    [one] one thing is wrong
   *[other] { $count } things are wrong
}; nothing was changed
cli-comparing = Comparing
cli-migrate = take an SQLite file over into PostgreSQL
cli-migrate-from = an SQLite file, or its sqlite:/// URL
cli-migrate-to = a postgresql:// URL (else that of DATABASE_URL)
cli-migrate-made = All of it is in { $to }, as it was. { $file } is left as it is: let nobody play on in it.
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
cli-tables-damaged = { $table } in { $chat }: cannot be read, { $since } (musbot doctor says more)
cli-health = ask the bot that runs here whether it is well
cli-health-well = All is well.
cli-health-silent = { $where }: nobody answers ({ $why })
cli-health-other = { $where }: another program answers, not musbot
cli-completion = make a shell complete musbot's commands
cli-completion-shell = which shell
