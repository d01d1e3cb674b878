# What only Discord needs: commands answered, forms, permissions
done-opened = Mesa abierta: siéntate.
done-opened-thread = Mesa abierta: entra en su hilo y siéntate.
refused-no-number = «{ $typed }» no es un número.
refused-broken = Algo se ha torcido. Prueba otra vez.
refused-late = Eso llegó tarde y no cuenta. Prueba otra vez.
done-though-late = { $name }: la aplicación dice que ha fallado, pero cuenta.
refused-permissions = Aquí no tengo permiso para { $permissions }. Cuando me lo dé quien administra el servidor, prueba otra vez.
refused-thread-lacks = En este hilo no tengo permiso para { $permissions }. Que me lo dé quien administra el servidor, o seguid en el canal: pulsa «{ button-to-channel }».
permission-view-channel = ver el canal
permission-send-messages = enviar mensajes
permission-send-messages-in-threads = enviar mensajes en hilos
permission-create-public-threads = crear hilos públicos
permission-manage-threads = gestionar hilos (este está bloqueado)
# A table in a thread of its channel
button-thread = 🧵 Jugar en un hilo
button-channel = Traerla aquí
button-to-channel = Llevarla al canal
left-now = 🧵 La { $table } se ha ido a un hilo: aquí se puede seguir hablando.
left-over = 🧵 La { $table } se jugó en un hilo.
left-put-off = 🧵 La { $table } está aplazada. «Seguir» vale también aquí.
left-closed = 🧵 La { $table } no puede seguir en su hilo: no me deja escribir.
refused-thread-permissions = Para abrir un hilo no tengo permiso para { $permissions }. Que me lo dé quien administra el servidor; mientras, se juega aquí.
refused-table-in-thread = La Mesa { $table } se juega en su hilo: está debajo del mensaje 🔒 de la Mesa { $table }.
refused-thread-failed = No se ha podido abrir el hilo. Prueba otra vez dentro de un momento.
# Forms
form-envido = ¿Cuántas envidas?
form-mas = ¿Cuántas más?
form-hint = Un número, del { $least } al { $most }
refused-no-amount = Más de { $most } no hacen falta: pon un número del { $least } al { $most }, o echa un órdago.
# The options of the commands: their names are one word in small letters, what they are has 100 characters at most
option-word = corte
option-word-is = un número del 1 al 40
option-name = nombre
option-name-is = a quién, como se llama en la mesa
option-set = conjunto
option-set-is = uno de ellos, explicado
option-rules = reglas
option-rules-is = el reglamento
option-changes = opciones
option-changes-is = las reglas que cambian: escribe y elige
# Where the words of a command are options, and may be pressed
rules-use-filled = Con /mus se abre mesa: en «{ option-rules }» eliges una de estas, y en «{ option-changes }» lo que quieras cambiar.
rules-kept-filled = Guardado: con /mus y «{ $name }» en «{ option-changes }» se juega a eso en este chat.
help-mus-filled = abrir una mesa: en «{ option-rules }» eliges a qué se juega, en «{ option-changes }» lo que cambia
help-text-pressed = { $commands }
    Todo lo demás se hace con los botones de la mesa y de tus cartas.
# Menus, where a platform has them
menu-throw = { $most ->
    [one] ¿Cuál tiras?
   *[other] ¿Cuáles tiras?
}
menu-rules = Elige un reglamento
menu-fields = Elige la regla que cambia
hand-choose = { $most ->
    [one] DESCARTE. Elige en el menú la que tiras.
   *[other] DESCARTE. Elige en el menú las que tiras; al cerrarlo se tiran.
}
option-language = idioma
option-language-is = en cuál
