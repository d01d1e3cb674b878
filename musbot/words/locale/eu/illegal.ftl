list-last = { $before } eta { $last }
list-either = { $before } edo { $last }

# Why something is not allowed: one message for each reason of game/engine.py
illegal-not-your-turn = Orain ez da zure txanda: { NOREN($turn) } txanda da.
illegal-already-said = Hitz egin duzu, eta esandakoak lotzen du. { NOREN($turn) } txanda da.
illegal-not-now = Orain ezin da «{ $word }» esan. Esan dezakezu: { $words }.
illegal-nothing-asked = Oraintxe ez dago zer esanik.
illegal-no-pares = Ez duzu parerik: jokaldi honetan ez duzu hitz egiten. { NOREN($turn) } txanda da.
illegal-no-juego = Ez duzu jokorik: jokaldi honetan ez duzu hitz egiten. { NOREN($turn) } txanda da.
illegal-out-of-lance = «Tira» esan zenuen: jokaldi honetan ez duzu gehiago hitz egiten. { NOREN($turn) } txanda da.
illegal-wrong-amount = { $most ->
    [0] { $least } edo gehiago izan behar du.
   *[other] { $least } eta { $most } artean egon behar du.
}
illegal-exact-amount = Zehatz hau izan behar du: { $exact }.
illegal-one-card = Karta bakar bat izan behar du.
illegal-not-your-card = Ez duzu karta hori ({ $card }).
illegal-card-twice = Karta hori bi aldiz dago.
illegal-not-in-pile = Karta hori ({ $card }) ez dago sortan.
illegal-wrong-cards = { $expected } karta eman behar dira.
illegal-wrong-deal = Bakoitzari { $cards } karta eman behar zaizkio, eta { $seats } dira jokalariak.
illegal-no-deal-due = Orain ez da kartak emateko unea.
illegal-no-visto = Hemen ez da musa behartzen: bost kartatik denek bat botatzen dute.
illegal-no-visto-served = Hemen deskarteetako karta batek ez du musa behartzen.
illegal-no-visto-in-last = Norbait zerbituta geratu da: deskarte honetan ez dago musa behartzerik.
illegal-visto-already = Deskarte honetan ikusi da jada karta bat ({ $card }): bat nahikoa da.
illegal-no-wait = Ez gaude inoren zain.
illegal-wrong-number = Honetan { $expected } jokalari aritzen dira, eta { $seats } zarete.
illegal-no-senas = Mahai honetan ez dago keinurik.
illegal-no-sena-now = Orain ezin da keinurik egin.
illegal-sena-after-grande = «{ $sena }» keinua handia amaitu ondoren bakarrik egin daiteke.
illegal-false-sena = Keinu hori ({ $sena }) ez da egia zure kartekin.
illegal-sena-not-made-here = Arautegi honetan keinu hori ({ $sena }) ez da egiten.
illegal-sena-twice = Keinu hori ({ $sena }) eginda duzu eskualdi honetan.
illegal-look-at-whom = Nori begira? Beste jokalari bat izan behar du.
illegal-no-stones = Ez zaizu harririk geratzen eskuan: jokaldi honetan ez duzu hitz egiten. { NOREN($turn) } txanda da.
