# Dates: /mus jueves 21:00, /fechas
date-when = { $weekday ->
    [0] lunes
    [1] martes
    [2] miércoles
    [3] jueves
    [4] viernes
    [5] sábado
   *[other] domingo
} { $day } de { $month ->
    [1] enero
    [2] febrero
    [3] marzo
    [4] abril
    [5] mayo
    [6] junio
    [7] julio
    [8] agosto
    [9] septiembre
    [10] octubre
    [11] noviembre
   *[other] diciembre
}, { $time }
command-fechas = ver, cambiar o anular las citas de este chat
help-fechas = ver las citas para jugar (/mus con día y hora propone una)
option-when = cuándo
option-when-is = un día y una hora: jueves 21:00
date-example = { $form ->
    [mus-filled] { mus-with-options } { option-when }:{ $words }
    [fechas] /fechas { $words }
    [fechas-filled] /fechas { option-when }:{ $words }
   *[mus] /mus { $words }
}
mus-with-options = /mus{ $set ->
        [none] {""}
       *[other] {" "}{ option-rules }:{ $set }
    }{ $changes ->
        [none] {""}
       *[other] {" "}{ option-changes }:{ $changes }
    }
date-example-words = jueves 21:00
date-example-day = { $weekday ->
    [0] lunes
    [1] martes
    [2] miércoles
    [3] jueves
    [4] viernes
    [5] sábado
   *[other] domingo
} { $time }
date-title = Cita para un mus
date-title-by = { $name } propone un mus
date-at = { $when } (hora de { $zone })
date-going = Voy ({ $count }): { $names }
date-maybe = Quizá ({ $count }): { $names }
date-not = No voy ({ $count }): { $names }
button-date-going = Voy
button-date-not = No voy
button-date-maybe = Quizá
date-answered-going = Apuntado: vas.
date-answered-waiting = Apuntado: vas, pero otros lo dijeron antes y de momento esperas sitio.
date-answered-not = Apuntado: no vas.
date-answered-maybe = Apuntado: quizá vayas.
date-made = Hecho.
date-which-half = { $name }, ¿a cuál de estas dos horas?
date-which-zone = { $name }, ¿de qué ciudad es vuestra hora? Pulsa una{ $reads ->
    [yes] {" "}o contesta a este mensaje con la tuya, por ejemplo Bilbao
   *[no] {" "}o pon la tuya detrás: { date-example } Bilbao
}. Lo pregunto una sola vez; quien administra la cambia en /ajustes.
date-soon = { $seat ->
    [yes] En diez minutos jugáis: { $when }.{ $count ->
        [0] {""}
        [one] {" "}Va también { $names }.
       *[other] {" "}Van también { $names }.
    } A esa hora abro la mesa y tu sitio se guarda 15 minutos.
   *[no] En diez minutos se abre la mesa: { $when }. Otros dijeron antes que van ({ $names }), así que de momento esperas sitio.
}
date-soon-here = { $seat ->
    [yes] { $names }: en diez minutos jugáis, { $when }. { $count ->
        [one] Tu sitio se guarda 15 minutos.
       *[other] Vuestro sitio se guarda 15 minutos.
    }
   *[no] { $names }: en diez minutos se abre la mesa, { $when }.
}
date-opened = Es la hora: la { $table } está abierta.
date-opened-own = { $seat ->
    [yes] Es la hora: la { $table } está abierta. Tu sitio se guarda 15 minutos: pulsa «{ button-ready }».
    [no] Es la hora: la { $table } está abierta. De momento esperas sitio.
   *[begun] La partida de la { $table } ha empezado. Sigues esperando sitio: te aviso en cuanto quede uno.
}
date-elsewhere = { $count ->
    [one] { $names } juega en otra mesa.
   *[other] { $names } juegan en otra mesa.
}
date-departed = { $count ->
    [one] { $names } ya no está en este chat: su sitio queda libre.
   *[other] { $names } ya no están en este chat: su sitio queda libre.
}
date-free = { $count ->
    [one] Queda sitio: { $names }, ¿vienes?
   *[other] Queda sitio: { $names }, ¿venís?
}
date-moved = { $name } cambia la cita: ahora es el { $when }.
date-again = { $count ->
    [one] { $names }: como es otro día, di otra vez si vas.
   *[other] { $names }: como es otro día, decid otra vez si vais.
}
date-moved-own = { $name } cambia la cita: ahora es el { $when }. { $answer ->
    [none] Como es otro día, di otra vez si vas.
    [maybe] Sigues en «{ button-date-maybe }».
   *[other] Sigues en «{ button-date-going }».
}
button-date-open = Ir a la cita
date-end-opened = Cita del { $when }: la mesa se abrió a su hora.
date-end-cancelled = Cita anulada: { $when }.
date-end-down = A la hora de la cita ({ $when }) yo no estaba en marcha, así que no abrí la mesa. Con /mus la abres ahora.
date-end-nobody = Nadie viene a la cita del { $when }: no abro mesa.
date-end-closed = No pude escribir en este chat a la hora de la cita ({ $when }): no hay mesa.
date-end-restricted = No abro la mesa de la cita ({ $when }): los ajustes de este chat ya no dejan que la abra quien la propuso.
dates-title = Citas de este chat
dates-none = No hay ninguna cita. Para proponer una: { $example }
dates-line = { $number }. { $when }: { $count ->
    [0] todavía no va nadie
    [one] va { $count } persona
   *[other] van { $count } personas
}
dates-join = Para ir a una, pulsa «{ button-date-going }» en su mensaje.
dates-how = Para cambiar la { $number }: { date-example }
button-date-cancel = Anular { $when }
refused-date-not-yours = Esa cita la mueve o la anula { $name }, que la propuso, o quien administra el chat.
refused-date-past = Esa hora ya ha pasado. Por ejemplo: { date-example }
refused-date-far = El día { $day } del mes { $month } queda a más de { $days } días. Por ejemplo: { date-example }
refused-date-no-hour = Falta la hora. Por ejemplo: { date-example }
refused-date-unclear = No entiendo qué día o qué hora dices. Por ejemplo: { date-example }
refused-date-own = Ya tienes una cita abierta. Con /fechas la cambias o la anulas.
refused-date-many = Este chat ya tiene { $most } citas abiertas: /fechas las enseña.
refused-date-over = Esa cita ya no está abierta.
refused-date-opened = Para esa cita ya está abierta la { $table }.{ $label ->
    [seated] {" "}Ahí tienes sitio.
    [list] {" "}Ahí ya esperas sitio.
    [none] {""}
   *[other] { $way ->
        [queue] {" "}Para esperar sitio, pulsa ahí { $label }.
       *[sits] {" "}Para jugar, pulsa ahí { $label }.
    }
}
refused-date-moves = Una cita se cambia { $most } veces como mucho. Puedes anularla con /fechas y proponer otra.
refused-date-none = Aquí no hay ninguna cita abierta.
refused-date-which = Di cuál con su número delante: { date-example }. Los números están en /fechas.
refused-date-again = Esa pregunta ya está contestada o ha caducado. Si falta la cita, escríbela otra vez.
refused-date-not-asked = Eso lo contesta quien propone la cita.
refused-date-private = Las citas se hacen en un grupo, donde os juntáis a jugar.
refused-city-unknown = No conozco esa ciudad. Prueba con una más grande de la misma hora, por ejemplo Bilbao o Buenos Aires.
