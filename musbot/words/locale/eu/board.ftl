# The board, the score and the count
side = { $sign } { $names }
ai = { $name } 🤖
ai-kind = { $name } 🤖 ({ $kind })
player-mano = { $name } (esku)
player-postre = { $name } (azkena)
table-title = { $short } mahaia · { $rules }, { $piedras } tantora
board-title = { $table } · { $score } · { $hand }. eskualdia
table = { $short } mahaia
juego-number = { $number }. jokoa ({ $score })
vaca-and-juego = { $vaca }, { $juego }
vaca-number = { $number }. joko-saila ({ $score })
side-line = { $sign } { $who }: { $piedras }{ $adentro ->
    [yes] { " " }· Barruan!
   *[no] { "" }
}
adentro = Barruan!
standing = { $side } { $piedras }{ $adentro ->
    [yes] { " " }(barruan!)
   *[no] { "" }
}
own-side = { $adentro ->
    [yes] Gu { $piedras } (barruan!)
   *[no] Gu { $piedras }
}
other-side = { $adentro ->
    [yes] haiek { $piedras } (barruan!)
   *[no] haiek { $piedras }
}
own-score = { $ours } · { $theirs } · { $piedras } tantora
own-score-juegos = { $ours } · { $theirs } · { $piedras } tantora · jokoak { $juegos }

side-own = gu
side-other = haiek
side-own-gets = guretzat
side-other-gets = haientzat
closed-paso = { $lance }: pasoan
closed-querido = { $lance }: { $piedras } ({ $how })
closed-rechazado = { $lance }: { $piedras } { $side } ({ $how })
closed-sin-rival = { $lance }: { $side } bakarrik
closed-vacio = { $lance }: inork ez du
closed-ordago = { $lance }: hordago onartua
closed-ordago-by = { $lance }: { $how }
declared = { $lance }: { $who }
declared-yes = { $name } bai
declared-no = { $name } ez

turn-one = { NOREN($names) } txanda
turn-many = { NOREN($names) } txanda
turn-you = Zure txanda
turn-you-too = Zure txanda, eta { NORENA($names) }
turn-order = Hitz egiteko ordena: { $names }
turn-called = Zure zain daude
turn-called-timed = Ezer esan ezean, AAk hitz egingo du zure ordez { $left }
seconds-left = { $seconds } s barru
minutes-left = { $minutes } min barru
phase-mus = MUS? { $turn }.
    .meant = MUS? (Kartak aldatuko ditugu?) { $turn }.
phase-corrido = Mus jarraia: mozten duena da esku.
phase-visto = Musa behartuta: { NOREN($name) } karta bat agerian geratu da, { $card }. Nahi duena bere kartekin geratzen da.
phase-descarte = KARTAK BOTA. { $count ->
    [one] Botatzeko dago: { $names }.
   *[other] Botatzeko daude: { $names }.
}
phase-throws = Botatakoak: { $counts }
phase-cut = { NORK($name) } moztu du musa. { $opening }
    .meant = { NORK($name) } moztu du musa: inork ez du karta gehiagorik aldatzen. { $opening }
phase-cut-own = Musa moztu duzu. { $opening }
    .meant = Musa moztu duzu: inork ez du karta gehiagorik aldatzen. { $opening }
phase-open = { $lance }. { $turn }.
    .meant = { $lance } ({ $called ->
        [grande] karta altuenek irabazten dute
        [chica] karta baxuenek irabazten dute
        [pares] karta berdinek balio dute
        [juego] 31 edo gehiago batzea da kontua
       *[other] inor ez da 31ra iristen, eta gehien batzen duenak irabazten du
    }). { $turn }.
