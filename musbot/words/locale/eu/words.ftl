# The words of the game and the señas, as one says them
word-mus = mus
word-no-mus = mus ez
said-no-mus = mus ez
word-consulta = bikotekideak esango du
word-descarta = { $n ->
    [none] bota
   *[other] bota { $n }
}
word-servido = ondo nago
word-paso = paso
word-envido = { $n ->
    [none] enbido
   *[other] { $n } enbido
}
word-ordago = hordago
word-ordago-cried = hordago!
word-quiero = iduki
word-no-quiero = tira
word-queremos = nahi dugu
word-no-queremos = ez dugu nahi
word-y-yo = bi gehiago
word-mas = { $n ->
    [none] gehiago
   *[other] { $n } gehiago
}
word-reenvido = berriz enbido
word-sena = keinua
word-miro = { $n ->
    [none] begira
   *[other] begira { $n }
}
word-acepto = { $n ->
    [none] onartu
   *[other] { $n } onartu
}
word-conforme = ados
word-perdido = amore eman
sena-dos-reyes = bi errege
sena-tres-reyes = hiru errege
sena-dos-ases = bi bateko
sena-tres-ases = hiru bateko
sena-medias = mediak
sena-duples = duplak
sena-treinta-o-una = hogeita hamaika edo hogeita hamar
sena-treinta-y-una = hogeita hamaika
sena-treinta = hogeita hamar
sena-veintinueve = hogeita bederatzi
sena-ciego = itsu
