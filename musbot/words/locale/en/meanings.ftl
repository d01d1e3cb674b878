# What each button of this moment means
meaning-line = { $label }: { $meaning }
meaning-mus = you ask for new cards; if everybody does, they are changed.
meaning-no-mus = no more cards are changed, and the betting begins with grande.
meaning-consulta = let your partner decide.
meaning-descarta = choose the cards that you throw; you get the same number of new ones.
meaning-servido = you keep those you have.
meaning-paso = you do not bet; if nobody does, { $worth ->
    [0] only what the hands are worth is paid here.
   *[other] whoever wins gets { $worth }.
}
meaning-envido = you bet { $total } piedras (points) on { $lance }. If they accept, whoever wins gets them at the end; if not, you take { $deje } now.
meaning-raise = you accept the { $bet } and raise to { $total }. If they decline, you take { $bet } now.
meaning-other = you choose how much.
meaning-ordago = you bet everything on { $lance }. If they accept, the cards are shown and that decides the whole game; if not, you take { $deje } now.
meaning-quiero = { $bet } on { $lance }.
meaning-quiero-ordago = the cards are shown, and whoever wins { $lance } wins the game.
meaning-no-quiero = they take { $deje } now, { $premio ->
    [pares] and the premio (bonus) of their pairs at the end.
    [juego] and the premio (bonus) of their juego at the end.
    [punto] and 1 more for the punto at the end.
   *[none] whatever the cards are.
}
meaning-no-quiero-yet = you decline; your partner may still accept, and if not, they take { $deje } now{ $premio ->
    [pares] { "" }, and the premio (bonus) of their pairs at the end.
    [juego] { "" }, and the premio (bonus) of their juego at the end.
    [punto] { "" }, and 1 more for the punto at the end.
   *[none] .
}
meaning-queremos = for both of you, { $bet } on { $lance }.
meaning-queremos-ordago = you answer for both; the cards are shown, and whoever wins { $lance } wins the game.
meaning-no-queremos = without waiting for your partner, they take { $deje } now{ $premio ->
    [pares] { "" }, and the premio (bonus) of their pairs at the end.
    [juego] { "" }, and the premio (bonus) of their juego at the end.
    [punto] { "" }, and 1 more for the punto at the end.
   *[none] .
}
meaning-stones-paso = you do not bet.
meaning-stones-envido = you put those stones in the middle, and the others answer.
meaning-stones-mas = you raise the bet by those stones.
meaning-stones-ordago = you bet all the stones you have.
meaning-stones-quiero = you put in what was bet and stay in the lance.
meaning-stones-acepto = you put in less than was bet and stay in the lance.
meaning-stones-conforme = you put in what is lacking and stay in the lance.
meaning-stones-no-quiero = you are out of this lance.
meaning-stones-perdido = you have to take the stones of this lance.
meaning-senas = Seña: a sign that silently tells your partner what you hold. Yours: { $senas }. A rival who watches you sees it too.
meaning-looks = Watching a rival: you see their señas, but no longer those of your partner.
button-explain = ❔ Explain it
button-explained = No explanations
done-explain = From now on I explain every button.
done-explained = I explain the buttons no more.