phase-bet = { $lance }: { NORK($name) } { $piedras } tantoko enbidoa egin du. { $rest }
phase-raise = { $lance }: { NORK($name) } { $piedras } tantora igo du ({ $querido } onartuta). { $rest }
phase-ordago = { $lance }: { NOREN($name) } hordagoa! { $rest }
    .meant = { $lance }: { NOREN($name) } hordagoa! Onartuz gero, joko osoa erabakitzen du. { $rest }
phase-gracia-accepts = { NORK($name) } iduki. { $count ->
    [0] Zuen aldearentzat balio du, orain gehiago esaten ez baduzu.
    [one] { NORK($others) } oraindik gehiago esan dezake.
   *[other] { NORK($others) } oraindik gehiago esan dezakete.
}
phase-gracia-raises = { NORK($name) } { $piedras } tantora igo du. { $count ->
    [0] Zuen aldearentzat balio du, orain gehiago esaten ez baduzu.
    [one] { NORK($others) } oraindik gehiago esan dezake.
   *[other] { NORK($others) } oraindik gehiago esan dezakete.
}
pause = Mahaia atzeratuta dago.
pause-missed = { $who ->
    [0] Mahaia atzeratuta dago, ez duzulako garaiz hitz egin.
    [reader] Mahaia atzeratuta dago, { NORK($names) } ez duzuelako garaiz hitz egin.
    [one] Mahaia atzeratuta dago, { NORK($names) } ez duelako garaiz hitz egin.
   *[many] Mahaia atzeratuta dago, { NORK($names) } ez dutelako garaiz hitz egin.
}
pause-quiet = { $who ->
    [0] Mahaia atzeratuta dago, ordubetez ez duzulako ezer esan.
    [reader] Mahaia atzeratuta dago, { NORK($names) } ordubetez ez duzuelako ezer esan.
    [one] Mahaia atzeratuta dago, { NORK($names) } ordubetez ez duelako ezer esan.
   *[many] Mahaia atzeratuta dago, { NORK($names) } ordubetez ez dutelako ezer esan.
}
pause-here = { $count ->
    [one] Mahaia atzeratuta dago. { NORK($names) } jarraitu nahi du.
   *[other] Mahaia atzeratuta dago. { NORK($names) } jarraitu nahi dute.
}
pause-yours = Mahaia atzeratuta dago. «Jarraitu» sakatu duzu.
pause-until = { $who ->
    [0] Zuk «Jarraitu» sakatutakoan aurrera doa.
   *[many] { NORK($names) } «Jarraitu» sakatutakoan aurrera doa.
}
pause-until-some = Aurrera doa { $all } lagunetatik { NORK($some) } «Jarraitu» sakatutakoan.
pause-lacks = { $who ->
    [0] Zu falta zara.
    [reader] { $names } falta zarete.
    [one] { $names } falta da.
   *[many] { $names } falta dira.
}
pause-lacks-some = Falta dira { $all } hauetatik { $some }: { $names }.
pause-lacks-one = Bat falta da: { $names }.
pause-empty = Mahaia atzeratuta: ez da inor geratzen. Norbait itzuli edo eseri bezain laster jarraituko da.
reader = zu
players-count = { $count ->
    [1] bat
    [2] bi
    [3] hiru
    [4] lau
    [5] bost
    [6] sei
    [7] zazpi
    [8] zortzi
   *[other] { $count }
}
phase-waits = Mahaia zain dago: orain ezin dut jokatzen den txatean idatzi.
phase-waits-thread = Mahaia zain dago: orain ezin dut haren harian idatzi. «{ button-to-channel }» sakatuta, han jarraituko du.
ending = { $votes ->
    [one] Mahaia amaitu nahi du
   *[other] Mahaia amaitu nahi dute
}: { $names } ({ $votes }/{ $needed }).
missed = { NORK($name) } ez du garaiz hitz egin: AAk hitz egin du haren ordez.
missed-you = Ez duzu garaiz hitz egin, eta AAk hitz egin du zure ordez. Hemen edo mahaian zerbait sakatu bezain laster, zuk jokatuko duzu berriro.
absent = { $name } ez dago: AAk hitz egiten du haren ordez.
seat-left = { $name } joan da: itzuli arte { $ai } 🤖 ariko da haren ordez.
unwanted = { $name } ordezkatu nahi dute ({ $votes }/{ $needed }).
seat-coming = Hurrengo eskualdian { $name } eseriko da { NOREN($ai) } 🤖 tokian.
leaves = { $name } joan da, eta { $ai } 🤖 ariko da haren ordez. Tokia haren zain dago, lehenago beste inor esertzen ez bada.
leaves-to = { $name } joan da: { $ai } 🤖 ariko da haren ordez, eta hurrengo eskualdian { $next } eseriko da.
vanishes = Norbaitek mahaia utzi du, eta ez du tokirik gordetzen: { $ai } 🤖 ariko da haren ordez.
vanishes-to = Norbaitek mahaia utzi du: { $ai } 🤖 ariko da haren ordez, eta hurrengo eskualdian { $next } eseriko da.
seat-yours = { $name }, tokia geratu da zuretzat: { $table }. Eserita zaude.
seat-yours-next = { $name }, tokia geratu da zuretzat: { $table }. Hurrengo eskualdian eseriko zara.

