# Komando-lerroa: musbotek eta haren komandoek terminalean diotena
cli-progress = { $what }: { $done } / { $whole }, { $left } segundo falta dira
cli-minutes = { $count ->
    [0] oraintxe
    [one] duela minutu bat
   *[other] duela { $count } minutu
}
cli-hours = { $count ->
    [one] duela ordubete
   *[other] duela { $count } ordu
}
cli-days = { $count ->
    [one] duela egun bat
   *[other] duela { $count } egun
}
cli-cannot-write = { $file }: ezin da idatzi: { $why }
cli-option-database = DATABASE_URL ez den beste datu-base bat: fitxategia edo URLa

cli-argparse-usage = Erabilera:{" "}
cli-argparse-options = aukerak
cli-argparse-positional = argumentuak
cli-argparse-help = erakutsi laguntza hau eta amaitu
cli-argparse-version = erakutsi bertsioa eta amaitu
cli-argparse-argument = %(argument_name)s argumentua: %(message)s
cli-argparse-choice = %(value)r ez du balio; hauetako bat behar da: %(choices)s
cli-argparse-required = hau falta da: %s
cli-argparse-unknown = hau ez da ulertzen: %s
cli-choice-guess = «{ $value }» ez dago. «{ $guess }» esan nahi zenuen?
cli-option-guess = { $option } ez dago. { $guess } esan nahi zenuen?
cli-argparse-not-with = ezin da %s aukerarekin batera joan
cli-argparse-one = balio bat behar da
cli-argparse-some = gutxienez balio bat behar da
cli-argparse-count = %s balio behar dira
cli-argparse-none = ez du baliorik hartzen, eta %r eman zaio
cli-argparse-value = %(value)r ez du %(type)s gisa balio
cli-argparse-ambiguous = %(option)s bat baino gehiago izan daiteke: %(matches)s

cli-copying = Kopiatzen
cli-folding = Mahaiak errepasatzen
cli-backup = datu-basea kopiatu, bota martxan dagoela ere bai
cli-backup-file = kopia non gorde
cli-backup-overwrite = fitxategi hori badagoen arren
cli-backup-there = { $why }; --overwrite aukerak ordezkatu egiten du
cli-backup-made = { $file }: { $tables ->
    [one] mahai bat kopiatu eta errepasatuta
   *[other] { $tables } mahai kopiatu eta errepasatuta
}, { $size } MB. Kartak, haziak eta izenak ditu: gorde zuretzat.
cli-backup-faults = { $file }: kopia eginda dago, baina { $count ->
    [one] gauza bat gaizki dago
   *[other] { $count } gauza gaizki daude
}, datu-basean bezala
cli-restore = kopia bat datu-basearen lekuan jarri
cli-restore-file = { $program } backup-ek egindako kopia bat
cli-restore-replace = datu-basea badagoen arren: baztertu egiten da, ez da ezabatzen
cli-restore-damaged = mahai hondatuak baditu ere: zein diren esaten da
cli-restore-there = { $why }; --replace aukerak baztertu egiten du, eta kopia jartzen du haren lekuan
cli-restore-aside = Lehen zegoena orain hemen dago: { $file }
cli-restore-aside-schema = Lehen zeuden taulak { $schema } eskeman daude orain. psql-en, DROP SCHEMA "{ $schema }" CASCADE aginduak ezabatzen ditu.
cli-restore-made = { $file }: berreskuratu eta errepasatuta, { $tables ->
    [one] mahai batekin
   *[other] { $tables } mahairekin
}. Abia daiteke.
cli-restore-faults = { $file }: { $count ->
    [one] gauza bat gaizki dago
   *[other] { $count } gauza gaizki daude
}; ez da ezer aldatu
cli-migrate = SQLite fitxategi bat PostgreSQLera eraman
cli-migrate-from = SQLite fitxategi bat, edo haren sqlite:/// URLa
cli-migrate-to = postgresql:// URL bat (bestela, DATABASE_URLekoa)
cli-migrate-rows = Errenkadak irakurtzen, kopiatzen eta alderatzen
cli-migrate-aside = Alde batera utzi da, PostgreSQLek ezin baitu gorde: { $what }.
cli-migrate-made = Eramandakoa hemen dago, zegoen bezala: { $to }. Fitxategia dagoen bezala geratzen da ({ $file }): inork ez dezala hor jokatzen jarraitu.
cli-tables = nork non jokatzen duen, kartarik gabe
cli-tables-json = mahai bakoitzeko JSON objektu bat, bakoitza lerro batean
cli-tables-count = { $count ->
    [0] Ez dago mahairik irekita.
    [one] Mahai bat irekita.
   *[other] { $count } mahai irekita.
}
cli-tables-line = { $table }, { $chat } ({ $rules }): { $names }. { $state }, { $since }.
cli-tables-free = { $count ->
    [one] leku bat libre
   *[other] { $count } leku libre
}
cli-tables-lobby = Hasi gabe
cli-tables-playing = { $hand }. eskualdian, { $score }
cli-tables-put-off = { $hand }. eskualdian atzeratuta, { $score }
cli-tables-damaged = { $table }, { $chat }: ezin da irakurri, { $since } ({ $program } doctor-ek dio gehiago)
cli-health = hemen dabilen botari ondo dagoen galdetu
cli-health-standby = Zain dago: beste musbot batek darabil datu-basea.
cli-health-platform = Plataforma honek ez du erantzuten: { $platform }. Haren erlojuak zain daude, eta saiatzen jarraitzen da.
cli-health-parked = Plataforma honek ez dio botari sartzen uzten: { $platform }. Orduro saiatzen da berriro: { $why }
cli-health-silent = { $where }: inork ez du erantzuten ({ $why })
cli-health-other = { $where }: beste programa batek erantzuten du, ez musbotek
cli-completion = terminalak musboten komandoak osa ditzan
cli-completion-shell = zein terminal-motatarako

