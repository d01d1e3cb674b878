# The lobby: seats, cut, seal, start
lobby-players = Jokalariak: { $names }
lobby-free = libre
lobby-free-seats = { $count ->
    [one] toki libre bat
   *[other] { $count } toki libre
}
sorteo-sides = Bikoteen zozketa:
sorteo-dealer = Banatzailearen zozketa:
sorteo-card = { NORK($name) } atera du: { $card }
sorteo-again = Berdinketa: { NORK($name) } berriz atera du: { $card }
sorteo-suit = { $name }: { $suit }
sorteo-turned = Karta hau atera da: { $card }. { NORK($dealer) } banatzen du.
sorteo-highest-deals = { NORK($name) } banatzen du: kartarik handiena.
sorteo-lowest-deals = { NORK($name) } banatzen du: kartarik txikiena.
sorteo-highest-mano = { $name } da esku: kartarik handiena.
sorteo-lowest-mano = { $name } da esku: kartarik txikiena.
lobby-queue = Tokiaren zain: { $names }
lobby-queue-more = Tokiaren zain: { $names } eta beste { $more }
button-seal = 🔒 Karta-sorta zigilatua?
seal-title = 🔒 { $table } · karta-sorta zigilatua
lobby-cut = ✂️ { NORK($name) } moztu du karta-sorta: { $place }.
lobby-uncut = ✂️ Zigilatuta, baina oraindik moz daiteke: «{ button-more }» eta «{ button-cut }». Bestela, { $place }. kartan moztuko da.
lobby-cut-usual = ✂️ Inork ez du karta-sorta moztu: { $place }. kartan moztu da.
lobby-asking = Hasteko, hauek hemen daudela esatea falta da: { $names }.
ready = { $date ->
    [yes] { $names }: ordua da, irekita dago { $table }. Sakatu «{ button-ready }»; egiten ez duenak tokia libre utziko du { $left }.
   *[no] { $count ->
        [one] { $names }, hor zaude oraindik? Hastera doa: { $table }. Sakatu «{ button-ready }». Ezer esaten ez baduzu, tokia libre utziko duzu { $left }.
       *[other] { $names }, hor zaudete oraindik? Hastera doa: { $table }. Sakatu «{ button-ready }». Ezer esaten ez duenak tokia libre utziko du { $left }.
    }
}
button-cut = ✂️ Moztu
page-cut = Non moztuko duzu?
    Karta-sorta nahasita eta zigilatuta dago: inork ez daki zer dakarren zenbaki bakoitzak. Nahi duenak mozten du, eta azkena da balio duena; denek ikusten dute nork eta non.
sealed-title = 🔒 { $table } · karta-sorta zigilatua: inork ezin du jada aldatu
sealed-text = Karta-sortaren hatz-marka: { $commitment }
    Mezu hau ez da aldatzen. Partida amaitzean hazia erakutsiko da, eta /akta aginduarekin edonork egiazta dezake hau zela.
seal = Partida osoko karten ordena jada aukeratuta dagoen hazi sekretu batetik eta mozketaren tokitik dator. Hau da haziaren hatz-marka (SHA-256):
    { $commitment }
    Aldatzen ez den mezu batean dago. Partida amaitzean hazia erakutsiko da: harekin eta /akta aginduarekin edonork egiazta dezake hitzemandakoa banatu zela eta inork ez zuela kartarik aldatu.
seal-cut = Fidatzen ez denak moztu dezala: «{ button-more }» eta «{ button-cut }».
seal-alert = Karta-sorta zigilatuta dago: inork ezin du aldatu, moztea besterik ez da falta. Amaieran hazia erakutsiko da; hatz-marka:
    { $commitment }
lobby-closed = Partida hasita.
button-sit = Eseri { $sign }
button-sit-alone = Eseri
button-up = Altxatu
button-people = Norbait altxarazi
button-bar = Altxarazi: { $name }
button-unbar = Esertzen utzi: { $name }
page-people = Nor altxaraziko duzu? Esaten zaio, eta mahai honetan ez da berriz eseriko zuk utzi arte.
barred = { $name }, mahaia ireki duenak altxarazi zaitu: { $table }. Ezin zara hor eseri berak utzi arte; /mus idatzita zurea irekitzen duzu.
unbarred = { $name }, berriz eser zaitezke hemen: { $table }.
button-queue = Tokiaren zain egon
button-join = Eman izena
button-another = Beste mahai bat
button-ai = AA gehitu
button-no-ai = AA kendu
button-kinds = Zein AA
page-kinds = Zein AA eseriko da?
page-kinds-full = Nolakoak izan daitezela AAak?
kind-novato = hasiberria
kind-prudente = zuhurra
kind-muslari = trebea
button-more = Gehiago
page-lobby = Gainerakoa, hasi aurretik:
button-rules = Arauak
button-start = Hasi
button-fill = Hasi AArekin
button-ready = Hemen nago
button-private = Ireki txat pribatua
button-private-of = { button-hand-private } ({ $names })
button-hand-here = Nire kartak, beti hemen
button-hand-play = Hemendik hitz egin
button-hand-private = Nire kartak pribatuan
cards-none = Orain ez duzu kartarik.
cards-pick-hint = Botatzeko, sakatu mahaian 1.–{ $most }. (ezkerretik eskuinera) eta «Bota».
button-fields = Arauz arau aldatu
button-sorteo = Bikoteak zozketatu
button-fijas = Bikote finkoak
private-closed = { $count ->
    [one] { $names }: zure kartak, «Nire kartak» botoiarekin; pribatuan idazten uzten badidazu, han bidaliko dizkizut.
   *[other] { $names }: zuen kartak, «Nire kartak» botoiarekin; pribatuan idazten uzten badidazue, han bidaliko dizkizuet.
}
private-hello = Kaixo, { $name }. Hemen musean jokatzen da: bikoteka jokatzen den karta-jokoa da. Inoiz jokatu ez baduzu, sakatu «Hasten ari naiz»: berehala jokatuko duzu, etxeko hiru AArekin, eta botoi bakoitza azalduko dizut. «Ikasi» sakatuta urratsez urrats ikusiko duzu. Lagunekin jokatzeko, gehitu nazazu talde batera eta idatzi han /mus.
