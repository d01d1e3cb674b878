# What only Discord needs: commands answered, forms, permissions
done-opened = The table is open: take your seats.
refused-no-number = “{ $typed }” is no number.
refused-broken = Something went wrong. Please try again.
refused-permissions = Here I lack the permission to: { $permissions }. Ask whoever runs the server, and we can open a table.
permission-view-channel = view the channel
permission-send-messages = send messages
permission-send-messages-in-threads = send messages in threads
permission-attach-files = attach files
form-envido = How many do you envidar?
form-mas = How many more?
form-hint = A number, { $least } or more
# The options of the commands: their names are one word in small letters, what they are has 100 characters at most
option-word = cut
option-word-is = a number from 1 to 40, or the 64 digits of a sealed cut
option-set = set
option-set-is = one of them explained
option-rules = rules
option-rules-is = the rule set
option-changes = options
option-changes-is = rules changed, as piedras=30 real=figura