doctor-version = musbot { $version }
doctor-no-token = Ez dago tokenik duen plataformarik: «{ $program } run»-ek ez luke zer zerbitzatu. Jarri TELEGRAM_BOT_TOKEN edo DISCORD_BOT_TOKEN { $file } fitxategian.
doctor-silent = Inork ez du erantzuten hemen: { $why }. Begiratu makina honen sarea, DNSa eta proxyrik behar duen.
doctor-no-platform = { $url } helbideak { $status } erantzuten du, eta ez espero zena. Begiratu helbidea zure ezarpenetan, edo itxaron haien matxura bada.
doctor-telegram-token = Telegramek ez du token hau ezagutzen. Eskatu beste bat BotFatherri (/revoke) eta jarri TELEGRAM_BOT_TOKEN-en.
doctor-telegram-bot = Telegramek bota ezagutzen du: { $name }
doctor-telegram-invite = Talde batera gehitzeko: { $link }
doctor-telegram-groups = Telegramen ezin da bota taldeetara gehitu. BotFatherren: /setjoingroups, Enable.
doctor-telegram-reads = Telegramen botak taldeak irakurtzen ditu: museko hitzak idatz daitezke.
doctor-telegram-private = Telegramen botak pribatutasun modua du: botoiekin jokatzen da. Hitzak idazteko, BotFatherren: /setprivacy, Disable, eta gehitu berriro taldera.
doctor-telegram-webhook = Token honekin webhook bat jarrita dago. musbotek abiatzean kentzen du; itzultzen bada, beste programa batek darabil tokena: aldatu.
doctor-telegram-waiting = { $count ->
    [0] Telegramen ez dago ezer zain.
    [one] Telegramen sakatze edo mezu bat dago zain.
   *[other] Telegramen { $count } sakatze edo mezu daude zain.
}
doctor-discord-token = Discordek ez du token hau ezagutzen. Developer Portal-en, Bot, Reset Token, eta jarri DISCORD_BOT_TOKEN-en.
doctor-discord-bot = Discordek bota ezagutzen du: { $name }
doctor-discord-invite = Zerbitzari batera gehitzeko: { $link }
doctor-discord-intent = DISCORD_READ_WORDS-ek baietz dio, baina botak ezin du irakurri. Developer Portal-en, Bot, piztu Message Content Intent.
doctor-discord-nowhere = Bota ez dago Discordeko zerbitzari batean ere. Ireki goiko esteka eta aukeratu bat.
doctor-discord-view = kanalak ikusi (View Channels)
doctor-discord-send = mezuak bidali (Send Messages)
doctor-discord-files = fitxategiak erantsi (Attach Files)
doctor-discord-in-threads = harietan idatzi (Send Messages in Threads)
doctor-discord-lacks = «{ $server }» zerbitzarian botari hau falta zaio: { $lacks }. Eman zerbitzariko roletan.
doctor-discord-may = «{ $server }» zerbitzarian botak behar duena egin dezake.
doctor-clock = Erlojua ondo dabil.
doctor-clock-wrong = Makina honen erlojuak { $seconds } segundoko aldea du. Jarri orduan (NTP).
doctor-disk = { $folder }: { $free } MB libre.
doctor-disk-full = { $folder }: { $free } MB bakarrik libre. Egin lekua, { $needed } MB gutxienez.
doctor-no-actas = Mahai zaharrak ezin dira ezabatu: erabiltzaile honek ezin du { $folder } karpetan idatzi. Sortu karpeta hori harentzat, edo jarri beste bat MUSBOT_ACTAS aldagaian.
doctor-pictures = Irudietako letrak eta kartak hor daude.
doctor-no-pictures = Ezin da marraztu ({ $why }): instalatu musbot berriro. Irudirik gabe ere jokatzen da.
doctor-runs-well = Hemen dabilen bota ondo dago.
doctor-runs = Bot bat badabil hemen, datu-base honekin.
doctor-database = { $database }: { $schema } eskema, { $tables ->
    [one] mahai bat begiratuta
   *[other] { $tables } mahai begiratuta
}
doctor-left = { $tables ->
    [0] Ezin da mahairik irakurri.
    [one] Mahai bat irakur daiteke oraindik.
   *[other] { $tables } mahai irakur daitezke oraindik.
} { $tables ->
    [0] Itzuli kopia batera.
   *[other] Bota geldirik dagoela, «{ $program } restore { $database } --database { $database } --damaged --replace» aginduak irakur daitekeena salbatzen du, eta hondatutako fitxategia gordetzen du.
}
doctor-good-copy = Azken kopia ona { $copy } da, { $date }: «{ $program } restore { $copy } --database { $database } --replace».
doctor-no-database = { $database } ez dago, eta abiatzean huts bat egiten da. Galdu bada, azken kopia ona { $copy } da, { $date }: «{ $program } restore { $copy } --database { $database }».
doctor-no-copy = Ez dago kopia onik hemen, edozein izenekin ere: { $folders }. Hango SQLite fitxategi guztiak aztertu dira. Bilatu zurea beste nonbait.
doctor-settings = Ezarpenak { $file } fitxategitik irakurtzen dira; inguruneak agintzen du gehiago.
doctor-settings-service = Ezarpenak { $file } fitxategitik irakurtzen dira: haren lerroek balio dute zerbitzurako eta { $program } aginduarentzat; aurretik jarritako beste aldagaiek ez.
doctor-misspelt-setting = { $name } ez da ezarpen bat, eta ez du ezer egiten. { $meant } esan nahi zenuen?
doctor-unknown-setting = { $name } ez da ezarpen bat, eta ez du ezer egiten. Ezarpen guztiak .env.example fitxategian daude.
doctor-no-settings = { $folder } karpetan ez dago .env fitxategirik: ezarpenak ingurunekoak dira soilik.
doctor-open-settings = { $file } fitxategiak token edo pasahitz bat gordetzen du, eta besteek irakur dezakete: chmod 600 { $file }
doctor-in-use = { $database } erabiltzen ari da, eta botik ez du erantzuten: { $why }. Itxi hura irekita daukan terminaleko mahaia, edo berrabiarazi bota, MUSBOT_HEALTH aldatu bazaio.
doctor-hangs = Programa batek { $where } helbidea hartuta dauka, eta ez du erantzun { $seconds } segundotan: ia ziur bot hau da, zintzilik geratuta. Itxi, eta abiarazi berriro.
doctor-hangs-service = Programa batek { $where } helbidea hartuta dauka, eta ez du erantzun { $seconds } segundotan: ia ziur bot hau da, zintzilik geratuta. Berrabiarazi: «systemctl restart { $unit }».
doctor-other-health = { $where } helbidean beste musbot batek erantzuten du, ez datu-base honenak. Jarri beste ataka bat MUSBOT_HEALTH aldagaian.
doctor-stopped = { $count ->
    [0] Dena prest dago, baina bota ez dabil hemen: «{ $start }» aginduak abiarazten du.
    [one] Gauza bat gaizki dago, eta bota ez dabil hemen. Konpondu ondoren, «{ $start }» aginduak abiarazten du.
   *[other] { $count } gauza gaizki daude, eta bota ez dabil hemen. Konpondu ondoren, «{ $start }» aginduak abiarazten du.
}
doctor-well = Dena ondo doa.
doctor-wrong = { $count ->
    [one] Gauza bat gaizki dago.
   *[other] { $count } gauza gaizki daude.
}

