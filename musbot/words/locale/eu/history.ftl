# What is kept: one's partidas, who wins, what is forgotten
player-forgotten = Jokalaria

help-historial = zure partidak ikusi
help-ranking = ikusi nork irabazten duen
help-verificar = banaketa egiaztatu
help-privacidad = irakurri zer gordetzen den
help-borrar = zurea ezabatu

history-title = Zure partidak
history-date = { $year }/{ $month }/{ $day }
history-line = { $date } · { $table } mahaia ({ $rules }): { $fate }
history-won = irabazita { $score }
history-lost = galduta { $score }
history-closed = amaitu gabe, { $score }
history-with = bikotea: { $names }
history-against = aurka: { $names }
history-ai = AAren bat ere bai
button-acta = Akta { $table }
refused-no-acta-yet = Partida hori ez da oraindik amaitu.
refused-no-acta-any-more = Partida horretatik emaitza bakarrik gordetzen dut jada: kartak eta esandakoak denbora baten ondoren ezabatzen dira.

ranking-title = 🏆 Nork irabazten duen hemen
ranking-none = Hemen inork ez du oraindik partidarik irabazi. /mus idatzita mahai bat irekitzen da: lehenengo partidak ere balio du.
ranking-week = Aste honetan: { $rows }
ranking-quarter = 90 egunean: { $rows }
ranking-ever = Guztira: { $rows }
ranking-people = Banaka: { $rows }
ranking-people-week = Banaka, aste honetan: { $rows }
ranking-people-quarter = Banaka, 90 egunean: { $rows }
ranking-pairs = Bikoteak: { $rows }
ranking-stones = Tres Mus eta Mus frantsesa: { $rows }
ranking-with-ai = AAren bat tartean: { $rows }
ranking-row = { $names } { $won }–{ $lost }
ranking-streak = 🔥 { $names }: { $won } irabazi jarraian.
ranking-strength-pairs = Bikoteen indarra: { $rows }
ranking-strength-people = Norberaren indarra: { $rows }
ranking-rated = { $names } { $points } ± { $margin }
ranking-counts = Irabazitakoak–galdutakoak; erdizka itxi dituzuen partidak ez dira zenbatzen. AArik gabeko { $fewest } mus partidarekin, gainera, nor den indartsuagoa neurtzen dut.
ranking-needs = Irabazitakoak–galdutakoak; erdizka itxi dituzuen partidak ez dira zenbatzen. Indarra AArik gabeko { $fewest } mus partidatik aurrera ateratzen da; norberarena, lau partidatik batean behintzat bikotez aldatuz gero. Denak 1000 puntutan hasten dira. ± ikurrak kontuak zenbat huts egin dezakeen dio: bi tartek bat egiten badute, inork ez daki zein den hobea.

proof-title = 🔒 { $table } mahaia · banaketa
proof-seed = Hazia hau zen: { $seed }
    eta haren hatz-marka hau da: { $commitment }. Alderatu hasi aurreko mezukoarekin: berbera izan behar du.
proof-cut = Mozketa: { $cut }.
proof-kept = ✅ Hazitik berriz banatu dut oraintxe: { $hands ->
    [one] eskualdi bakarra agindu bezala banatu zen
   *[other] { $hands } eskualdiak agindu bezala banatu ziren
}.
proof-broken = ❌ Hazitik berriz banatu dut oraintxe: { $hands } eskualditatik hauek ez datoz bat agindutakoarekin: { $broken }.
proof-mano = ❌ Lehen eskualdia ez da hazitik ateratzen dena.
proof-about = Ez fidatu nire hitzaz: /akta idatzita partida jasoko duzu, eta ni gabe egiazta dezakezu.

privacy-title = Zer gordetzen den
privacy-open = gure txat pribatua irekita duzun
privacy-chosen = /hizkuntza, /ezarpenak eta /abisuak idatzita aukeratu duzuna
privacy-notices = jendea falta denean zein txatetako abisuak nahi dituzun, abisurik gabeko orduak eta txat bakoitzeko azken abisua
privacy-here = zure kartak non ikusi nahi dituzun
privacy-explained = botoiak azalduta nahi dituzun
privacy-course = zein ikasgaitan zauden (/ikasi)
privacy-look = Aztertzeko eskatzen duzun eskualdiaz: zein den, kontatu arte.
privacy-leaving = Ezabatzen dudan bitartean, eskatu duzula apuntatzen dut.
privacy-text = Zutaz: plataforma honek ematen dizun zenbakia, eseri zareneko izena eta hizkuntza; { $facts }. /ezabatu idatzi arte.
    Mahai bakoitzaz: zein txatetan izan zen, arauak, nor eseri zen, zer esan zen eta zein karta izan ziren. Eta partida bakoitzaz, lerro bat emaitzarekin. { $days ->
        [0] Ez dute iraungitze-datarik.
        [one] Amaitu eta egun batera mahaia ezabatzen da, eta izenik gabeko akta bat geratzen zaio bot hau daramanari; emaitzaren lerroa ez da iraungitzen.
       *[other] Amaitu eta { $days } egunera mahaia ezabatzen da, eta izenik gabeko akta bat geratzen zaio bot hau daramanari; emaitzaren lerroa ez da iraungitzen.
    } Hor ez dago zure izena: zenbaki bat dago; norena den aparteko zerrenda batean dago, eta bot hau daramanak irakur dezake.
    { privacy-look } AAk gaizki jokatu duela badiozu, eskualdi hori, inoren izen eta zenbakirik gabe: azken 500ak.
    Hitzordu bakoitzetik: ordua, arauak eta nork zer erantzun duen, astebete geroago arte.
    Sakatze bakoitzaz: bere zenbakia, 48 orduz, bi aldiz ez zenbatzeko.
    Idazten duzuenetik ez dut ezer gordetzen, jokalditzat balio duen mus-hitza izan ezik.
    Zure historiala zuk bakarrik ikusten duzu. Txat baten sailkapena txat horretakoek ikusten dute.
    /ezabatu idatzita zure izena eta zenbakia ahaztu egiten dira, eta besteen mahaietan «Jokalaria» geratzen da. Ezin dudana jaso: txatetan dauden mezuak, norbaitek gorde dituen aktak eta bot hau daramanaren kopiak. { privacy-leaving }
forget-title = Nirea ezabatu
forget-text = Zure izena eta plataforma honetan nor zaren ahaztuko dut. Irekita dauden mahaietan tokia utziko duzu: AA batek jarraituko du, eta beste inor geratzen ez bada mahaia itxiko da. Amaitutako partidetan «Jokalaria» jarriko du, eta historiala eta sailkapenetako tokiak galduko dituzu. Ezin da desegin.
    Txatetan idatzita dagoena ezin dut ezabatu.
    Ziur? Hamar minutu dituzu esateko.
button-forget = Bai, ezabatu nirea
forget-done = Eginda: ez dakit jada nor zaren. Berriz jokatzen baduzu, hutsetik hasiko zara.
forget-goes-on = Ezabatzen ari naiz, eta apur bat behar du. Bukatzean pribatuan esango dizut.
forget-failed = Ezin izan da dena ezabatu. Idatzi /ezabatu berriz.
refused-forget-late = Zurea ezabatzeko, idatzi lehenago /ezabatu.
