# Notices of tables that need players, and the weekly line
button-notice = 🔔 Let me know next time
notice-next = the next table
button-notice-next = 🔔 The next table
notice-always = always
button-notice-always = 🔔 Whenever needed
notice-never = never
button-notice-never = 🔕 No table
done-notice-next = { $zone ->
    [yes] Done: the next time a table here needs players, I write to you in private. Write /calls here to choose always, never, or at which hours.
   *[no] Got it. I write to you the next time a table needs players, but first I have to know what time it is here: an administrator chooses it in /settings.
}
done-notice-always = { $zone ->
    [yes] All right: when a table of that chat needs players, I write to you in private, every three hours at most.
   *[no] All right. I write to you when a table needs players, but first I have to know what time it is there: an administrator chooses it in /settings.
}
done-notice-never = All right: I do not tell you of tables.
done-notice-closed = { $linked ->
    [yes] To tell you, I have to be able to write to you: open our private chat with “{ button-more }” and “{ button-private }”, and press here again.
   *[no] To tell you, I have to be able to write to you: write me anything in private and press here again.
}
refused-notice-chats = I already tell you of { $most } chats. To drop one, write /calls there.
notice-page = 🔔 Notices, in private, of tables in this chat that need players: { $now }.
notice-chats = { $count ->
    [0] If you want to know when players are missing, press “{ button-notice }” at a table of your chat, or write /calls there.
    [one] You have asked for news of tables in one chat. To have it always, or of the next table only, write /calls there.
   *[other] You have asked for news of tables in { $count } chats. To have it always in one, or of the next table only, write /calls there.
}
notice-quiet = 🌙 Hours without news of tables, by each chat's clock: { $hours }.
button-quiet = 🌙 { $hours }
quiet-23-9 = 11 pm to 9 am
quiet-22-10 = 10 pm to 10 am
quiet-1-11 = 1 am to 11 am
quiet-none = none
notice-open = { $names } { $seated ->
    [one] is
   *[other] are
} waiting at { $table }: { $count ->
    [one] one player is missing
   *[other] { $count } players are missing
}. Will you sit down?
notice-seated = You have a seat at { $table }.
notice-full = { $table } is complete now.
notice-over = { $table } no longer waits for anybody.
week-played = The last week: { $played ->
    [one] one partida
   *[other] { $played } partidas
}.
week-won = The last week: { $played ->
    [one] one partida
   *[other] { $played } partidas
}. { $count ->
    [one] { $names } won most: { $won }.
   *[other] { $names } won most: { $won } each.
}
