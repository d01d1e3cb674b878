# A partida told hand by hand: musbot/acta/tell.py
acta-game = { $reglas }: { $piedras } tantora, { $juegos ->
    [one] joko bat
   *[other] { $juegos } joko
}{ $vacas ->
    [one] {""}
   *[other] {" "}eta { $vacas } joko-sail
}.
acta-against = { $one }, { NOREN($other) } kontra
acta-changes = Adostutakoa: { $changes }.
acta-start = Hasieran: { $score }

acta-hand = { $hand }. eskualdia. Eskua: { $name }.
acta-visto = Musa behartuta! { NOREN($name) } karta bat agerian geratu da: { $card }.

acta-label-mus = Musa
acta-label-descarte = Kartak bota
acta-label-grande = Handia
acta-label-chica = Txikia
acta-label-pares = Pareak
acta-label-juego = Jokoa
acta-label-punto = Puntua
acta-threw = { NORK($name) } { $cards } bota
acta-took = { NORK($name) } { $cards } hartu
acta-reshuffled = sorta amaitu da, eta botatako kartak nahasi dira
acta-reshuffled-but = sorta amaitu da, eta botatako kartak nahasi dira, { NORENAK($name) } izan ezik
acta-sena = ({ NOREN($name) } keinua, { $sena }: { $count ->
    [0] inork ez du ikusi
    [one] { NORK($seen) } ikusi du
   *[other] { NORK($seen) } ikusi dute
})
acta-looks = ({ $name } { NORI($other) } begira)
acta-gracia = inork ez du gehiago igo
acta-have = { $count ->
    [0] inork ez du
    [one] { NORK($names) } du
   *[other] { NORK($names) } dute
}
acta-have-nobody-playing = jokatzen ari direnetatik inork ez du

acta-count = Kartak erakutsi dira:
acta-score = Tanteoa: { $score }
acta-score-side = { $side } { $piedras }
acta-adentro = { $score }, barruan!
acta-score-games = { $score }; jokoak: { $juegos }
acta-juego = Jokoa { NORENTZAT($side) }! Jokoak: { $juegos }.
acta-shown = Kartak erakutsi dira.
acta-vaca = Eta joko-saila ere bai! Joko-sailak: { $vacas }.
acta-won = { $count ->
    [one] { NORK($side) } irabazi du partida!
   *[other] { NORK($side) } irabazi dute partida!
}
acta-awaited = { NOREN($names) } txanda da.
acta-to-deal = Hurrengo eskualdia banatzeko dago.
acta-game-stones = { $reglas }: bakoitzak { $piedras ->
    [one] harri bat
   *[other] { $piedras } harri
}; { $juegos ->
    [one] joko bat
   *[other] { $juegos } joko
} galduta, kanpora.
acta-seen = { $count ->
    [one] { NORK($names) } kartak erakutsi ditu:
   *[other] { NORK($names) } kartak erakutsi dituzte:
}
acta-juego-lost = { NORI($side) } bakarrik geratzen zaizkio harriak: jokoa galdu du. Galdutako jokoak: { $juegos }.
acta-suertudos = { $count ->
    [one] Zorteduna: { $names }, ez du zer harturik aurkitu
   *[other] Zortedunak: { $names }, ez dute zer harturik aurkitu
}