# The last words of a lance, one after another
story-mus = { $name } mus
story-no-mus = { $name } mus ez
story-consulta = { $name } bikotekideak esango du
story-paso = { $name } paso
story-envido = { $name } enbido
story-envido-n = { $name } { $n } enbido
story-ordago = { $name } hordago!
story-quiero = { $name } iduki
story-no-quiero = { $name } tira
story-queremos = { $name } nahi dugu
story-no-queremos = { $name } ez dugu nahi
story-y-yo = { $name } bi gehiago
story-mas = { $name } { $n } gehiago
story-reenvido = { $name } berriz enbido
story-acepto = { $name } { $n } onartu
story-conforme = { $name } ados
story-perdido = { $name } amore eman
story-awaited = { $name } …

button-mus = Mus
button-no-mus = Mus ez
button-consulta = Bikotekideak esango du
button-servido = Ondo nago
button-paso = Paso
button-envido = Enbido ({ $n })
button-ordago = Hordago
button-quiero = Iduki
button-no-quiero = Tira
button-queremos = Nahi dugu (itxaron gabe)
button-no-queremos = { $side ->
    [2] Tira (bion izenean)
   *[other] Tira (denon izenean)
}
button-y-yo = Bi gehiago (→ { $total })
button-mas = { $n } gehiago (→ { $total })
button-reenvido = Berriz enbido (→ { $total })
button-other = Beste kopuru bat
button-back = Itzuli
button-sena = Keinua: { $sena }
button-look = { NORI($name) } begiratu
button-place = { $n }.
button-throw = Bota
button-throw-count = Bota ({ $count })
button-cards = Nire kartak
button-score = Tanteoa
button-replace = { $name } ordezkatu
button-take = { NOREN($name) } 🤖 tokian eseri
button-return = Nire tokira itzuli
button-resume = Jarraitu
button-end = Mahaia amaitu
button-again = Errebantxa
button-share = 📤 Partekatu

result-title = { $table } · { $hand }. eskualdia
result-hand = { $sign } { $name }: { $cards } · { $holds }
result-hand-short = { $sign } { $name }: { $cards }
result-hidden = Kartak ez dira erakusten: utzitakoarekin, jokoa { NORENTZAT($side) }.
stones-hidden = Kartak ez dira erakusten: ez zegoen beharrik.
result-score = { $sign } { $who }: { $before } → { $after }{ $adentro ->
    [yes] { " " }· Barruan!
   *[no] { "" }
}
result-juego = Jokoa { NORENTZAT($side) }! { $score } doaz.
result-vaca = Joko-saila { NORENTZAT($side) }! Joko-sailak: { $score }.
result-partida = 🏆 Partida { NORENTZAT($who) }!

