# Señas

sena-seen = 👀 Seña from { $name }: { $sena }.
    .meant = { $kind ->
        [tres_reyes] 👀 { $name } signals { $sena }, or four.
        [tres_ases] 👀 { $name } signals { $sena }, or four.
        [medias] 👀 { $name } signals { $sena }: three cards alike.
        [duples] 👀 { $name } signals { $sena }: two pairs, or four cards alike.
        [treinta_y_una] 👀 { $name } signals { $sena }: the best sum for juego.
        [treinta_o_una] 👀 { $name } signals { $sena }: the best sums of cards.
        [juego] 👀 { $name } signals { $sena }: cards that add up to 32 or more.
        [treinta] 👀 { $name } signals { $sena }: the best sum below juego.
        [veintinueve] 👀 { $name } signals { $sena }: the second best sum below juego.
        [ciego] 👀 { $name } signals “{ $sena }”: no other seña is true of their cards.
       *[other] 👀 { $name } signals { $sena }.
    }
sena-made = { $count ->
        [one] Seña you have made: { $senas }.
       *[other] Señas you have made: { $senas }.
    }
sena-made-for-you = Seña that { $name } made for you: { $sena }.
sena-title = The signs (señas)
sena-line = { $sena }: { $gesture }
sena-yours = True of your cards: { $senas }. Make them where you see your cards.
gesture-dos-reyes = bite the lower lip
gesture-tres-reyes = bite a side of the lower lip (or more)
gesture-dos-ases = the tip of the tongue
gesture-tres-ases = the tip of the tongue to a side (or more)
gesture-medias = the mouth to one side (three of a kind)
gesture-duples = raise the eyebrows (two pairs)
gesture-treinta-y-una = wink
gesture-juego = push out the lips (a juego that is not 31)
gesture-treinta = shrug both shoulders
gesture-veintinueve = shrug one shoulder
gesture-ciego = close the eyes
