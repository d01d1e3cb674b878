# The terminal: what it says itself
console-title = Musa terminalean
console-welcome = Zenbakia edo hitza, eta Sartu. Lehen aldia? ikasi, laguntza
console-command = «{ $name }»
console-you = Gonbidatua
console-sealed = 🔒 Karta-sorta zigilatuta · { $start } · { $place }. kartan moztuta
console-over = «akta»: gorde · «analisia» · Sartu: irten
console-saved = Partida gordeta geratzen da, eta hurrengoan hortik jarraituko duzu.
console-continue = Bada partida bat erdizka ({ $short } mahaia), eta horrekin jarraitzen da. --new jarrita beste bat hasten da.
console-unmet = { $short } mahaia erdizka dago, eta eskatzen duzunak ({ $options }) partida berri baterako bakarrik balio du. Zer egingo dugu?
console-unmet-go-on = Erdizka dagoenarekin jarraitu, dagoen bezala
console-unmet-anew = Hura itxi eta beste bat hasi
console-unmet-told = { $short } mahaia erdizka dago, eta dagoen bezala jarraitzen da: eskatzen duzunak ({ $options }) partida berri baterako bakarrik balio du, --new jarrita.
console-share-dumb = Terminal honetan zenbait lagunek jokatzeko ezaba daitekeen pantaila bat behar da, eta honek ez du (TERM): baten kartak besteen bistan geratuko lirateke.
console-share-pipe = Hemen zenbait lagunek jokatzeko terminal bat behar da, eta hau ez da: baten kartak besteen bistan geratuko lirateke.
console-share-text = --text jarrita ez da ezer ezabatzen, eta baten kartak besteen bistan geratuko lirateke: hemen zenbait lagunek jokatzeko, kendu --text.
console-ai = (IA)
console-side = { $number }. aldea:
console-score-to = eta
console-becomes = hau izango da:
console-awaited = hitz egiteko
console-pass = Eman pantaila { NORI($name) }. Aurrean duenean, eta beste inor begira ez dagoenean, sakatu Sartu.
console-next = Sartu: jarraitu
console-back = Sartu: itzuli
console-more = ↑↓: orria pasatu
console-read = Hemen ere balio dute «laguntza», «irten» eta galderek: «zer da utzitakoa?».
console-waiting = …
console-cards = { $name }, zure kartak
console-discard = { $cards ->
    [one] Botako duzunaren letra (adibidez: c).
   *[other] Botako dituzunen letrak (adibidez: ac).
}
console-throw = Hauek botako dituzu: { $cards }. Sartu: aurrera. Beste letra batzuk: aldatu.
console-letters = Esan karta bakoitzak duen letra; zenbakiak karta-sortarenak dira.
console-what = Ez dizut ulertzen. Zenbaki bat, hitz bat edo «laguntza».
console-not-here = Hori txatetarako da. «laguntza» idatzita ikusten da hemen zer idatz dezakezun.
console-moved-on = Zure bikotekideak erantzun du jada.
console-lesson-how = Zenbakia: aukeratu · Sartu: itzuli
console-file = Karpeta honetan gordeta: { $file }
console-file-there = Lehendik zegoen karpeta honetan: { $file }
console-file-not = Ezin izan da gorde: { $file } ({ $why }).
console-help-title = Terminalaren laguntza
console-help = Zenbakiek hitza aukeratzen dute; letrek, keinuak, begiradak edo botako dituzun kartak. Hitza ere idatz dezakezu: «enbido 5», «paso», «hordago». Geziek orri luzeak pasatzen dituzte; «kartak» idatzita dena berriz ikusten da. «irten», Ktrl-C edo Ktrl-D: bazoaz, eta partida gordeta geratzen da. Galdetu ez dakizuna: «zer dira pareak?». Izenak, arauak, hizkuntza eta mozketa hasieran esaten dira: musbot play --names, --rules, --language, --cut. Koloreak hitzez «ezarpenak» orrian aukeratzen dira.
console-help-command = { $command }: { $about }
console-help-mus = Eskualdi bakoitzean, kartak bota ondoren, lau gauzaz hitz egiten da: handia (karta handienak), txikia (txikienak), pareak (karta berdinak) eta jokoa (31 edo gehiago; inork ez badu, puntua: 30etik hurbilen dagoena). Ia leku guztietan hirukoek errege balio dute, eta bikoek bateko. Keinua bikotekideari zer daukazun hitzik gabe esateko modua da, ezer ez baduzu ere («itsu»): «keinuak» idatzita azaltzen dira.
console-help-acta = azken partida gorde, errepasatzeko
console-help-settings = terminal honen ezarpenak
console-help-ranking = nork irabazten duen terminal honetan