end-title = { $count ->
    [one] 🏆 { $table }: { NORK($side) } irabazi du
   *[other] 🏆 { $table }: { NORK($side) } irabazi dute
}
end-text = { $people ->
    [0] Emaitza
   *[other] Zorionak, { $names }! Emaitza
} { $score } izan da { NOREN($rivals) } aurka, { $hands ->
    [one] eskualdi batean
   *[other] { $hands } eskualditan
}.{ $people ->
    [0] { " " }Hurrengoan hobeto!
   *[other] { "" }
}
end-took = { $hours ->
    [0] { $minutes } min jokatu duzue.
   *[other] { $hours } h { $minutes } min jokatu duzue.
}
end-best = Kartarik onenak { NORK($name) } izan ditu ({ $hand }. eskualdian): { $holds }
evening-score = Orain arte: { $sides }
evening-side = { $names } { $won }
share-title = { $count ->
    [one] 🏆 { NORK($names) } irabazi du musean { NOREN($rivals) } aurka
   *[other] 🏆 { NORK($names) } irabazi dute musean { NOREN($rivals) } aurka
}
share-text = { $hands ->
    [one] Emaitza: { $score }, eskualdi batean. Arauak: { $rules }.
   *[other] Emaitza: { $score }, { $hands } eskualditan. Arauak: { $rules }.
}
share-text-stones = { $hands ->
    [one] { $rules }, eskualdi batean.
   *[other] { $rules }, { $hands } eskualditan.
}
share-took = { $hours ->
    [0] Partidak { $minutes } min iraun du.
   *[other] Partidak { $hours } h { $minutes } min iraun du.
}
picture-best = Eskualdirik onena
end-closed = { $table }: hemen amaitzen da.
end-stood = Honela geratu zen: { $juego }, { $hand }. eskualdia.
end-expired = { $table }: iraungita. Ordu laurdenean inork ez du ukitu; /mus idatzita beste bat irekitzen da.
end-replaced = { $table }: haren ordez beste bat ireki da.
end-forgotten = { $table }: itxita. Hilabetez egon da atzeratuta eta inork ez du jarraitu; /mus idatzita beste bat irekitzen da.
end-empty = { $table }: hutsik geratu da.
end-seed = Hazia: { $seed }
end-commitment = Argitaratutako hatz-marka: { $commitment }
end-proof = /akta idatzita partida osoa jasoko duzue, kartak nola banatu diren egiaztatzeko.
nudge-descarte = KARTAK BOTA. Aukeratu zer bota.
nudge-descarte-timed = KARTAK BOTA. Botatzen ez baduzu, AAk botako du zure ordez { $left }.
nudge =
    { $name }, zure txanda da { $short } mahaian.
    { $now }
ordago-call =
    { $count ->
        [one] 🔔 { NOREN($name) } hordagoa { NORA($lance) }! { $names }, zuk erantzun behar duzu.
       *[other] 🔔 { NOREN($name) } hordagoa { NORA($lance) }! { $names }, zuek erantzun behar duzue.
    }
set-aside = { $table } baztertuta geratu da: ezin izan dut irakurri hartaz gorde nuena. Ez dut kartarik erakusten eta ez dut ezer ukitzen; bota daramanak begira dezake. Gainerako mahaiek aurrera jarraitzen dute, eta /mus idatzita beste bat irekitzen da.
set-aside-failing = { $table } baztertuta geratu da: zerbaitek huts egiten dit bertan behin eta berriz, eta ezin dut jarraitu. Jokatutakoa gordeta dago; bota daramanak begira dezake. Gainerako mahaiek aurrera jarraitzen dute, eta /mus idatzita beste bat irekitzen da.
failover-moves = Datu-baseak huts egin du, eta baliteke { $table } honetan jokatutako azkena galdu izana. Taula berriak dioen tokitik jarraituko dugu; barkatu.
failover-choice = Datu-baseak huts egin du, eta hemen eskatutako azkena galdu da, ezarpen bat edo /borrar izan. Eskatu berriro, mesedez.
score-nothing = Oraindik ez da kartarik banatu.

