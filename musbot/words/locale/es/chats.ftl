# Pages of buttons, and greetings
page-rules = ¿A qué jugáis?
    Lo elige quien se sienta; con /reglas te cuento cada manera entera.
page-fields = Toca la regla que quieras cambiar.
page-in-private = Te lo pregunto en nuestro chat privado.
button-close = Cerrar el menú
page-acepto = ¿Cuántas aceptas?
private-hello-lobby = Hola, { $name }. Estás en la { $table }: en cuanto empiece la partida te doy aquí tus cartas.
private-hello-table = Hola, { $name }. Estás jugando en la { $table }: aquí te doy tus cartas.
button-invite = Añadirme a un grupo
button-open = Abrir mesa
button-open-frances = Mus francés (piedras)
button-open-iparralde = Mus de Iparralde
group-hello = Hola. Aquí se juega al mus: yo reparto y llevo el tanteo. Se empieza con «Abrir mesa» o con /mus.
group-hello-reads = No necesito ser administrador. Las palabras del mus («envido», «paso»…) valen también escritas.
group-hello-privacy = No necesito ser administrador. Si me hacéis, valdrán también las palabras del mus escritas («envido», «paso»…).
server-hello = Hola. Aquí se juega al mus: con «Abrir mesa» o /mus empezáis, y las cartas solo las ves tú.
    ¿Nunca has jugado? Pulsa «Aprender».
backlog = He estado un rato sin leer este chat: lo que se escribió de { $first } a { $last } ya no cuenta. Escribidlo otra vez.
pause-press = { $hours ->
    [0] { $platform } me hace esperar: no puedo escribir en el chat de la mesa hasta dentro de { $minutes } min.
   *[other] { $platform } me hace esperar: no puedo escribir en el chat de la mesa hasta dentro de { $hours } h { $minutes } min.
}
pause-private = { $hours ->
    [0] { $platform } me hace esperar: no puedo escribir en el chat de la mesa hasta dentro de { $minutes } min. Entretanto puedes jugar desde aquí.
   *[other] { $platform } me hace esperar: no puedo escribir en el chat de la mesa hasta dentro de { $hours } h { $minutes } min. Entretanto puedes jugar desde aquí.
}
refused-chat-closed = No puedo escribir en el chat de la mesa. La mesa espera, y lo que hagáis no vale, hasta que me dé permiso quien administra el chat; con /mesa en otro chat sigue allí.
refused-chat-lacks = En el chat de la mesa no tengo permiso para { $permissions }. La mesa espera, y lo que hagáis no vale, hasta que me lo dé quien lo administra. Para seguir en otro chat, escribe allí /mesa.
# A language of one's own
page-language = ¿En qué idioma te hablo? Ahora, en { $language }. En cada mesa se habla el idioma de la mesa.
button-language-auto = El de mi aplicación
language-es = español
language-en = inglés
language-eu = euskera
done-language = De acuerdo: te hablo en { $language }.
refused-unknown-language = «{ $name }» no lo hablo. Hablo { $known }.
# How one is called
page-calls = Tus avisos. Toca abajo lo que quieras cambiar.
    ⏰ Si te toca y no dices nada: «{ $now }».
call-mention = Te menciono en el chat
call-private = Te escribo en privado
call-silence = No te aviso
done-call-mention = De acuerdo: cuando te toque te menciono en el chat de la mesa.
done-call-private = De acuerdo: cuando te toque te escribo en privado.
done-call-private-closed = De acuerdo, te escribo en privado; mientras no pueda escribirte, te menciono en el chat de la mesa.
done-call-silence = De acuerdo: no te aviso cuando te toque. El reloj corre igual.
# Alone
private-hello-solo = Hola, { $name }. Tu partida de la { $table } sigue donde la dejaste.
button-new-here = 🌱 Estoy empezando
done-begins = ¡A jugar! La mesa es solo para ti, en privado.
button-alone = 🃏 Jugar a solas
done-alone = Mesa abierta para ti: pulsa «Empezar».
refused-solo-playing = Tienes una partida empezada, la Mesa { $table }: sigue con /mus, o ciérrala con /terminar y abre otra.
phase-put-off-solo = La partida te espera: pulsa cuando quieras.
message-replaced = { $over ->
    [yes] La { $table } está cerrada.
   *[no] La { $table } siguió más abajo.
}
