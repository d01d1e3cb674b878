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
    [mus-filled] /mus (azken aukera): osteguna 21:00
    [fechas] /hitzorduak ostirala 22:00
    [fechas-filled] /hitzorduak (aukera): ostirala 22:00
   *[mus] /mus osteguna 21:00
}
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
date-which-half = Bi ordu hauetako zeinetan?
date-which-zone = Zein hiritako ordua darabil txat honek? Sakatu bat{ $reads ->
    [yes] {" "}edo erantzun mezu honi zurearekin, adibidez Donostia
   *[no] {" "}edo jarri zurea amaieran: { date-example } Donostia
}. Behin bakarrik galdetzen da; administratzaileek /ezarpenak aginduan alda dezakete.
date-soon = Hamar minutu barru jokatuko duzue: { $when }. { $seat ->
    [yes] Orduan irekiko dut mahaia, eta zure lekua 15 minutuz gordeko da.
   *[no] Orduan irekiko dut mahaia. Beste batzuek lehenago esan dute badoazela: oraingoz lekuaren zain zaude.
}
date-soon-here = { $names }: hamar minutu barru jokatuko duzue, { $when }. { $seat ->
    [yes] { $count ->
        [one] Zure lekua 15 minutuz gordeko da.
       *[other] Zuen lekua 15 minutuz gordeko da.
    }
   *[no] Orduan irekiko dut mahaia.
}
date-opened = Ordua da: { $table } irekita. 15 minutuz gordetzen zaie lekua hauei: { $names }.
date-waiting = { $count ->
    [one] Lekuaren zain dago: { $names }.
   *[other] Lekuaren zain daude: { $names }.
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
    [one] { $names }: beste egun bat denez, sakatu berriro «{ button-date-going }».
   *[other] { $names }: beste egun bat denez, sakatu denok berriro «{ button-date-going }».
}
date-moved-own = Hitzordua aldatu du ({ $name }): orain { $when }.{ $again ->
    [0] {""}
   *[other] {" "}Beste egun bat denez, sakatu berriro «{ $button }» hitzorduan.
}
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
dates-how = Zurea aldatzeko: { date-example }. Zenbakia aurretik jarrita, «1 ostirala 22:00», administratzaileek edozein aldatzen dute.
button-date-cancel = Utzi bertan behera { $when }
refused-date-not-yours = Hitzordu hori { NORK($name) } proposatu du: hark edo txat hau kudeatzen duenak bakarrik alda dezake, edo bertan behera utzi.
refused-date-past = Ordu hori pasatu da. Adibidez: { date-example }
refused-date-far = Gehienez { $days } egun lehenago. Adibidez: { date-example }
refused-date-no-hour = Ordua falta da. Adibidez: { date-example }
refused-date-unclear = Ez dut ulertzen zein egun edo zein ordu den. Adibidez: { date-example }. «azaroaren 28an 21:30» ere balio du.
refused-date-own = Baduzu hitzordu bat irekita. Aldatu edo utzi bertan behera /hitzorduak aginduarekin.
refused-date-many = Txat honek { $most } hitzordu ditu irekita: /hitzorduak aginduak erakusten ditu.
refused-date-over = Hitzordu hori ez dago jada irekita.
refused-date-opened = Hitzordu horretarako irekita dago jada: { $table }.
refused-date-moves = Hitzordu bat gehienez { $most } aldiz aldatzen da. Utzi bertan behera /hitzorduak aginduarekin eta proposatu beste bat.
refused-date-none = Hemen ez dago hitzordurik irekita.
refused-date-which = Esan zein, zenbakia aurretik jarrita: «1 ostirala 22:00». Zenbakiak /hitzorduak aginduan daude.
refused-date-again = Galdera hori erantzunda dago edo iraungi da. Hitzordua falta bada, idatzi berriro.
refused-date-not-asked = Hori hitzordua proposatzen duenak erantzuten du.
refused-date-private = Hitzorduak talde batean egiten dira, jokatzeko biltzen zareten lekuan.
refused-city-unknown = Ez dut hiri hori ezagutzen. Saiatu ordu bereko handiago batekin, adibidez Donostia edo Buenos Aires.
