# Dates
date-when = { $month ->
    [1] urtarrilaren
    [2] otsailaren
    [3] martxoaren
    [4] apirilaren
    [5] maiatzaren
    [6] ekainaren
    [7] uztailaren
    [8] abuztuaren
    [9] irailaren
    [10] urriaren
    [11] azaroaren
   *[other] abenduaren
} { $day }a, { $weekday ->
    [0] astelehena
    [1] asteartea
    [2] asteazkena
    [3] osteguna
    [4] ostirala
    [5] larunbata
   *[other] igandea
}, { $time }
command-fechas = txat honetako hitzorduak ikusi, aldatu edo bertan behera utzi
help-fechas = hitzorduak ikusi (bat proposatzeko, /mus eta eguna eta ordua)
option-when = noiz
option-when-is = egun bat eta ordu bat: osteguna 21:00
date-example = { $form ->
    [mus-filled] { mus-with-options } (azken aukera): { $words }
    [fechas] /hitzorduak { $words }
    [fechas-filled] /hitzorduak (aukera): { $words }
   *[mus] /mus { $words }
}
mus-with-options = /mus{ $set ->
        [none] {""}
       *[other] {" "}(lehen aukera): { $set }
    }{ $changes ->
        [none] {""}
       *[other] {" "}(bigarren aukera): { $changes }
    }
