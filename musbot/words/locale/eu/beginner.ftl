# Told to one who is just starting
partner-says = 💬 { NOREN($name) } azalpena: { $what }
partner-goal = { $rivals } ditugu aurkari. { $piedras } tantora lehenengo iristen denak irabazten du jokoa. Eskualdi bakoitzean lau gauzatan egiten da apustu, jokaldietan, beti hurrenkera honetan: handia, txikia, pareak eta jokoa (edo puntua).
stones-goal = 💬 Hemen harririk gabe geratzea da kontua: harriak dituen azkenak galtzen du jokoa. Jokaldi bakoitzean, jarraitzen dutenek jarritakoak kentzen dituzte gainetik, eta okerrenak erdikoak hartzen ditu. { $best ->
    [33] Jokoan, 33k 31ri irabazten dio.
   *[other] Jokoan, 31 da onena.
}
pair-goal = 💬 { $mates } duzu bikotekide eta { $rivals } aurkari. { $piedras } tantora lehenengo iristen denak irabazten du jokoa. Eskualdi bakoitzean lau gauzatan egiten da apustu, jokaldietan, beti hurrenkera honetan: handia, txikia, pareak eta jokoa (edo puntua).
partner-goal-eight = Kontuz: hirukoak errege balio du, eta bikoak bateko.
cards-count = { $rank ->
    [3] hirukoa errege da
    [2] bikoa bateko da
   *[other] hirukoak errege, bikoak bateko
}
lance-is = { $lance ->
    [grande] Handia: karta altuenek irabazten dute. Bakoitzaren onena alderatzen da lehenengo.
    [chica] Txikia: karta baxuenek irabazten dute. Bakoitzaren baxuena alderatzen da lehenengo.
    [pares] Pareak: karta berdinek irabazten dute. Bi berdin parea dira; hiru, mediak, pareari irabazten diote; bi pare, duplak, denei.
    [juego] Jokoa: 31 edo gehiago batzea da kontua. Irudiek 10 balio dute, eta onena 31 da; gero 32, 40, 37, 36…
   *[other] Puntua: inor ez da 31ra iristen, eta gehien batzen duenak irabazten du.
}
lance-not-yours = { $lance ->
    [pares] Ez duzu parerik: jokaldi honetan ez duzu hitz egiten.
   *[juego] Ez duzu jokorik: jokaldi honetan ez duzu hitz egiten.
}
partner-word = { $word }. { $what }
sena-made-so = { $sena } ({ $gesture })
try = 🌱 { $what }
try-mus = Erregerik, karta berdinik eta 31rik gabe, esan «mus».
try-keep = Kartak aldatzean, gorde erregeak eta berdinak direnak.
try-paso = Zalantzan bazaude, pasa: gero besteek enbido esaten badute, oraindik onar dezakezu.
try-envido = Jokaldi bat irabaziko duzula uste baduzu, esan «enbido»: nahi ez badute, berehala hartzen duzu.
try-chica = Batekoek handian galtzen dute, baina txikian irabazten dute.
try-answer = Enbido bat onartu aurretik, irakurri botoian zenbat dagoen jokoan.
try-partner = Erreparatu bikotekideak esaten duenari: hark irabazitakoa biena da.
try-mano = Begiratu nor den esku: berdinketan, eskutik hurbilen dagoenak irabazten du.
try-sena = Keinuren bat baduzu, egin: bikotekideak jakingo du zer daukazun.
try-count = Irakurri kontua lerroz lerro: nork zer eta zergatik hartzen duen dio.
along-title = Eskualdi oso bat, urratsez urrats
along-idea = Horrelakoa da mus eskualdi bat. Zu { $name } zara; bikotekidea, { $partner }; aurkariak, { $rivals }. Bakoitzak lau karta ditu. «Esku» denak hitz egiten du lehena, eta «azkena» denak azkena. Lau gauzatan egiten da apustu, bata bestearen atzetik, eta 40 tantora lehenengo iristen den bikoteak irabazten du jokoa. Oraingoan nik esango dizut zer sakatu.
along-say = Orain sakatu «{ $word }».
along-counted = Amaitu da eskualdia. Kartak erakusten dira, eta bikote bakoitzak irabazitakoa jokaldiz jokaldi kontatzen da. «Pasoan» esan nahi du inork ez duela apusturik egin; «utzitakoa» nahi ez dutenean hartzen dena da; «saria», karta horiek berez balio dutena: jokaldia irabazten duen bikoteak hartzen du, bi jokalariengatik.
along-end = Hori da eskualdi oso bat. Hurrengo ikasgaietan gauza bakoitza poliki ikusiko duzu.
