# What a presser is told, privately
done-said = Esan duzu: { $word }.
done-bet = Esan duzu: enbido ({ $n }).
done-raised = Esan duzu: { $n } gehiago.
done-signed = Keinua egin duzu: { $sena }.
done-looked = { NORI($name) } begira zaude.
done-picked = { $cards ->
    [none] Ez duzu bat ere botako, oraingoz.
   *[other] Botako duzu: { $cards }. «Bota» sakatzea falta da.
}
done-threw = Bota duzu: { $cards }.
done-page = Aukeratu.
done-sat = Eseri zara.
done-stood = Altxatu zara.
done-queued = { $again ->
    [0] Izena emanda zaude: tokia geratzean abisatuko dizut. Iritziz aldatzen baduzu, /irten.
   *[other] Lehendik ere izena emanda zaude: tokia geratzean abisatuko dizut. Iritziz aldatzen baduzu, /irten.
}
done-barred = Eginda: { NORK($name) } tokia utzi du.
done-unbarred = Eginda: { $name } eser daiteke.
done-ai-sat = { $name } 🤖 eseri da.
done-ai-up = { $name } 🤖 altxatu da.
done-ai-kind = AAek orain honela jokatzen dute: { $kind }.
done-rules = Honetara jokatuko dugu: { $rules }.
done-set = { $field }: { $value }.
done-cut = Moztu duzu: { $place }.
done-asked = Hasi aurretik, aspaldi eserita daudenei galdetuko diet.
done-asked-for-date = Hor zaude: falta direnek hemen daudela esan bezain laster hasiko gara.
done-ready = Ondo, zurekin kontatzen dut.
done-started = Hasi da partida!
done-voted = { $again ->
    [0] Mahaia amaitu nahi duzu: { $votes }/{ $needed }.
   *[other] Lehen ere eskatu duzu mahaia amaitzea: { $votes }/{ $needed }.
}
done-voted-resume = { $again ->
    [0] «Jarraitu» sakatu duzu: { $votes }/{ $needed }.
   *[other] Lehen ere sakatu duzu «Jarraitu»: { $votes }/{ $needed }.
}
done-voted-replace = { NOREN($name) } ordez AA batek jokatzea eskatu duzu: { $votes }/{ $needed }.
done-ended = Mahaia amaituta.
done-replaced = { NOREN($name) } tokian AA bat eseri da.
done-left = { $name } ariko da zure ordez. «{ button-return }» sakatuta tokia berreskuratuko duzu, lehenago beste inor esertzen ez bada.
done-left-to = AA bat ariko da zure ordez, eta hurrengo eskualdian { $name } eseriko da.
done-takes = Hurrengo eskualdia hasi bezain laster { NOREN($name) } tokian eseriko zara.
done-came-back = Zure tokira itzuli zara.
done-resumed = Aurrera goaz.