date-example-words = osteguna 21:00
date-example-day = { $weekday ->
    [0] astelehena
    [1] asteartea
    [2] asteazkena
    [3] osteguna
    [4] ostirala
    [5] larunbata
   *[other] igandea
} { $time }
date-title = Muserako hitzordua
date-title-by = Mus bat proposatu du: { $name }
date-at = { $when } (ordua: { $zone })
date-going = Banoa ({ $count }): { $names }
date-maybe = Agian ({ $count }): { $names }
date-not = Ez noa ({ $count }): { $names }
button-date-going = Banoa
button-date-not = Ez noa
button-date-maybe = Agian
date-answered-going = Apuntatuta: bazoaz.
date-answered-waiting = Apuntatuta: bazoaz, baina beste batzuek lehenago esan dute, eta oraingoz lekuaren zain zaude.
date-answered-not = Apuntatuta: ez zoaz.
date-answered-maybe = Apuntatuta: agian bazoaz.
date-made = Eginda.
date-which-half = { $name }, bi ordu hauetako zeinetan?
date-which-zone = { $name }, zein hiritako ordua darabil txat honek? Sakatu bat{ $reads ->
    [yes] {" "}edo erantzun mezu honi zurearekin, adibidez Donostia
   *[no] {" "}edo jarri zurea amaieran: { date-example } Donostia
}. Behin bakarrik galdetzen da; administratzaileek /ezarpenak aginduan alda dezakete.
date-soon = { $seat ->
    [yes] Hamar minutu barru jokatuko duzue: { $when }.{ $count ->
        [0] {""}
        [one] {" "}Hau ere badoa: { $names }.
       *[other] {" "}Hauek ere badoaz: { $names }.
    } Orduan irekiko dut mahaia, eta zure lekua 15 minutuz gordeko da.
   *[no] Hamar minutu barru irekiko da mahaia: { $when }. Beste batzuek lehenago esan dute badoazela ({ $names }): oraingoz lekuaren zain zaude.
}
date-soon-here = { $seat ->
    [yes] { $names }: hamar minutu barru jokatuko duzue, { $when }. { $count ->
        [one] Zure lekua 15 minutuz gordeko da.
       *[other] Zuen lekua 15 minutuz gordeko da.
    }
   *[no] { $names }: hamar minutu barru irekiko da mahaia, { $when }.
}
date-opened = Ordua da: irekita dago { $table }.
date-opened-own = { $seat ->
    [yes] Ordua da: irekita dago { $table }. Zure lekua 15 minutuz gordeko da: sakatu «{ button-ready }».
    [no] Ordua da: irekita dago { $table }. Oraingoz lekuaren zain zaude.
   *[begun] Partida hasi da: { $table }. Lekuaren zain zaude oraindik: libre geratzean abisatuko dizut.
}
date-elsewhere = { $count ->
    [one] Beste mahai batean ari da: { $names }.
   *[other] Beste mahai batean ari dira: { $names }.
}
date-departed = { $count ->
    [one] Jada ez dago txat honetan: { $names }. Lekua libre dago.
   *[other] Jada ez daude txat honetan: { $names }. Lekuak libre daude.
}
date-free = { $count ->
    [one] Badago lekurik: { $names }, etorriko zara?
   *[other] Badago lekurik: { $names }, etorriko zarete?
}
date-moved = Hitzordua aldatu du ({ $name }): orain { $when }.
date-again = { $count ->
    [one] { $names }: beste egun bat denez, esan berriro ea bazoazen.
   *[other] { $names }: beste egun bat denez, esan berriro ea bazoazten.
}
date-moved-own = Hitzordua aldatu du ({ $name }): orain { $when }. { $answer ->
    [none] Beste egun bat denez, esan berriro ea bazoazen.
    [maybe] Zure erantzuna «{ button-date-maybe }» da oraindik.
   *[other] Zure erantzuna «{ button-date-going }» da oraindik.
}
button-date-open = Hitzordura joan
date-end-opened = Hitzordua, { $when }: mahaia bere orduan ireki zen.
date-end-cancelled = Hitzordua bertan behera: { $when }.
date-end-down = Hitzorduaren orduan ({ $when }) ni ez nengoen martxan, eta ez nuen mahairik ireki. Orain /mus aginduarekin irekitzen da.
date-end-nobody = Inor ez dator hitzordura ({ $when }): ez dut mahairik irekiko.
date-end-closed = Hitzorduaren orduan ({ $when }) ezin izan nuen txat honetan idatzi: ez dago mahairik.
date-end-restricted = Ez dut hitzorduaren mahaia irekiko ({ $when }): txat honen ezarpenek ez diote jada uzten proposatu zuenari.
dates-title = Txat honetako hitzorduak
dates-none = Ez dago hitzordurik. Bat proposatzeko: { $example }
dates-line = { $number }. { $when }: { $count ->
    [0] oraindik ez doa inor
    [one] pertsona { $count } doa
   *[other] { $count } pertsona doaz
}
dates-join = Batera joateko, sakatu «{ button-date-going }» haren mezuan.
dates-how = { $number }. hitzordua aldatzeko: { date-example }
button-date-cancel = Utzi bertan behera { $when }
refused-date-not-yours = Hitzordu hori { NORK($name) } proposatu du: hark edo taldea kudeatzen duenak bakarrik alda dezake, edo bertan behera utzi.
refused-date-past = Ordu hori pasatu da. Adibidez: { date-example }
refused-date-far = { $month }. hilaren { $day }. egunerako { $days } egun baino gehiago falta dira. Adibidez: { date-example }
refused-date-no-hour = Ordua falta da. Adibidez: { date-example }
refused-date-unclear = Ez dut ulertzen zein egun edo zein ordu den. Adibidez: { date-example }
refused-date-own = Baduzu hitzordu bat irekita. Aldatu edo utzi bertan behera /hitzorduak aginduarekin.
refused-date-many = Txat honek { $most } hitzordu ditu irekita: /hitzorduak aginduak erakusten ditu.
refused-date-over = Hitzordu hori ez dago jada irekita.
refused-date-opened = Hitzordu horretarako irekita dago jada: { $table }.{ $label ->
    [seated] {" "}Han baduzu lekua.
    [list] {" "}Han lekuaren zain zaude.
    [none] {""}
   *[other] { $way ->
        [queue] {" "}Lekuaren zain egoteko, sakatu han { $label }.
       *[sits] {" "}Jokatzeko, sakatu han { $label }.
    }
}
refused-date-moves = Hitzordu bat gehienez { $most } aldiz aldatzen da. Utzi bertan behera /hitzorduak aginduarekin eta proposatu beste bat.
refused-date-none = Hemen ez dago hitzordurik irekita.
refused-date-which = Esan zein, zenbakia aurretik jarrita: { date-example }. Zenbakiak /hitzorduak aginduan daude.
refused-date-again = Galdera hori erantzunda dago edo iraungi da. Hitzordua falta bada, idatzi berriro.
refused-date-not-asked = Hori hitzordua proposatzen duenak erantzuten du.
refused-date-private = Hitzorduak talde batean egiten dira, jokatzeko biltzen zareten lekuan.
refused-city-unknown = Ez dut hiri hori ezagutzen. Saiatu ordu bereko handiago batekin, adibidez Donostia edo Buenos Aires.
