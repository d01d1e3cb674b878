# The chat commands and the help

command-mus = mus mahai bat ireki
command-tanteo = ikusi partida nola doan
command-cartas = zure kartak ikusi, pribatuan
command-mesa = mahaia berriz erakutsi
command-reglas = jokatzeko moduak irakurri
command-suerte = karta-sorta moztu (1–40)
command-acta = azken partida jaso, errepasatzeko
command-salir = zure tokia utzi
command-sustituir = tokia beste bati utzi, edo norbait ordezkatzea eskatu
command-terminar = mahaia ixteko bozkatu
command-ayuda = ikusi zer egin dezakezun orain
command-senas = keinuak ikusi, eta zure kartekin egia direnak (pribatuan)
help-title = Agindu guztiak
help-moment = Zer egin orain
help-text = { $commands }
    Mahaiaren txatean hitzek ere balio dute, irakur baditzaket: «paso», «hordago»…
help-mus = mahai bat ireki (/mus vitoria, /mus trios, /mus piedras=30…)
help-cartas = zureak ikusi, pribatuan
help-mesa = mahaia berriz erakutsi
help-salir = zure tokia AA bati utzi
help-sustituir = tokia beste bati utzi, edo norbait ordezkatzea eskatu
help-terminar = mahaia ixteko bozkatu
help-open = Orain: /mus idatzita edo «{ button-open }» sakatuta mahaia irekitzen da; irekita badago, eseri bertan.
help-open-alone = Musean bikoteka jokatzen da: kartekin apustu egiten da, eta lehenbizi 40 tantora heltzen denak irabazten du.
help-open-new = Inoiz jokatu ez baduzu, sakatu «Hasten ari naiz»: berehala banatuko ditut kartak, eta botoi bakoitza azalduko dizut. «Ikasi» sakatuta urratsez urrats ikusiko duzu.
help-lobby = Orain: mahaia jokalarien zain dago. «{ button-sit-alone }» sakatuta lekua hartzen duzu, «{ button-ai }» sakatuta leku bat betetzen da, eta mahaia ireki duenak «{ button-fill }» sakatuta gainerakoak bete eta kartak banatzen ditu. Gero, aldiro esango dizut zer egin dezakezun.
help-lobby-enough = Orain: badago nahikoa jokalari, eta leku libreak ere bai. «{ button-sit-alone }» sakatuta lekua hartzen duzu, «{ button-ai }» sakatuta leku bat betetzen da, eta mahaia ireki duenak «{ button-start }» sakatuta kartak banatzen ditu. Gero, aldiro esango dizut zer egin dezakezun.
help-lobby-full = Orain: mahaia beteta dago. Ireki duenak «{ button-start }» sakatuta kartak banatzen ditu; lehenago, mahaiko edonork moz dezake, «{ button-more }» sakatuta.
help-lobby-take = «{ button-sit-alone }» sakatuta, AA baten lekua hartzen duzu.
help-lobby-queue = «{ button-queue }» sakatuta, hurrengo toki librearen zain geratzen zara.
help-lobby-alone = Orain: zure mahaia prest dago. Sakatu «{ button-start }», eta kartak banatuko ditut.
button-commands = 📋 Komando guztiak
help-wait = Orain ez da zure txanda: itxaron pixka bat.
command-idioma = aukeratu zein hizkuntzatan hitz egingo dizudan
command-avisos = aukeratu nola abisatuko dizudan zure txanda denean
command-analisis = azken eskualdia aztertu, hitzez hitz (pribatuan)
command-glosario = museko hitzen azalpena irakurri
command-historial = zure partidak ikusi, norekin eta nola amaitu ziren (pribatuan)
command-ranking = ikusi nork irabazten duen txat honetan
command-verificar = banaketa agindutakoa dela egiaztatu
command-privacidad = irakurri zutaz zer gordetzen den eta zenbat denboran
command-borrar = zutaz gordetakoa ezabatu (pribatuan)
command-aprender = musa hamar minututan ezagutu, jokatuz (pribatuan)
command-ajustes = txat honen ezarpenak ikusi eta aldatu (kudeatzaileek)