# Pages of buttons, and greetings
page-rules = Which game shall it be?
page-fields = Touch the rule you want to change.
page-in-private = I ask you in your private chat.
button-close = Close
page-acepto = How many do you accept?
private-hello-lobby = Hello, { $name }. You have a seat at { $table }: as soon as the partida begins I will give you your cards here.
private-hello-table = Hello, { $name }. You are playing at { $table }: here I give you your cards.
button-invite = Add me to a group
button-open = Open a table
group-hello = Hello. Mus is played here: I deal, keep the score and read the hands aloud. “Open a table” or /mus begins.
group-hello-reads = I need not be an administrator. The words of the game (“envido”, “paso”…) may be typed too.
group-hello-privacy = I need not be an administrator. If I am one, the words of the game (“envido”, “paso”…) may be typed too.
cannot-write = I cannot write here. Let me send messages, and then write /mesa.
