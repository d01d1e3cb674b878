# Notices of tables that need players, and the weekly line
button-notice = 🔔 Avísame de la próxima
notice-next = la próxima mesa
button-notice-next = 🔔 La próxima mesa
notice-always = siempre
button-notice-always = 🔔 Siempre que falte
notice-never = nunca
button-notice-never = 🔕 Ninguna mesa
done-notice-next = { $zone ->
    [yes] Hecho: la próxima vez que aquí falte gente para una mesa, te escribo en privado. Si escribes aquí /avisos, eliges siempre, nunca o a qué horas.
   *[no] Apuntado. Te escribo la próxima vez que falte gente, pero antes tengo que saber qué hora es aquí: la elige quien administra, en /ajustes.
}
done-notice-always = { $zone ->
    [yes] De acuerdo: cuando a una mesa de ese chat le falte gente, te escribo en privado, como mucho cada tres horas.
   *[no] De acuerdo. Te escribo cuando falte gente, pero antes tengo que saber qué hora es allí: la elige quien administra, en /ajustes.
}
done-notice-never = De acuerdo: no te aviso de mesas.
done-notice-closed = { $linked ->
    [yes] Para avisarte tengo que poder escribirte: abre nuestro chat privado con «{ button-more }» y «{ button-private }», y pulsa aquí otra vez.
   *[no] Para avisarte tengo que poder escribirte: escríbeme algo en privado y pulsa aquí otra vez.
}
refused-notice-chats = Ya te aviso de { $most } chats. Para quitar uno, escribe allí /avisos.
notice-page = 🔔 Aviso en privado de mesas de este chat a las que les falta gente: { $now }.
notice-chats = { $count ->
    [0] Si quieres que te avise cuando falte gente, pulsa «{ button-notice }» en una mesa de tu chat, o escribe allí /avisos.
    [one] Has pedido avisos de mesas en un chat. Si los quieres siempre, o solo de la próxima mesa, escribe allí /avisos.
   *[other] Has pedido avisos de mesas en { $count } chats. Si en uno los quieres siempre, o solo de la próxima mesa, escribe allí /avisos.
}
notice-quiet = 🌙 Horas sin avisos de mesas, en la hora de cada chat: { $hours }.
button-quiet = 🌙 { $hours }
quiet-23-9 = de 23 a 9
quiet-22-10 = de 22 a 10
quiet-1-11 = de 1 a 11
quiet-none = ninguna
notice-open = { $names } { $seated ->
    [one] espera
   *[other] esperan
} en la { $table }: { $count ->
    [one] falta una persona
   *[other] faltan { $count }
}. ¿Te sientas?
notice-seated = Tienes sitio en la { $table }.
notice-full = La { $table } ya está completa.
notice-over = La { $table } ya no espera a nadie.
week-played = La última semana: { $played ->
    [one] una partida
   *[other] { $played } partidas
}.
week-won = La última semana: { $played ->
    [one] una partida
   *[other] { $played } partidas
}. { $count ->
    [one] Quien más ha ganado: { $names }, { $won }.
   *[other] Quienes más han ganado: { $names }, { $won } cada cual.
}
