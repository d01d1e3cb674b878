# Words in pictures: short ones
picture-mano = eskua: { $name }
picture-tanteo = { $table } · { $piedras } tantora
picture-paso = pasoan
picture-querido = { $piedras } onartuta
picture-rechazado = tira: { $piedras }
picture-sin-rival = bakarrik
picture-vacio = inork ez du
picture-ordago = hordago onartua
picture-talking = hizketan
picture-bet = { $piedras } enbido
picture-bet-ordago = hordago!
picture-sorteo = { $table } · zozketa
picture-turned = atera dena
picture-hands = { $hands ->
    [one] eskualdi bat
   *[other] { $hands } eskualdi
}
picture-have = { $count ->
    [0] inork ez du
    [one] { NORK($names) } du
   *[other] { NORK($names) } dute
}
picture-winner = { $count ->
    [one] { NORK($names) } irabazi du!
   *[other] { NORK($names) } irabazi dute!
}
picture-stones = { $table } · { $juego }
picture-middle = erdian
picture-dish = platerean
picture-lost = galdutako jokoa; { $juegos } galduta, kanpora
picture-rests = atsedenean
picture-out = kanpoan
picture-stones-querido = { $piedras } erdian: { $names }
picture-stones-rechazado = { $piedras ->
    [0] tira
   *[other] tira: { NORK($names) } { $piedras } kendu
}
picture-stones-visto = kartak ikusita
picture-stones-perdido = amore emanda
picture-stones-ordago = hordago: { $names }
picture-stones-suertudos = { $closed } · { $count ->
    [one] zorteduna
   *[other] zortedunak
}: { $names }
picture-stones-bet = { NORK($name) } { $piedras } enbido
picture-stones-raise = { NORK($name) } { $piedras } gehiago
picture-stones-bet-ordago = { NOREN($name) } hordagoa!
picture-against = nork galdu duen joko bakoitza ({ $juegos })
picture-signed = + harriak bere gain · − harriak kendu
picture-by-mano = eskuz
picture-deje = utzitakoa
picture-player = { $n }. jokalaria
picture-you-mano = Zu zara esku
picture-you-postre = Zu zara azkena
