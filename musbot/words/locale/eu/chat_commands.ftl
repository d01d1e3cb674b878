# The chat commands and the help

command-mus = mus mahai bat ireki
command-tanteo = partida nola doan
command-cartas = zure kartak, pribatuan
command-mesa = mahaia berriz erakutsi
command-reglas = jokatzeko moduak
command-suerte = karta-sorta moztu (1–40)
command-acta = azken partida, errepasatzeko
command-salir = zure tokia utzi
command-sustituir = tokia beste bati utzi, edo norbait ordezkatzea eskatu
command-terminar = mahaia ixteko bozkatu
command-ayuda = une honetako laguntza
command-senas = keinuak, eta zure kartekin egia direnak (pribatuan)
help-title = Musa txat honetan
help-moment = Zer egin orain
help-text = { $commands }
    Idazten duzuena irakur dezakedanean, hitzek ere balio dute: «paso», «hordago»…
help-mus = mahai bat ireki (/mus vitoria, /mus trios, /mus piedras=30…)
help-cartas = zureak, pribatuan
help-mesa = mahaia berriz erakutsi
help-salir = zure tokia AA bati utzi
help-sustituir = tokia beste bati utzi, edo norbait ordezkatzea eskatu
help-terminar = mahaia ixteko bozkatu
help-now = Orain: { $now }
help-open = Orain: /mus idatzita edo «{ button-open }» sakatuta mahaia irekitzen da; irekita badago, eseri bertan.
help-open-alone = Musean bikoteka jokatzen da: kartekin apustu egiten da, eta lehenbizi 40 tantora heltzen denak irabazten du.
help-open-new = Inoiz jokatu ez baduzu, sakatu «Hasten ari naiz»: berehala banatuko ditut kartak, eta botoi bakoitza azalduko dizut. «Ikasi» sakatuta urratsez urrats ikusiko duzu.
help-lobby = Orain: mahaia jokalarien zain dago. «{ button-sit-alone }» sakatuta lekua hartzen duzu, «{ button-ai }» sakatuta leku bat betetzen da, eta «{ button-start }» sakatuta kartak banatzen dira. Gero, aldiro esango dizut zer egin dezakezun.
help-lobby-alone = Orain: zure mahaia prest dago. Sakatu «{ button-start }», eta kartak banatuko ditut.
button-commands = 📋 Komando guztiak
help-wait = Orain ez da zure txanda: itxaron pixka bat.
command-idioma = zein hizkuntzatan hitz egin zuri
command-avisos = nola abisatu zure txanda denean
command-analisis = zure azken eskualdia, hitzez hitz (pribatuan)
command-glosario = museko hitzak, azalduta
command-historial = zure partidak, norekin eta nola amaitu ziren (pribatuan)
command-ranking = nork irabazten duen txat honetan
command-verificar = banaketa agindutakoa dela egiaztatu
command-privacidad = zutaz zer gordetzen den eta zenbat denboran
command-borrar = zutaz gordetakoa ezabatu (pribatuan)
command-aprender = musa hamar minututan, jokatuz (pribatuan)
command-ajustes = txat honen ezarpenak (kudeatzaileentzat)
