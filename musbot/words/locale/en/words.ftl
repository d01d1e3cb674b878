# The words of the game and the señas, as one says them
word-mus = mus
word-no-mus = no mus
said-no-mus = no hay mus
word-consulta = mi compañero dirá
word-descarta = { $n ->
    [none] descarta
   *[other] descarta { $n }
}
word-servido = servido
word-paso = paso
word-envido = { $n ->
    [none] envido
   *[other] envido { $n }
}
word-ordago = órdago
word-ordago-cried = órdago!
word-quiero = quiero
word-no-quiero = no quiero
word-queremos = queremos
word-no-queremos = no queremos
word-y-yo = y yo
word-mas = { $n ->
    [none] más
   *[other] { $n } más
}
word-reenvido = reenvido
word-sena = seña
word-miro = { $n ->
    [none] miro
   *[other] miro { $n }
}
word-acepto = { $n ->
    [none] acepto
   *[other] acepto { $n }
}
word-conforme = conforme
word-perdido = me doy por perdido
sena-dos-reyes = two kings
sena-tres-reyes = three kings
sena-dos-ases = two aces
sena-tres-ases = three aces
sena-medias = medias
sena-duples = duples
sena-treinta-o-una = thirty-one or thirty
sena-treinta-y-una = thirty-one
sena-treinta = thirty
sena-veintinueve = twenty-nine
sena-ciego = nothing
