# What only Discord needs: commands answered, forms, permissions
done-opened = Mesa abierta: sentaos.
refused-no-number = «{ $typed }» no es un número.
refused-broken = Algo se ha torcido. Prueba otra vez.
refused-permissions = Aquí me falta permiso para: { $permissions }. Que me lo dé quien administra el servidor y abrimos mesa.
permission-view-channel = ver el canal
permission-send-messages = enviar mensajes
permission-send-messages-in-threads = enviar mensajes en hilos
permission-attach-files = adjuntar archivos
form-envido = ¿Cuántas envidas?
form-mas = ¿Cuántas más?
form-hint = Un número, { $least } o más
# The options of the commands: their names are one word in small letters, what they are has 100 characters at most
option-word = corte
option-word-is = un número del 1 al 40, o las 64 cifras de un corte sellado
option-set = conjunto
option-set-is = uno de ellos, explicado
option-rules = reglas
option-rules-is = el reglamento
option-changes = opciones
option-changes-is = reglas cambiadas, como piedras=30 real=figura
