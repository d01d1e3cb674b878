# Pages of buttons, and greetings
page-rules = ¿A qué jugáis?
page-fields = Toca la regla que quieras cambiar.
page-in-private = Te lo pregunto por privado.
button-close = Cerrar
page-acepto = ¿Cuántas aceptas?
private-hello-lobby = Hola, { $name }. Estás en la { $table }: en cuanto empiece la partida te doy aquí tus cartas.
private-hello-table = Hola, { $name }. Estás jugando en la { $table }: aquí te doy tus cartas.
button-invite = Añadirme a un grupo
button-open = Abrir mesa
group-hello = Hola. Aquí se juega al mus: yo reparto, llevo las cuentas y canto las manos. Se empieza con «Abrir mesa» o con /mus.
group-hello-reads = No necesito ser administrador. Las palabras del mus («envido», «paso»…) valen también escritas.
group-hello-privacy = No necesito ser administrador. Si me hacéis, valdrán también las palabras del mus escritas («envido», «paso»…).
cannot-write = Aquí no puedo escribir. Dadme permiso para enviar mensajes y escribid /mesa.
