# Partida bat orrialde batean: musbot/acta/page, eta eskualdia irudi bizitan
page-title = Mus partida: { $sides }
page-table = { $table } mahaia
page-under = Partida ez da amaitu: hau da orain arte dakiguna.
page-moments = Une nagusiak
page-course = Tanteoa
page-course-mus = Alde bakoitzaren tantoak, eskualdiz eskualdi. { $score }
page-course-stones = Bakoitzari geratzen zaizkion harriak, eskualdiz eskualdi. { $score }
page-hands = Eskualdiz eskualdi
page-juego = { $juego }. jokoa
page-hand = { $hand }. eskualdia
page-mano = eskua: { $name }
page-is-mano = eskua
page-is-postre = azkena
page-dealt = Banatu ziren bezala
page-count = Kontaketa
page-nothing-paid = Ez da ezer kobratu.
page-unshown = Jokoa ukatutako apustu batek erabaki zuen: mahaian inork ez zituen karta hauek erakutsi.
page-unshown-yet = Jokoa ukatutako apustu batek erabaki zuen: kartak ez ziren erakutsi.
page-cards-unseen = { $count ->
    [one] karta bat, erakutsi gabe
   *[other] { $count } karta, erakutsi gabe
}
page-threw = { $count ->
    [0] { $name } bere kartekin geratzen da
    [one] { NORK($name) } karta bat bota
   *[other] { NORK($name) } { $count } karta bota
}
page-took = { NORK($name) } { $count ->
    [one] karta bat
   *[other] { $count } karta
} hartu
page-sena = ({ NOREN($name) } keinua: { $sena })
page-playing = Eskualdia jokoan dago oraindik.

page-moment-ordago = Hordagoa
page-ordago-wanted = { NORK($name) } hordago jo du, { $lance }, eta iduki diote!
page-ordago-refused = { NORK($name) } hordago jo du, { $lance }, eta inork ez dio iduki.
page-ordago-open = { NORK($name) } hordago jo du, { $lance }. Erantzunaren zain.
page-moment-best = Kartarik onenak
page-best = { $name }: { $holds }.
page-moment-fattest = Eskualdirik oparoena
page-fattest = { $count ->
    [one] { NORK($side) } { $piedras ->
        [one] tanto bat hartu du
       *[other] { $piedras } tanto hartu ditu
    } eskualdi bakarrean.
   *[other] { NORK($side) } { $piedras ->
        [one] tanto bat hartu dute
       *[other] { $piedras } tanto hartu dituzte
    } eskualdi bakarrean.
}
page-moment-turning = Non erabaki zen
page-turned = { $count ->
    [one] { $side } hemen jarri da aurretik, eta hor jarraitu du azkeneraino.
   *[other] { $side } hemen jarri dira aurretik, eta hor jarraitu dute azkeneraino.
}
page-led = { $count ->
    [one] { $side } aurretik izan da eskualdi honetatik azkeneraino.
   *[other] { $side } aurretik izan dira eskualdi honetatik azkeneraino.
}

page-proof = Banaketaren froga
page-proof-waits = Karta-sorta hatz-marka honi lotuta dago, hasi aurretik argitaratua. Hazia partida amaitzean esaten da:
page-proof-commitment = Argitaratutako hatz-marka
page-proof-seed = Hazia
page-proof-cut = Mozketa
page-proof-kept = { $hands ->
    [one] Hazitik berriro banatuta, eskualdi bakarra berdin ateratzen da.
   *[other] Hazitik berriro banatuta, { $hands } eskualdiak berdin ateratzen dira.
}
page-proof-broken = Hazitik berriro banatuta, eskualdi hauek ez dira agindu bezala ateratzen: { $broken }.
page-proof-fault = Frogako datu bat ez dator bat argitaratutakoarekin.
page-proof-how = Orrialde hau sinetsi gabe egiaztatzeko: hatz-markak mahaiaren lehen mezukoa izan behar du, eta ondoan doan TOML aktarekin dena berriro bana daiteke (musbot verify, edo tools/verify_deal.py).
page-foot = Partida bera, hitzez hitz errepikatzeko, .mus.toml fitxategian dago.
page-steps-title = Urratsez urrats
page-steps = Urratsez urrats: ‹ eta ›, edo teklatuko geziak.
page-hand-before = Aurreko eskualdia
page-step-back = Atzera
page-step-on = Aurrera
page-hand-after = Hurrengo eskualdia
page-film = Erreproduzitu
page-stop = Gelditu
page-steps-end = Erakutsi eskualdi guztiak

button-film = 🎞 Ikusi eskualdia
film-title = 🎞 { $table } · { $hand }. eskualdia, izan zen bezala
film-lance = { $lance } — { $words }
film-unsent = Hemen ezin izan dira irudiak erakutsi.
refused-share-there = Irudi hori txatean dago jada, beherago edo gorago.
refused-film-making = Prestatzen ari da: segundo batzuk behar ditu.
refused-film-there = Eskualdi hori txatean dago jada, beherago edo gorago.
refused-no-film = Eskualdi horretatik ez dago ezer ikusteko oraindik.