cli-playing = Jokatzen
cli-interrupted = Etenda: orain arte jokatutakoa gordeta dago, { $partidas ->
    [one] partida bat
   *[other] { $partidas } partida
} eta { $hands } eskualdi.

cli-about = Musa, karta-jokoa: arauak, aktak, AA jokalariak eta bota.
cli-commands = komandoak
cli-command = KOMANDOA
cli-run = bota martxan jarri tokena duen plataforma bakoitzean
cli-play = terminalean jokatu, IAren kontra
cli-aprender = musean ikasi hamabi ikasgaitan, terminalean
cli-glosario = museko hitz bat azaldu
cli-reglas = zertara joka daitekeen azaldu
cli-glosario-how = Bat azaltzeko: { $program } glossary pareak
cli-play-words = arau-multzo bat eta aldatzen dena: vitoria piedras=30 real=figura
cli-play-one = arau-multzo bakarra espero zen, ez { $one } eta { $other }
cli-play-piedras = jokoa irabazten duten harriak
cli-play-names = nork jokatzen duen terminal honetan, txandaka; esaten ez bada, kontuaren jabeak
cli-play-cut = non mozten den karta-sorta, 1etik { $most }ra; esaten ez bada, { $uncut }. kartan
cli-play-cut-what = «{ $given }» ez da balio: 1etik { $most }ra bitarteko zenbaki bat
cli-play-ai = nork jokatzen duen gainerako lekuetan
cli-play-theme = zein koloretan: atzealde ilunerako (dark), argirako (light) edo kolorerik gabe (plain); esan ezean, ondo irakurtzen direnetan
cli-play-text = lerroz lerro eta hitzez, pantaila-irakurgailuetarako
cli-play-anew = beste mahai bat; erdizka bat badago, itxi egiten da
cli-acta = jokatutako partidak kontatu edo laburtu
cli-verificar = partidak agindu bezala banatu zirela egiaztatu
cli-analizar = partida batean zer hobeto esan zitekeen
cli-arena-missing = AA jokalariak neurtzeko, instalatu musbot-research: pip install musbot-research, `make dist`-ek dist karpetan uzten duen wheel-a, edo ./research kodearen kopia batean
cli-not-loaded = { $name } ezin da kargatu: { $why }
cli-quejas = norbaitek AAk gaizki jokatutzat jo dituen eskualdiak atera, izenik gabe
cli-simular = IAk IAren kontra jokatu
cli-doctor = botak behar duen guztia ondo dagoen begiratu, edo mahai baten erregistroa datu-basetik atera
cli-pintar = eskualdi bat edo partida baten une bat marraztu
cli-file = .mus.toml fitxategi bat
cli-file-baraja = [baraja] duen .mus.toml fitxategi bat
cli-json = JSON objektu bat
cli-json-lines = fitxategi bakoitzeko JSON objektu bat, bakoitza lerro batean
cli-seed = testu berarekin gauza bera jokatzen da
cli-processes = zenbat aldi berean; esan ezean, nukleo bakoitzeko bat
cli-play-language = partiden eta ikastaroaren hizkuntza, hemendik aurrera: es, en edo eu
cli-language = zein hizkuntzatan kontatu: es, en edo eu
cli-rules = arau multzo bat: { $names }
cli-option = aldatutako arau bat, real=figura bezala
cli-seats = zenbat jokalari, arauek zabalik uzten dutenean
cli-acta-html = orri bat idatzi fitxategi bakoitzaren ondoan, FITXATEGIA.partida.html
cli-acta-player = --html aukerarekin: IZENAk jakin dezakeena amaitu arte
cli-analizar-player = jokalari horren hitzak bakarrik
cli-analizar-worlds = hitz bakoitza zenbat mundutan probatzen den ({ $count })
cli-analizar-seed = beste testu batekin beste mundu batzuk
cli-quejas-folder = eskualdi bakoitzeko .mus.toml fitxategi bat idazteko karpeta
cli-quejas-made = { $count ->
    [0] Inork ez du eskualdirik gaizki jokatutzat jo.
    [one] Eskualdi bat hemen: { $folder }, guztien kartekin.
   *[other] { $count } eskualdi hemen: { $folder }, guztien kartekin.
}
cli-simular-no-player = { $name } ez da AA jokalari bat: hauetako bat espero zen: { $known }
cli-simular-hands = zenbat eskualdi (1000)
cli-simular-kinds = lekuz leku: { $kinds }
cli-simular-actas = partida bakoitzaren akta hor idatzi
cli-simular-partidas = partidak   { $count }{ $cut ->
    [yes] , azkena amaitu gabe
   *[no] {""}
}
cli-simular-hands-played = eskualdiak { $count }
cli-simular-side = { $side }. aldea    { $won } irabazita ({ $kinds })
cli-simular-speed = abiadura   { $speed } eskualdi segundoko, { $processor } prozesadoreko segundoko
cli-simular-seed = hazia      { $seed }
cli-pintar-what = kartak, "12o 3c 11b 1e" bezala, edo .mus.toml fitxategi bat
cli-pintar-file = .png fitxategi bat
cli-pintar-hand = fitxategiaren eskualdi horren ondoren (azkena)
cli-pintar-names = nork atera zituen kartak
cli-doctor-all = amaitutako mahaiak ere bai
cli-doctor-export = haren erregistroa idatzi, kartak eta hazia barne

