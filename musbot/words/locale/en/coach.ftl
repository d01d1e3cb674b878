# A hand looked at again for one who played it: musbot/narrator/analysis.py
button-analysis = 🔍 Analyse
help-analisis = go over your last hand

analysis-title = 🔍 { $table } · hand { $hand }, word by word
analysis-waits = Let me see… I will tell you in a moment, and you alone, what each of your words was worth.
analysis-failed = I could not look at it this time. Try again in a moment.
analysis-nothing-sure = Of what you said in this hand I cannot say anything for sure.
analysis-all-right = { $words ->
    [one] You said one word, and it cost you nothing.
   *[other] You said { $words } words, and none of them cost you anything.
}
analysis-some-right = { $right ->
    [0] You missed it: { $cost }% of your chance of the game went with it.
   *[other] Of { $words } words you got { $right } right; with the rest went { $cost }% of your chance of the game.
}
analysis-rating = Over { $words } words you lost { $lost }% a word on average (between { $low } and { $high }).
analysis-rating-none = Over { $words } words no loss shows: between { $low }% and { $high }% a word on average.
analysis-hand-worst = The worst, “{ $said }” ({ $lance }), was worth −{ $cost }%. An expert AI would have said “{ $best }”.
analysis-hand-best = The best, “{ $said }” ({ $lance }), was worth { $gain }% more than anything else.
analysis-in-hand = { $lance }, hand { $hand }
analysis-turn = Hand { $hand }: the chance of { $side } of winning the game goes from { $before }% to { $after }%.
analysis-course = The course of each game for { $side }, hand by hand, in %: { $chances }.
analysis-percents = Each % is your chance of winning the game you were playing.
analysis-none = No hand is over yet.
analysis-unshown = { $words ->
    [one] One word is not looked at until the partida is over: it was said with cards that have not been shown.
   *[other] { $words } words are not looked at until the partida is over: they were said with cards that have not been shown.
}
analysis-word-same = { $lance } · “{ $said }”: { $after }%.
analysis-word-other = { $lance } · “{ $said }”: { $after }%. An expert AI mostly says “{ $best }”, which is worth about the same.
analysis-word-better = { $lance } · “{ $said }”: { $after }%. An expert AI mostly says “{ $best }”, which comes to { $before }%.
analysis-word-cost = { $lance } · “{ $said }”: from { $before }% to { $after }%. An expert AI says “{ $best }”.
analysis-yours = You had { $holds }.
analysis-yours-none = You had no pares.
analysis-bet = { $name } had bet { $piedras }.
analysis-ordago = { $name } had bet órdago.
analysis-have = { $count ->
    [one] { $names } had { $lance } too.
   *[other] { $names } had { $lance } too.
}
analysis-sena = You had seen the seña of { $name }: { $sena }.

refused-no-analysis = That hand is not over: it can be looked at when it is.
refused-analysis-running = I am looking at a hand of yours already. I will tell you in a moment.
refused-analysis-there = { $place ->
    [here] I have told you about that hand here, further up.
   *[other] I have told you about that hand in our private chat.
}
refused-analysis-busy = I have many hands to look at just now. Try again in a minute.
refused-analysis-other-game = I can only analyse mus between two sides: not with three or more, nor with stones.
refused-analysis-not-yours = You did not play that hand.
refused-analysis-no-words = In that hand you had nothing to choose.
refused-analysis-private = Open our private chat and press again: this is for you alone.
refused-no-hand-yet = You have not played a hand yet that can be looked at.

picture-analysis-score = { $ours }–{ $theirs }, to { $piedras }
picture-analysis-chance = % chance of the game
picture-analysis-best = expert AI: “{ $best }”

button-why = 🗣 Why, { $name }?
why-title = 🗣 { $table } · hand { $hand }: why
why-name = { $name } 🤖:
why-nothing = There was nothing to explain in that hand.
button-badly = 👎 Badly played
badly-kept = Thank you: I keep the hand, without names, for whoever tunes the AI.
badly-already = I have that hand already. Thank you.
why-wants-cards = { $lance }, “{ $word }”: I wanted better cards ({ $holds }).
why-likes-cards = { $lance }, “{ $word }”: what I had would do ({ $holds }).
why-leaves-mus = { $lance }, “{ $word }”: I was not sure ({ $holds }) and left it to my partner.
why-strong = { $lance }, “{ $word }”: I stood well ({ $holds }).
why-partner-showed = { $lance }, “{ $word }”: { $name } had made me the seña for { $sena }.
why-bluff = { $lance }, “{ $word }”: it was a bluff ({ $holds }).
why-nothing-to-lose = { $lance }, “{ $word }”: the game was slipping away, and there was nothing left to lose.
why-deje-wins = { $lance }, “{ $word }”: had they declined it, the game was ours.
why-weak = { $lance }, “{ $word }”: I was weak ({ $holds }).
why-waits = { $lance }, “{ $word }”: I stood well ({ $holds }), and kept quiet in case they would speak.
why-even = { $lance }, “{ $word }”: neither good nor bad ({ $holds }), and I did not want to risk it.
why-deje-loses = { $lance }, “{ $word }”: had I declined it, the deje would have won them the game.
why-fair-price = { $lance }, “{ $word }”: I was not that strong ({ $holds }), but it was worth seeing.
why-leaves-answer = { $lance }, “{ $word }”: I did not see it ({ $holds }), and my partner was still to answer.
why-too-dear = { $lance }, “{ $word }”: I was not badly off ({ $holds }), but too much was at stake.
why-fancied = { $lance }, “{ $word }”: I thought I stood better than I did ({ $holds }).
why-shy = { $lance }, “{ $word }”: I stood well ({ $holds }), but did not dare.
refused-no-why = No AI player sat on your side in that hand.
refused-why-hidden = That hand was not shown: you will have the reasons when the partida is over.
