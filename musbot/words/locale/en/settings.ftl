# The ways of a chat: /ajustes
ways-title = Settings
ways-title-own = Your settings
ways-is = { $way }: { $value }
ways-menu = What would you like to change?
ways-now = Now: { $value }
help-ajustes = see and change the settings of this chat
way-language = Language
way-about-language = Which language the tables here speak, those under way too. What is said in private, each hears in their own.
way-language-auto = that of whoever opens the table
way-about-rules = What /mus alone opens. Tables that are open already keep theirs.
way-clock = Turn clock
way-about-clock = How long a player is waited for. It counts for new tables.
way-usual-clock = { $seconds ->
    [0] no clock (the default)
   *[other] { $seconds } s (the default)
}
way-usual-pace = { $seconds } s a word (the default)
way-clock-none = no clock
way-pace = Pace of the AI
way-about-pace = How long the AI players take to speak.
way-pace-quick = quick, { $seconds } s
way-pace-calm = calm, { $seconds } s
way-looks = Pictures
way-about-looks = With pictures, or text only.
way-looks-pictures = with pictures
way-looks-text = text only
way-suits = Suits
way-about-suits = Whether cards have a sign (4🍷) or their suit in words (“four of cups”), which is better read aloud.
way-suits-signs = as signs
way-suits-words = in words
way-opens = Opening tables
way-about-opens = Who may open a table.
way-opens-all = anybody
way-only-administrators = administrators only
way-ends = Ending tables
way-about-ends = Who may end a game that is under way.
way-ends-all = those who play, by a vote
way-typed = Typed words
way-about-typed = Whether “envido”, “paso” and the others count when they are typed in the chat too. They do only where I may read it.
way-typed-taken = they count
way-typed-left = they do not count
way-zone = Time zone
way-about-zone = { $typed ->
    [yes] Whose time dates and notices go by. If your city has no button, type it: /settings time Lima
   *[no] Whose time dates and notices go by.
}
way-zone-none = not chosen
way-threads = Threads
way-about-threads = Each table has a thread of its own: one line stays in the channel. I need to be able to create public threads and to send messages in threads; where I am not, play is in the channel.
way-threads-off = in the channel
way-threads-on = each table in a thread
way-threads-cannot = in threads, but I cannot open any here: a permission is missing or the channel has none
way-weekly = Weekly line
way-about-weekly = On Mondays at ten, one silent line: how many partidas there were in the week, and who won most. It needs the time zone of this chat.
way-weekly-off = no
way-weekly-here = yes, here, on Mondays at ten
way-weekly-no-zone = once the time zone is chosen
zone-madrid = Madrid
zone-canary = the Canary Islands
zone-buenos-aires = Buenos Aires
zone-mexico-city = Mexico City
zone-bogota = Bogotá
zone-new-york = New York
way-places = Where to play
way-about-places = In which topics, channels or threads tables may be opened. It is chosen in each of them.
way-places-everywhere = anywhere
way-places-here = here too
way-places-not-here = not here
way-places-are = { $here ->
    [yes] { $others ->
        [0] only here
        [one] here and in one other place
       *[other] here and in { $others } other places
    }
   *[no] { $others ->
        [one] in one other place
       *[other] in { $others } other places
    }
}
ways-end-table = Close a table
ways-end-which = Which table shall be closed?
ways-end-none = No table is open here.
ways-end-why = Why shall the { $table } be closed? The chat is told the reason.
reason-late = It is very late
reason-away = Players are missing
reason-stuck = It stands still
reason-needed = The place is needed
reason-manners = Bad manners
reason-own = In my own words
ways-end-write = Write here /settings close { $short } and then why, in { $most } characters at most. It is said in the chat as it is, as yours.
ways-end-label = Why is it closed?
ways-end-hint = It is said in the chat as it is, as yours
end-own-words = Of { $table }, an administrator says: “{ $words }”
end-closed-by = { $table }: closed by an administrator.
end-why-late = It has grown late.
end-why-away = Players are missing.
end-why-stuck = It had stood still for long.
end-why-needed = The place is needed for something else.
end-why-manners = Here one plays with good manners.
rules-kept = Kept: /mus { $name } opens a table with these rules here.
rules-dropped = “{ $name }” is no longer among the rules kept here.
refused-not-administrator = That is for whoever manages this chat to decide.
refused-administrators-unknown = I cannot find out just now who is an administrator. Try again in a moment.
refused-only-administrators-open = Here administrators open the tables.
refused-only-administrators-end = Here administrators close the tables, with /settings.
refused-not-in-this-place = No tables are opened here: administrators have chosen another place.
refused-bad-set-name = “{ $name }” cannot be a name: letters, digits or hyphens, 20 at most, and not that of rules there are already. For example: /rules save donostia.
refused-no-such-set = No rules called “{ $name }” are kept here.
refused-too-many-sets = { $most } sets of rules are kept here already: first drop one with /rules delete and its name.
refused-no-table-called = No table “{ $name }” is open here.
refused-no-words = The reason is missing. For example: /settings close K7 we go on tomorrow.
refused-no-rules-to-keep = Nobody has played here yet: open a table with /mus, choose its rules and keep them.
option-keep = keep
option-keep-is = keep the rules of the table under this name (administrators)
option-drop = drop
option-drop-is = drop the rules kept under this name (administrators)
