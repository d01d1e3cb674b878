# Señas

sena-seen = 👀 Seña from { $name }: { $sena }.
    .meant = { $kind ->
        [tres_reyes] 👀 Seña from { $name }: { $sena }, or four.
        [tres_ases] 👀 Seña from { $name }: { $sena }, or four.
        [medias] 👀 Seña from { $name }: { $sena }, three cards alike.
        [duples] 👀 Seña from { $name }: { $sena }, two pairs, or four cards alike.
        [treinta_y_una] 👀 Seña from { $name }: { $sena }, the best sum for juego.
        [treinta_o_una] 👀 Seña from { $name }: { $sena }, the best sums of cards.
        [juego] 👀 Seña from { $name }: { $sena }, cards that add up to 32 or more.
        [treinta] 👀 Seña from { $name }: { $sena }, the best sum below juego.
        [veintinueve] 👀 Seña from { $name }: { $sena }, the second best sum below juego.
        [ciego] 👀 Seña from { $name }: “{ $sena }” (no other seña is true of their cards).
       *[other] 👀 Seña from { $name }: { $sena }.
    }
sena-made = { $count ->
        [one] Seña you have made: { $senas }.
       *[other] Señas you have made: { $senas }.
    }
sena-made-for-you = Seña that { $name } made for you: { $sena }.
sena-title = The señas (signs)
sena-line = { $sena }: { $gesture }
sena-yours = True of your cards: { $senas }. Make them where you see your cards.
gesture-dos-reyes = bite your lower lip
gesture-tres-reyes = bite a side of your lower lip (or more)
gesture-dos-ases = show the tip of your tongue
gesture-tres-ases = show the tip of your tongue to a side (or more)
gesture-medias = pull your mouth to one side (three of a kind)
gesture-duples = raise your eyebrows (two pairs)
gesture-treinta-y-una = wink
gesture-juego = push out your lips (a juego that is not 31)
gesture-treinta = shrug both shoulders
gesture-veintinueve = shrug one shoulder
gesture-ciego = close your eyes, if no other seña is true
