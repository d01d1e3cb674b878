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
