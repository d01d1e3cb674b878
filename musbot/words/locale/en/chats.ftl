# Pages of buttons, and greetings
page-rules = Which game shall it be?
    Those who sit choose; /rules tells each one whole.
page-fields = Touch the rule you want to change.
page-in-private = I ask you in our private chat.
button-close = Close the menu
page-acepto = How many do you accept?
private-hello-lobby = Hello, { $name }. You are seated at { $table }: as soon as the partida begins I will give you your cards here.
private-hello-table = Hello, { $name }. You are playing at { $table }: here I give you your cards.
button-invite = Add me to a group
button-open = Open a table
button-open-frances = French mus (stones)
button-open-iparralde = Iparralde mus (partners)
group-hello = Hello. Mus is played here: I deal and keep the score. “Open a table” or /mus begins.
group-hello-reads = I need not be an administrator. The words of the game (“envido”, “paso”…) may be typed too.
group-hello-privacy = I need not be an administrator. If I am one, the words of the game (“envido”, “paso”…) may be typed too.
server-hello = Hello. I deal Mus, a Spanish and Basque card game for partners: “Open a table” or /mus begins, and only you see your cards.
    Never played? Press “Learn”.
backlog = I could not read this chat for a while: what was written from { $first } to { $last } no longer counts. Write it again.
pause-press = { $hours ->
    [0] { $platform } makes me wait: I cannot write in the chat of the table for another { $minutes } min.
   *[other] { $platform } makes me wait: I cannot write in the chat of the table for another { $hours } h { $minutes } min.
}
pause-private = { $hours ->
    [0] { $platform } makes me wait: I cannot write in the chat of the table for another { $minutes } min. You can play from here until then.
   *[other] { $platform } makes me wait: I cannot write in the chat of the table for another { $hours } h { $minutes } min. You can play from here until then.
}
refused-chat-closed = I cannot write in the chat of the table. Until whoever runs the chat lets me, the table waits and nothing that you do counts; /table in another chat takes it there.
refused-chat-lacks = In the chat of the table I am not allowed to { $permissions }. Until whoever runs the chat lets me, the table waits and nothing that you do counts; /table in another chat takes it there.
# A language of one's own
page-language = Which language shall I speak to you in? Now it is { $language }. Each table speaks its own language.
button-language-auto = That of my app
language-es = Spanish
language-en = English
language-eu = Basque
done-language = All right: I will speak { $language } to you.
refused-unknown-language = I do not speak “{ $name }”. I speak { $known }.
# How one is called
page-calls = Your notices. Press below what you want to change.
    ⏰ If it is your turn and you say nothing: “{ $now }”.
call-mention = I mention you in the chat
call-private = I write to you in private
call-silence = I do not call you
done-call-mention = All right: when it is your turn I mention you in the chat of the table.
done-call-private = All right: when it is your turn I write to you in private.
done-call-private-closed = All right, I write to you in private; as long as I cannot, I mention you in the chat of the table.
done-call-silence = All right: I do not call you when it is your turn. The clock runs all the same.
# Alone
private-hello-solo = Hello, { $name }. Your partida at { $table } is where you left it.
button-new-here = 🌱 I am just starting
done-begins = Let's play! The table is for you alone, in private.
button-alone = 🃏 Play alone
done-alone = The table is open, for you alone: press “Start”.
refused-solo-playing = You have a partida under way, table { $table }: go on with /mus, or close it with /end and open another.
phase-put-off-solo = The partida waits for you: press whenever you like.
message-replaced = { $over ->
    [yes] { $table } is closed.
   *[no] { $table } went on below.
}