# What is heard as it happens
aloud-said = { $name }: { $words }
aloud-hand = { $hand }. eskualdia. Eskua: { $mano }.
aloud-lance = — { $lance } —
aloud-threw = { $count ->
    [0] { $name } bere kartekin geratzen da
   *[other] { NORK($name) } { $count } bota
}
aloud-threw-some = { NORK($name) } bota
aloud-you-threw = Bota duzu: { $cards }
aloud-you-took = Hartu duzu: { $cards }
aloud-reshuffled = Sorta amaitu da: botatako kartak nahasten dira.
aloud-nobody = inork ez

# Tres Mus and Mus Francés: stones to be rid of
stones-juego-number = { $number }. jokoa
stones-line = { $sign } { $who }: { $held }
stones-held = { $piedras ->
    [one] harri 1
   *[other] { $piedras } harri
}
stones-middle = { $held }, { $middle } erdian
stones-short = { $middle ->
    [0] { $name } { $piedras }
   *[other] { $name } { $piedras } ({ $middle } erdian)
}
stones-rests = atsedenean, ez zaio harririk geratzen
stones-out = partidatik kanpo
stones-lost = { $line } · galdutako jokoak: { $juegos }/{ $of }
stones-dish = Platerean: { $piedras }
stones-closed-querido = { $lance }: { $piedras } erdian ({ $side })
stones-closed-rechazado = { $lance }: tira, { NORK($side) } { $piedras } kendu
stones-closed-visto = { $lance }: kartak ikusita
stones-closed-perdido = { $lance }: amore emanda
stones-suertudos = { $closed } ({ $count ->
    [one] zorteduna
   *[other] zortedunak
}: { $names })
stones-bet = { $lance }: { NORK($name) } { $piedras } enbido. Erdian, { $middle }. { $turn }.
stones-raise = { $lance }: { NORK($name) } { $piedras } gehiago. Erdian, { $middle }. { $turn }.
stones-ordago = { $lance }: { NOREN($name) } hordagoa! Erdian, { $middle }. { $turn }.
stones-again = { $asked } Apustua berdinduta dago: igotzea edo «{ button-conforme }» esatea falta da.
stones-juego = { NORI($name) } bakarrik geratzen zaizkio harriak: jokoa galdu du ({ $juegos }/{ $of }).
stones-leaves = { $name } partidatik kanpo geratu da.
stones-end = { $people ->
    [0] { "" }
   *[other] Zorionak, { $names }!{ " " }
}{ $hands ->
    [one] Eskualdi batean.
   *[other] { $hands } eskualditan.
} Galdutako jokoak: { $score }.{ $people ->
    [0] { " " }Hurrengoan hobeto!
   *[other] { "" }
}
stones-against = { $name } { $juegos }
button-envido-stones = Enbido { $n }
button-quiero-stones = Iduki ({ $n } jarri)
button-acepto = { $n } onartu
button-conforme = Ados
button-conforme-stones = Ados ({ $n } jarri)
button-mas-stones = { $n } gehiago
button-ordago-stones = Hordago (denak)
button-back-out = Atzera egin
button-refuse-raise = Tira ({ $n } hartu)
button-perdido = Amore eman
button-perdido-of = Amore eman ({ $name })
stones-seen = { NORK($name) } kartak erakutsi ditu: { $cards }
resume-call = { NORK($here) } jokoan jarraitu nahi { $many ->
    [one] du
   *[other] dute
} ({ $table }). { $count ->
    [one] { $names }, hemen bazaude, sakatu «Jarraitu».
   *[other] { $names }: hemen zaudetenok, sakatu «Jarraitu».
}
