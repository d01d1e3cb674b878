# The chat commands and the help

command-mus = mus mahai bat ireki
command-tanteo = partida nola doan
command-cartas = zure kartak, pribatuan
command-mesa = mahaia berriz erakutsi
command-reglas = jokatzeko moduak
command-suerte = karta-sorta moztu (1–40)
command-acta = azken partida, errepasatzeko
command-salir = zure tokia utzi
command-sustituir = beste batek jokatzea zure ordez, edo ez dagoenaren ordez
command-terminar = mahaia ixteko bozkatu
command-ayuda = une honetako laguntza
command-senas = keinuak, eta zure kartekin egia direnak (pribatuan)
help-title = Musa txat honetan
help-text = { $commands }
    Museko hitzak idaztea ere balio du: «paso», «bost enbido», «hordago»…
help-mus = mahai bat ireki (/mus vitoria, /mus trios, /mus piedras=30…)
help-cartas = zureak, pribatuan
help-mesa = mahaia berriz erakutsi
help-salir = zure tokia AA bati utzi
help-sustituir = tokia beste bati utzi, edo norbait ordezkatzea eskatu
help-terminar = mahaia ixteko bozkatu
help-now = Orain: { $now }
help-wait = Orain ez da zure txanda.
