# Eskualdi bat, jokatu zuenarentzat berriz begiratuta: musbot/narrator/analysis.py
button-analysis = 🔍 Aztertu
help-analisis = azken eskualdia aztertu

analysis-title = 🔍 { $table } · { $hand }. eskualdia, hitzez hitz
analysis-waits = Begiratzen ari naiz… Laster esango dizut, zuri bakarrik, zure hitz bakoitzak zer balio zuen.
analysis-failed = Oraingoan ezin izan dut begiratu. Saiatu berriro une bat barru.
analysis-nothing-sure = Eskualdi honetan esan zenuenaz ezin dut ezer ziurrik esan.
analysis-all-right = { $words ->
    [one] Hitz bat esan zenuen, eta ez zizun ezer kendu.
   *[other] { $words } hitz esan zenituen, eta batek ere ez zizun ezer kendu.
}
analysis-some-right = { $right ->
    [0] Ez zenuen asmatu: jokoa irabazteko aukeraren ehuneko { $cost } joan zitzaizun.
   *[other] { $words } hitzetatik { $right } asmatu zenituen; gainerakoekin jokoa irabazteko aukeraren ehuneko { $cost } joan zitzaizun.
}
analysis-rating = { $words } hitzetan, hitz bakoitzeko ehuneko { $lost } joan zitzaizun batez beste ({ $low } eta { $high } artean).
analysis-rating-none = { $words } hitzetan ez da galerarik ikusten: batez beste, ehuneko { $low } eta { $high } artean hitz bakoitzeko.
analysis-hand-worst = Okerrena, «{ $said }» ({ $lance }): ehuneko { $cost } kendu zizun. AA trebe batek «{ $best }» esango zukeen.
analysis-hand-best = Onena, «{ $said }» ({ $lance }): beste edozerk baino ehuneko { $gain } gehiago balio zuen.
analysis-in-hand = { $lance }, { $hand }. eskualdia
analysis-turn = { $hand }. eskualdia: { $side }, jokoa irabazteko aukera: ehuneko { $before } lehen, ehuneko { $after } gero.
analysis-course = { $side }, joko bakoitzaren bilakaera eskualdiz eskualdi, ehunekotan: { $chances }.
analysis-percents = Ehuneko bakoitza joko hura irabazteko zenuten aukera da.
analysis-none = Oraindik ez da eskualdirik amaitu.
analysis-unshown = { $words ->
    [one] Hitz bat ez da aztertzen partida amaitu arte: erakutsi gabeko kartekin esan zen.
   *[other] { $words } hitz ez dira aztertzen partida amaitu arte: erakutsi gabeko kartekin esan ziren.
}
analysis-word-same = { $lance } · «{ $said }»: ehuneko { $after }.
analysis-word-other = { $lance } · «{ $said }»: ehuneko { $after }. AA trebe batek «{ $best }» esan ohi du, eta antzera balio du.
analysis-word-better = { $lance } · «{ $said }»: ehuneko { $after }. AA trebe batek «{ $best }» esan ohi du: ehuneko { $before }.
analysis-word-cost = { $lance } · «{ $said }»: ehuneko { $before } lehen, ehuneko { $after } gero. AA trebe batek, «{ $best }».
analysis-yours = Zenuena: { $holds }.
analysis-yours-none = Ez zenuen parerik.
analysis-bet = { NOREN($name) } enbidoa: { $piedras }.
analysis-ordago = { NORK($name) } hordago jo zuen.
analysis-have = { $count ->
    [one] { NORK($names) } ere bazuen ({ $lance }).
   *[other] { NORK($names) } ere bazuten ({ $lance }).
}
analysis-sena = { NOREN($name) } keinua ikusi zenuen: { $sena }.