refused-over = Mahai hori amaitu da.
refused-unknown-table = Mahai hori ez dago jada.
refused-set-aside = Mahai hori baztertuta dago: ezin izan da irakurri.
refused-set-aside-failing = Mahai hori baztertuta dago: zerbaitek huts egiten du bertan, eta ezin da jarraitu.
refused-old-question = Botoi hori lehengoa da. { $now }
refused-not-in-lobby = Partida hasi da jada.
refused-not-begun = Partida ez da hasi oraindik.
refused-put-off = Mahaia atzeratuta dago: sakatu «Jarraitu», eta nahikoa zaretenean aurrera doa.
refused-put-off-voted = { $now }
refused-put-off-bystander = { $table ->
    [here] Mahaia atzeratuta dago,
   *[other] { $table } atzeratuta dago,
} { $needed ->
    [0] { NORK($names) } «Jarraitu» sakatu arte.
    [one] { NORK($names) } «Jarraitu» sakatu arte.
   *[other] hauetako { $needed } lagunek «Jarraitu» sakatu arte: { $names }.
}{ $label ->
    [none] {""}
    [list] {" "}Izena emanda zaude: tokia dagoenean eseriko zara.
   *[other] { $way ->
        [queue] {" "}{ $label } sakatuta, tokia geratzean abisatuko dizut.
       *[sits] {" "}Zuk jokatzeko, sakatu { $label }.
    }
}
refused-no-seat = Ez zaude mahai honetan eserita.
label-quoted = «{ $label }»
label-with-own = «{ $label }» ({ $own })
refused-no-seat-way = { $table ->
    [here] Ez zaude mahai honetan eserita.
   *[other] Ez zaude hor eserita: { $table }.
}{ $label ->
    [none] {""}
    [list] {" "}Izena emanda zaude: tokia dagoenean eseriko zara.
   *[other] { $way ->
        [queue] {" "}{ $label } sakatuta, tokia geratzean abisatuko dizut.
       *[sits] {" "}Zuk jokatzeko, sakatu { $label }.
    }
}
refused-not-member = Jada ez zaude mahaiaren txatean: hemen egiten duzunak ez du balio. Sartu berriro eta sakatu han, edo utzi zure tokia /irten idatziz.
refused-seated-already = Baduzu jada lekua mahai honetan.
refused-side-full = { $free ->
    [1] Alde horretan ez da tokirik geratzen; 🔷 aldean bai.
    [2] Alde horretan ez da tokirik geratzen; 🟠 aldean bai.
   *[other] Ez da tokirik geratzen. Tokia dagoenean sartu nahi baduzu, sakatu «{ button-queue }».
}
refused-rematch-not-open = Errebantxa jokatu dutenek eskatzen dute. Eskatutakoan, botoi honek izena emango dizu.
refused-table-full = Ez da tokirik geratzen.
refused-no-ai = Ez dago AArik eserita.
refused-not-full = { $free ->
    [one] Bat falta da esertzeko. «{ button-fill }» sakatuta AA batek jokatuko du haren tokian.
   *[other] { $free } falta dira esertzeko. «{ button-fill }» sakatuta AAek jokatuko dute haien tokian.
}
refused-nothing-picked = Aukeratu lehenengo botako dituzun kartak.
refused-not-absent = Jokalari hori ez dago kanpoan.
refused-not-host = Hori mahaia ireki duenak erabakitzen du: { $name }.
refused-not-opener = Hori mahaia ireki duenak erabakitzen du.
refused-barred = Ezin zara mahai honetan eseri ireki duenak utzi arte. /mus idatzita zurea irekitzen duzu.
refused-gone-already = Jada ez dago hor.
refused-no-ai-there = Hor ez dago AArik: toki hori norbaitena da.
refused-person-there = Toki hori { NORENA($name) } da, orain AA ari bada ere. Jokalariek ordezka dezakete; orduan eseriko zara zu.
refused-too-few-to-replace = Beste bi lagunek eskatu behar dute (AAek ez dute balio), eta zu bakarrik zaude. { NORK($name) } { $missed } txanda galtzen baditu, zure eskaera aski izango da.
refused-promised = Hurrengo eskualdian { $name } eseriko da hor.
refused-not-held = Zure tokia ez dago jada zure zain. AA bat eserita badago, eseri haren tokian.
refused-ai-is-there = { NOREN($name) } 🤖 tokian nahi duena eseri daiteke, jokatzen ari ez bada.
refused-nobody-named = { $sits ->
    [yes] «{ $name }» ez dago mahai honetan, ezta tokiaren zain ere.
   *[no] «{ $name }» ez dago mahai honetan, ezta tokiaren zain ere. Tokia zuretzat bada, idatzi /ordezkatu izenik gabe.
}
refused-comes-already = { NORK($name) } badu tokia: hurrengo eskualdian eseriko da.
refused-unknown-act = Botoi hori ez dut ezagutzen.
refused-unknown-place = Mezu hori ez dago jada, eta ez dakit zein gaitan zegoen. Idatzi /mus edo /mahaia nahi duzun gaian.
refused-repeated = Eginda dago.
refused-not-saved = Ezin izan da gorde. Saiatu berriro.
refused-maybe-saved = Oraintxe ezin da ezer gorde. Begiratu mahaiari une baten buruan: baliteke kontatu izana.
refused-no-table = Hemen ez dago mahairik. Bat irekitzeko, /mus.
refused-rules = { $field } ezin da «{ $value }» izan. Balio du: { $expected }.
refused-unknown-field = «{ $name }» ez dut ezagutzen. Hauek alda daitezke: { $known }.
refused-unknown-rules = «{ $name }» ez dut ezagutzen. Hauetara jokatzen da: { $known }.
expected-range = { $least } eta { $most } artean
refused-clash-consulta = «Bikotekideak esango du» egiteko lau jokalari behar dira, bikoteka: horrela ezin da. Jarri consulta = no.
refused-clash-respuesta = Nor bere alde ari da: ez dago zure ordez erantzungo duen bikotekiderik. Jarri respuesta = turno.
refused-clash-parejas = Nor bere alde ari da: ez dago zozketatzeko bikoterik. Jarri parejas = fijas.
refused-clash-zuetan = Musa bikoteka lau jokalarirekin bakarrik erabakitzen da, eta «bikotekideak esango du» gabe. Jarri zuetan = ez, edo consulta = ez.
yes = bai
no = ez
refused-anonymous = Administratzaile anonimo gisa ez dakit nor zaren: erabili botoiak.
refused-private-closed = Ireki gure txat pribatua, edo sakatu mahaian «Nire kartak».
acta-here = Partida osoa, eskualdiz eskualdi. Orrialdea edozein nabigatzailetan irekitzen da, eta kartak agindu bezala banatu diren ala ez esaten du; beste fitxategiak hazia darama, nahi duenak bere kabuz egiazta dezan.
acta-unsent = Hemen ezin dut fitxategirik bidali. Eskatu /akta gure txat pribatuan, edo eman baimena.
refused-not-here = Hori taldean egiten da.
refused-no-acta = Hemen ez da oraindik partidarik amaitu.
refused-in-private = Hori gure txat pribatuan: idatzi han.
refused-rules-guess = { $field } ezin da «{ $value }» izan. «{ $guess }» esan nahi zenuen?
refused-unknown-guess = «{ $name }» ez dut ezagutzen. «{ $guess }» esan nahi zenuen?
refused-no-field = Zer aldatu idatzi behar da = ikurraren aurretik, hala nola piedras=30. Hauek alda daitezke: { $known }.
refused-which-frances = Bietatik zein? /mus frances piedras=8 idatzita Mus frantsesean jokatzen da, harriak kentzera; /mus iparralde idatzita, Iparraldeko musean, bikoteka.
refused-no-value = { $field }= idatzi eta gero doa zenbat balio duen: { $expected }.
refused-no-acta-own = Ez duzu oraindik partidarik amaitu.
refused-too-fast = Poliki-poliki: saiatu { $seconds ->
    [one] segundo bat
   *[other] { $seconds } segundo
} barru.
slip = «{ $word }» esan nahi zenuen?
slip-elsewhere = «{ $word }» diozu { $table } mahaian?
refused-unknown-command = /{ $name } ez dut ezagutzen. /laguntza idatzi, eta esango dizut zer dagoen.
refused-unknown-command-guess = /{ $name } ez dut ezagutzen. /{ $guess } esan nahi zenuen?
refused-cut-what = Non moztuko duzu? Idatzi /zortea eta 1etik 40ra bitarteko zenbaki bat.
refused-queue-full = Jende gehiegi dago jada mahai honetan tokiaren zain.
done-shown = Hona hemen mahaia.