cli-misused = { $command }: { $why } (gehiago: { $command } --help)
cli-expected = hau espero zen: { $what }
cli-count-what = «{ $given }» ez du balio: zenbaki bat espero zen, 1 edo gehiago
cli-seats-what = lekuak: { $fit } espero ziren ({ $rules }), ez { $seats }
cli-play-names-what = --names: gehienez { $most } izen espero ziren, denak desberdinak
cli-acta-player-what = --player: --html ere espero zen
cli-migrate-from-what = NONDIK: SQLite fitxategi bat espero zen
cli-migrate-to-what = NORA: postgresql:// URL bat espero zen, hemen edo ezarpenetako DATABASE_URLen
cli-simular-players = { $count } AA jokalari ezin da: { $fit } espero ziren ({ $rules })
cli-pintar-suffix = -o: { $suffix } amaiera duen fitxategi bat espero zen, ez «{ $given }»
cli-pintar-cards = «{ $given }»: karta desberdinak espero ziren, 1etik { $most }ra, hala nola 12o 3c 11b 1e
cli-pintar-draws = «{ $given }»: karta bat espero zen izen bakoitzeko ({ $count })
cli-pintar-no-hand = { $hand }. eskualdia: amaitutako { $count } horietako bat espero zen
cli-pintar-none-over = oraindik ez da eskualdirik amaitu
cli-pintar-not-won = oraindik ez du inork partida irabazi
cli-doctor-exported = { $file }: { $events } gertaera, mahaiaren kartekin eta haziarekin: gorde zuretzat
cli-metavar-name = IZENA
cli-metavar-names = IZENA[,IZENA…]
cli-metavar-file = FITXATEGIA
cli-metavar-folder = KARPETA
cli-metavar-field = EREMUA=BALIOA
cli-metavar-kind = MOTA
cli-metavar-kinds = MOTA[,MOTA…]
cli-metavar-text = TESTUA
cli-metavar-word = HITZA
cli-metavar-rules = ARAUAK
cli-metavar-table = MAHAIA
cli-metavar-what = ZER
cli-metavar-from = NONDIK
cli-metavar-to = NORA