refused-no-analysis = Eskualdi hori ez da amaitu: amaitzen denean begiratuko da.
refused-analysis-running = Zure eskualdi bat begiratzen ari naiz jada. Laster esango dizut.
refused-analysis-there = { $place ->
    [here] Eskualdi horretaz hemen esana dizut, gorago.
   *[other] Eskualdi horretaz gure txat pribatuan esana dizut.
}
refused-analysis-busy = Eskualdi asko ditut begiratzeko orain. Saiatu minutu bat barru.
refused-analysis-other-game = Bi aldeko musa bakarrik dakit aztertzen: hiru edo gehiagorekin ez, harriekin ere ez.
refused-analysis-not-yours = Eskualdi horretan ez zenuen zuk jokatu.
refused-analysis-no-words = Eskualdi horretan ez zenuen zer aukeraturik izan.
refused-analysis-private = Ireki gure txat pribatua eta sakatu berriro: hau zuri bakarrik esaten dizut.
refused-no-hand-yet = Oraindik ez duzu begira daitekeen eskualdirik jokatu.

picture-analysis-score = { $ours }–{ $theirs }, { $piedras } arte
picture-analysis-chance = jokoa irabazteko %
picture-analysis-best = AA trebeak: «{ $best }»

button-why = 🗣 Zergatik, { $name }?
why-title = 🗣 { $table } · { $hand }. eskualdia: zergatik
why-name = { $name } 🤖:
why-nothing = Eskualdi horretan ez zen zer azaldurik izan.
button-badly = 👎 Gaizki jokatua
badly-kept = Eskerrik asko: eskualdia gordeko dut, izenik gabe, AA hobetzen duenarentzat.
badly-already = Eskualdi hori gordeta daukat jada. Eskerrik asko.
why-wants-cards = { $lance }, «{ $word }»: karta hobeak nahi nituen ({ $holds }).
why-likes-cards = { $lance }, «{ $word }»: nuenarekin nahikoa nuen ({ $holds }).
why-leaves-mus = { $lance }, «{ $word }»: ez nuen argi ikusten ({ $holds }), eta bikotekideari utzi nion.
why-strong = { $lance }, «{ $word }»: ondo nenbilen ({ $holds }).
why-partner-showed = { $lance }, «{ $word }»: { NORK($name) } keinua egin zidan: { $sena }.
why-bluff = { $lance }, «{ $word }»: faroia zen ({ $holds }).
why-nothing-to-lose = { $lance }, «{ $word }»: jokoa bazihoakigun, eta ez zegoen zer galdurik.
why-deje-wins = { $lance }, «{ $word }»: ukatu izan balute, jokoa gurea zen.
why-weak = { $lance }, «{ $word }»: ahul nenbilen ({ $holds }).
why-waits = { $lance }, «{ $word }»: ondo nenbilen ({ $holds }), eta isilik geratu nintzen, haiek hitz egingo ote zuten.
why-even = { $lance }, «{ $word }»: ez ondo, ez gaizki ({ $holds }), eta ez nuen arriskatu nahi izan.
why-deje-loses = { $lance }, «{ $word }»: ukatu izan banu, haiek irabaziko zuten jokoa.
why-fair-price = { $lance }, «{ $word }»: ez nenbilen oso indartsu ({ $holds }), baina merezi zuen edukitzea.
why-leaves-answer = { $lance }, «{ $word }»: nik ez nuen ikusten ({ $holds }), eta bikotekidea falta zen erantzuteko.
why-too-dear = { $lance }, «{ $word }»: ez nenbilen gaizki ({ $holds }), baina gehiegi zegoen jokoan.
why-fancied = { $lance }, «{ $word }»: uste baino okerrago nenbilen ({ $holds }).
why-shy = { $lance }, «{ $word }»: ondo nenbilen ({ $holds }), baina ez nintzen ausartu.
refused-no-why = Eskualdi horretan ez zen zure aldean AA jokalaririk.
refused-why-hidden = Eskualdi hori ez zen erakutsi: arrazoiak, partida amaitzean.
