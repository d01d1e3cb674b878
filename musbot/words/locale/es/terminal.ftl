# The terminal: what it says itself
console-title = Mus en la terminal
console-welcome = Número o palabra e Intro. ¿Primera vez? aprender o ayuda
console-command = «{ $name }»
console-you = Invitado
console-sealed = 🔒 Baraja sellada · { $start } · se corta por el { $place }
console-over = «acta»: guardarla · «análisis» · Intro: salir
console-saved = La partida queda guardada, y la próxima vez sigue.
console-continue = Hay una partida a medias (Mesa { $short }) y se sigue con ella. Con --new se empieza otra.
console-unmet = La Mesa { $short } está a medias, y lo que pides ({ $options }) solo vale para una partida nueva. ¿Qué hacemos?
console-unmet-go-on = Seguir con la que está a medias, tal como está
console-unmet-anew = Cerrarla y empezar otra
console-unmet-told = La Mesa { $short } está a medias y se sigue con ella, tal como está: lo que pides ({ $options }) solo vale para una partida nueva, con --new.
console-share-dumb = Para jugar varios en esta terminal hace falta una pantalla que se pueda borrar, y esta no la tiene (TERM): las cartas de uno quedarían a la vista de los demás.
console-share-pipe = Para jugar varios aquí hace falta una terminal, y esto no lo es: las cartas de uno quedarían a la vista de los demás.
console-share-text = Con --text no se borra nada, y las cartas de uno quedarían a la vista de los demás: para jugar varios aquí, sin --text.
console-ai = (IA)
console-side = Bando { $number }:
console-score-to = a
console-becomes = pasa a
console-awaited = por hablar
console-pass = Pásale la pantalla a { $name }. Cuando la tenga delante y nadie más mire, que pulse Intro.
console-next = Intro: seguir
console-back = Intro: volver
console-more = ↑↓: pasar página
console-read = Aquí también valen «ayuda», «salir» y preguntar: «¿qué es el deje?».
console-waiting = …
console-cards = { $name }, tus cartas
console-discard = { $cards ->
    [one] La letra de la que tiras (por ejemplo: c).
   *[other] Las letras de las que tiras (por ejemplo: ac).
}
console-throw = Tiras { $cards }. Intro: va. Otras letras: cambiar.
console-letters = Di la letra que lleva cada carta; los números son los de la baraja.
console-what = No te entiendo. Un número, una palabra del mus o «ayuda».
console-not-here = Eso es cosa de los chats. Con «ayuda» ves lo que puedes escribir aquí.
console-moved-on = Ya ha contestado tu compañero.
console-lesson-how = Número: elegir · Intro: volver
console-file = Guardado en esta carpeta: { $file }
console-file-there = Ya estaba en esta carpeta: { $file }
console-file-not = No se ha podido guardar { $file } ({ $why }).
console-help-title = Ayuda de la terminal
console-help = Los números eligen palabra; las letras, señas, miradas o las cartas que tiras. También vale escribir la palabra: «envido 5», «paso», «órdago». Las flechas pasan páginas largas; «cartas» vuelve a enseñarlo todo. «salir», Ctrl-C o Ctrl-D: te vas y la partida queda guardada. Pregunta lo que no sepas: «¿qué son pares?». Los nombres, las reglas, el idioma y el corte se dicen al empezar: musbot play --names, --rules, --language, --cut. Los palos en palabras se eligen en «ajustes».
console-help-command = { $command }: { $about }
console-help-mus = En cada mano, después del descarte, se habla de cuatro cosas: grande (las cartas más altas), chica (las más bajas), pares (cartas iguales) y juego (31 o más; si nadie llega, punto: quien más se acerque a 30). En casi todas partes los treses valen como reyes y los doses como ases. Una seña es un gesto que dice a tu pareja lo que llevas, o que no llevas nada («ciego»): «señas» las explica.
console-help-acta = guardar la última partida, para repasarla
console-help-settings = los ajustes de esta terminal
console-help-ranking = quién gana en esta terminal
