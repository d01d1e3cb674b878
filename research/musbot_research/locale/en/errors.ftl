arena-no-player = { $name } is no player: expected one of { $known }, ./FILE.py:CLASS, ./PROGRAM
arena-not-begun = { $kind }: { $why }: expected FILE.py:CLASS, or a program such as ./mine or 'python3 mine.py'
arena-not-made = { $kind }: { $why }: expected Python code that makes a player
arena-no-class = { $kind }: expected a class with the methods { $methods }
arena-silent = { $kind }: no word came: expected one line for each line that it is given
arena-odd = { $seats } seats: expected an even number ({ $rules })
arena-raised = { $kind }: { $why }: expected a word of the game
arena-no-word = { $kind }: choose returned { $word }: expected an Action, one of view.actions()
arena-no-gesture = { $kind }: gesture returned { $word }: expected None, or an Action such as Action(Voz.MIRO, seat=1)
arena-unlawful = { $kind }: { $said } may not be said now: expected one of { $lawful }
arena-late = { $kind }: no word came within { $seconds } s: expected one for each view
