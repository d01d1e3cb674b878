arena-no-player = { $name } is no player: expected one of { $known }, ./FILE.py:CLASS, ./PROGRAM
arena-not-begun = { $kind }: { $why }: expected FILE.py:CLASS, or an executable program
arena-not-made = { $kind }: { $why }: expected Python code that makes a player
arena-no-class = { $kind }: expected a class with the methods { $methods }
arena-silent = { $kind }: no word came: expected one line for each line that it is given
arena-odd = { $seats } seats: expected an even number ({ $rules })
