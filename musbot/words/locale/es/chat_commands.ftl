# The chat commands and the help

command-mus = abrir una mesa de mus
command-tanteo = ver cómo va la partida
command-cartas = ver tus cartas, en privado
command-mesa = volver a poner el tablero
command-reglas = leer las maneras de jugar
command-suerte = cortar la baraja (1–40)
command-acta = recibir la última partida, para repasarla
command-salir = dejar tu sitio
command-sustituir = dejar tu sitio a otro, o pedir que sustituyan a alguien
command-terminar = proponer que se cierre la mesa
command-ayuda = ver qué puedes hacer ahora
command-senas = ver las señas y las que son verdad de tu mano (en privado)
help-title = Todos los comandos
help-moment = Qué hacer ahora
help-text = { $commands }
    En el chat de la mesa, si puedo leerlas, también valen las palabras: «paso», «envido cinco»…
help-mus = abrir una mesa (/mus vitoria, /mus trios, /mus piedras=30…)
help-cartas = ver las tuyas, en privado
help-mesa = volver a poner el tablero
help-salir = dejar tu sitio a una IA
help-sustituir = dejar tu sitio a otro, o pedir que sustituyan a alguien
help-terminar = proponer que se cierre la mesa; se vota
help-open = Ahora: con /mus, o con «{ button-open }», se abre una mesa; si ya hay una, siéntate en ella.
help-open-alone = El mus se juega por parejas: se apuesta con las cartas que tocan, y gana quien llega antes a 40 piedras.
help-open-new = Si nunca has jugado, pulsa «Estoy empezando»: repartimos ya y te explico cada botón. «Aprender» lo enseña paso a paso.
help-lobby = Ahora: la mesa espera a que se llene. «{ button-sit-alone }» te da sitio, «{ button-ai }» llena un hueco, y quien abrió la mesa llena los demás y reparte con «{ button-fill }». Después te digo cada vez qué puedes hacer.
help-lobby-enough = Ahora: ya se puede jugar, y todavía cabe gente. «{ button-sit-alone }» te da sitio, «{ button-ai }» llena un hueco, y quien abrió la mesa reparte con «{ button-start }». Después te digo cada vez qué puedes hacer.
help-lobby-full = Ahora: la mesa está llena. Quien la abrió reparte con «{ button-start }»; antes, cualquiera de la mesa puede cortar, en «{ button-more }».
help-lobby-take = «{ button-sit-alone }» te da el sitio de una IA.
help-lobby-queue = «{ button-queue }» te apunta para el primer sitio que quede libre.
help-lobby-alone = Ahora: tu mesa está lista. Pulsa «{ button-start }» y reparto.
button-commands = 📋 Todos los comandos
help-wait = Ahora no te toca a ti: espera un poco.
command-idioma = elegir en qué idioma te hablo
command-avisos = elegir cómo te aviso cuando te toca
command-analisis = repasar tu última mano, palabra a palabra (en privado)
command-glosario = leer qué significan las palabras del mus
command-historial = ver tus partidas, con quién y cómo acabaron (en privado)
command-ranking = ver quién gana en este chat
command-verificar = comprobar que el reparto es el prometido
command-privacidad = leer qué se guarda de ti y cuánto tiempo
command-borrar = borrar lo que se guarda de ti (en privado)
command-aprender = conocer el mus en diez minutos, jugando (en privado)
command-ajustes = ver y cambiar los ajustes de este chat (quien administra)