# The terminal: what it says itself
console-title = Mus in the terminal
console-welcome = Number or word, then Enter. First time? learn or help
console-command = “{ $name }”
console-you = Guest
console-sealed = 🔒 Sealed deck · { $start } · cut at { $place }
console-over = “acta”: keep it · “analysis” · Enter: quit
console-saved = The partida is kept, and goes on the next time you play.
console-continue = There is a partida under way (Table { $short }), and it goes on. With --new another begins.
console-unmet = Table { $short } is under way, and what you ask for ({ $options }) holds only for a new partida. What shall we do?
console-unmet-go-on = Go on with the one under way, as it is
console-unmet-anew = Close it and begin another
console-unmet-told = Table { $short } is under way and goes on as it is: what you ask for ({ $options }) holds only for a new partida, with --new.
console-share-dumb = For several to play at this terminal it needs a screen that can be wiped, which it has not (TERM): everybody would see the others' cards.
console-share-pipe = For several to play here it takes a terminal, which this is not: everybody would see the others' cards.
console-share-text = With --text nothing is wiped, and everybody would see the others' cards: for several to play here, leave --text out.
console-ai = (AI)
console-side = Side { $number }:
console-score-to = to
console-becomes = becomes
console-awaited = still to speak
console-pass = Pass the screen to { $name }. Once it is there and nobody else looks, { $name } presses Enter.
console-next = Enter: go on
console-back = Enter: back
console-more = ↑↓: turn the page
console-read = “help”, “leave” and questions, “what is deje?”, work here too.
console-waiting = …
console-cards = { $name }, your cards
console-discard = { $cards ->
    [one] The letter of the card you throw (for example: c).
   *[other] The letters of the cards you throw (for example: ac).
}
console-throw = You throw { $cards }. Enter: do it. Other letters: change.
console-letters = Name cards by their letters; numbers are those of the deck.
console-what = That is no option. A number, a word of Mus, or “help”.
console-not-here = That is for chats. “help” shows what you can type here.
console-moved-on = Your partner has answered already.
console-lesson-how = Number: choose · Enter: back
console-file = Saved in this folder: { $file }
console-file-there = It was in this folder already: { $file }
console-file-not = { $file } could not be saved ({ $why }).
console-help-title = Help for the terminal
console-help = Numbers choose a word; letters choose señas, looks, or the cards you throw. You can also type the word: “envido 5”, “paso”, “órdago”. The arrow keys turn long pages; “cards” shows everything again. “quit”, Ctrl-C or Ctrl-D: you leave, and the partida is kept. Ask what you do not know: “what are pares?”. Names, rules, language and the cut are given at the start: musbot play --names, --rules, --language, --cut. Suits in words are chosen in “settings”.
console-help-command = { $command }: { $about }
console-help-mus = In each hand, once cards are thrown, there are four things to bet on: grande (the highest cards), chica (the lowest), pares (cards of one rank) and juego (31 or more; if nobody has that, punto: whoever is closest to 30). Almost everywhere threes count as kings, and twos as aces. A seña is a sign that tells your partner what you hold, even that it is nothing: “signs” explains each.
console-help-acta = save the last partida, to go over it
console-help-settings = the settings of this terminal
console-help-ranking = who wins at this terminal
