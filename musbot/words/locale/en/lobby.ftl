# The lobby: seats, cut, seal, start
lobby-players = Players: { $names }
lobby-free = free
lobby-free-seats = { $count ->
    [one] one free seat
   *[other] { $count } free seats
}
sorteo-sides = The draw for partners:
sorteo-dealer = The draw for the first dealer:
sorteo-card = { $name } draws the { $card }
sorteo-again = A tie: { $name } draws again, the { $card }
sorteo-suit = { $name } has { $suit }
sorteo-turned = The { $card } is turned up: { $dealer } deals.
sorteo-highest-deals = { $name } deals: the highest card.
sorteo-lowest-deals = { $name } deals: the lowest card.
sorteo-highest-mano = { $name } is mano and speaks first: the highest card.
sorteo-lowest-mano = { $name } is mano and speaks first: the lowest card.
lobby-queue = Waiting for a seat: { $names }
lobby-queue-more = Waiting for a seat: { $names } and { $more } more
button-seal = 🔒 Sealed deck?
seal-title = 🔒 { $table } · sealed deck
lobby-cut = ✂️ { $name } cuts the deck at { $place }.
lobby-uncut = ✂️ Sealed, but it may still be cut: press “{ button-more }”, then “{ button-cut }”. Otherwise it is cut at card { $place }.
lobby-cut-usual = ✂️ Nobody cut the deck, so it was cut at card { $place }.
lobby-asking = It begins as soon as { $names } { $count ->
    [one] says
   *[other] say
} they are here.
ready = { $date ->
    [yes] { $names }, it is time: { $table } is open. Press “{ button-ready }”; whoever does not gives up the seat { $left }.
   *[no] { $names }, are you still there? { $table } is about to begin: press “{ button-ready }”. Whoever says nothing gives up the seat { $left }.
}
button-cut = ✂️ Cut
page-cut = Where do you cut?
    The deck is shuffled and sealed already: nobody knows what each number brings. Whoever likes cuts, and the last one to cut counts; all see who and where.
sealed-title = 🔒 { $table } · deck sealed: nobody can change it any more
sealed-text = Fingerprint of the deck: { $commitment }
    This message never changes. When the partida is over the seed is shown, and with /acta anybody can check that it was this one.
seal = The order of the cards of the whole partida follows from a secret seed that has been chosen already, and from where the deck is cut. This is the fingerprint of the seed (SHA-256):
    { $commitment }
    It stands in a message of its own that never changes. When the partida is over the seed is shown: with it and with /acta anybody can check that the deal was the one promised, and that nobody changed a card.
seal-cut = If you have doubts, cut: press “{ button-more }”, then “{ button-cut }”.
seal-alert = The deck is sealed and nobody can change it; only the cut is open. The seed is shown at the end; its fingerprint is this:
    { $commitment }
lobby-closed = The partida (match) has begun.
button-sit = Sit down { $sign }
button-sit-alone = Sit down
button-up = Stand up
button-people = Make somebody stand up
button-bar = Make { $name } stand up
button-unbar = Let { $name } sit again
page-people = Who is to stand up? They are told, and do not sit down at this table again until you let them.
barred = { $name }, whoever opened { $table } has made you stand up. You cannot sit there until they let you; with /mus you open one of your own.
unbarred = { $name }, you may sit down at { $table } again.
button-queue = Wait for a seat
button-join = Join in
button-another = Another table
button-ai = Add AI
button-no-ai = Remove AI
button-kinds = AI level
page-kinds = Which AI shall sit down?
page-kinds-full = How shall the AI players play?
kind-novato = beginner
kind-prudente = careful
kind-muslari = expert
button-more = More
page-lobby = More choices before the start:
button-rules = Rules
button-start = Start
button-fill = Start with AI
button-ready = I am here
button-private = Open private chat
button-private-of = { button-hand-private } ({ $names })
button-hand-here = My cards, always here
button-hand-play = Speak from here
button-hand-private = My cards, in private
cards-none = You have no cards now.
cards-pick-hint = To throw, press 1st to { $most }th at the table (from left to right), then “Throw”.
button-fields = Change rule by rule
button-sorteo = Draw partners
button-fijas = Fixed partners
private-closed = { $names }: see your cards with “My cards”; let me write to you in private and I send them there.
private-hello = Hello, { $name }. Mus is played here, a card game for partners, two against two. If you have never played, press “I am just starting”: you play at once, with three of my AI players, and I explain every button. “Learn” takes you through it step by step. To play with friends, add me to a group and write /mus there.
