# What only Discord needs: commands answered, forms, permissions
done-opened = The table is open: take a seat.
done-opened-thread = The table is open: go to its thread and take a seat.
refused-no-number = “{ $typed }” is no number.
refused-broken = Something went wrong. Please try again.
refused-late = That came too late and does not count. Please try again.
done-though-late = { $name }: the app says that it failed, but it does count.
refused-permissions = Here I am not allowed to { $permissions }. Try again once whoever runs the server lets me.
refused-thread-lacks = I may not write in this thread. I need this permission: { $permissions }. Ask whoever runs the server to let me, or go on in the channel: press “{ button-to-channel }”.
permission-view-channel = view the channel
permission-send-messages = send messages
permission-send-messages-in-threads = send messages in threads
permission-create-public-threads = create public threads
permission-manage-threads = manage threads (this one is locked)
# A table in a thread of its channel
button-thread = 🧵 Play in a thread
button-channel = Bring it back here
button-to-channel = Take it to the channel
left-now = 🧵 { $table } has moved to a thread; you can keep chatting here.
left-over = 🧵 { $table } was played in a thread.
left-put-off = 🧵 { $table } is put off. “Resume” counts here too.
left-closed = 🧵 { $table } cannot go on in its thread: I am not allowed to write there.
refused-thread-permissions = To open a thread I would have to be allowed to { $permissions }. Ask whoever runs the server; until then it is played here.
refused-table-in-thread = Table { $table } is played in its thread, which is below the 🔒 message of Table { $table }.
refused-thread-failed = The thread could not be opened. Try again in a moment.
# Forms
form-envido = How many do you envidar?
form-mas = How many more?
form-hint = A number from { $least } to { $most }
refused-no-amount = Nobody needs more than { $most }: write a number from { $least } to { $most }, or bet órdago.
# The options of the commands: their names are one word in small letters, what they are has 100 characters at most
option-word = cut
option-word-is = a number from 1 to 40
option-name = name
option-name-is = whom: their name as the table shows it
option-set = set
option-set-is = one of them explained
option-rules = rules
option-rules-is = the rule set
option-changes = options
option-changes-is = the rules that change: write and pick
# Where the words of a command are options, and may be pressed
rules-use-filled = /mus opens a table: choose one of these in “{ option-rules }”, and what you want changed in “{ option-changes }”.
rules-kept-filled = Kept: /mus with “{ $name }” in “{ option-changes }” opens a table with these rules in this chat.
help-mus-filled = open a table: in “{ option-rules }” choose what to play, in “{ option-changes }” what is changed
help-text-pressed = { $commands }
    All else is done with the buttons of the table and of your cards.
# Menus, where a platform has them
menu-throw = { $most ->
    [one] Which card do you throw?
   *[other] Which cards do you throw?
}
menu-rules = Choose a rule set
menu-fields = Choose the rule that changes
hand-choose = { $most ->
    [one] DISCARD. Choose from the menu the card you throw.
   *[other] DISCARD. Choose from the menu the cards you throw; closing it throws them.
}
option-language = language
option-language-is = which
