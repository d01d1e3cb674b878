# Pages of buttons, and greetings
page-rules = Zertara jokatuko duzue?
    Mahaian eserita dagoenak aukeratzen du; /arauak idatzita jokamolde bakoitza osorik irakurriko duzu.
page-fields = Ukitu aldatu nahi duzun araua.
page-in-private = Gure txat pribatuan galdetuko dizut.
button-close = Itxi menua
page-acepto = Zenbat onartzen dituzu?
private-hello-lobby = Kaixo, { $name }. { $table }: eserita zaude; partida hasi bezain laster, hementxe emango dizkizut kartak.
private-hello-table = Kaixo, { $name }. { $table }: jokatzen ari zara; hementxe ematen dizkizut kartak.
button-invite = Gehitu talde batera
button-open = Ireki mahaia
button-open-frances = Mus frantsesa (harriak)
button-open-iparralde = Iparraldeko musa
group-hello = Kaixo. Hemen musean jokatzen da: kartak nik banatzen ditut, eta tanteoa ere nik daramat. Hasteko, «Ireki mahaia» edo /mus.
group-hello-reads = Ez dut administratzaile izan beharrik. Museko hitzek («enbido», «paso»…) idatzita ere balio dute.
group-hello-privacy = Ez dut administratzaile izan beharrik. Egiten banauzue, museko hitzak («enbido», «paso»…) idatzita ere balioko dute.
server-hello = Kaixo. Hemen musean jokatzen da: hasteko, «Ireki mahaia» edo /mus; zure kartak zuk bakarrik ikusten dituzu.
    Inoiz ez duzu jokatu? Sakatu «Ikasi».
backlog = Tarte batean ezin izan dut txat hau irakurri: { $first } eta { $last } artean idatzitakoak ez du jada balio. Idatzi berriro.
pause-press = { $hours ->
    [0] { $platform }ek itxaronarazi egiten dit: { $minutes } min falta dira mahaiaren txatean idatzi ahal izateko.
   *[other] { $platform }ek itxaronarazi egiten dit: { $hours } h { $minutes } min falta dira mahaiaren txatean idatzi ahal izateko.
}
pause-private = { $hours ->
    [0] { $platform }ek itxaronarazi egiten dit: { $minutes } min falta dira mahaiaren txatean idatzi ahal izateko. Bitartean hemendik joka dezakezu.
   *[other] { $platform }ek itxaronarazi egiten dit: { $hours } h { $minutes } min falta dira mahaiaren txatean idatzi ahal izateko. Bitartean hemendik joka dezakezu.
}
refused-chat-closed = Ezin dut idatzi mahaiaren txatean. Txata daramanak baimena eman arte mahaia zain dago, eta egiten duzuenak ez du balio; beste txat batean /mahaia idatzita, hara doa.
refused-chat-lacks = Mahaiaren txatean ez dut baimenik honetarako: { $permissions }. Txata daramanak eman arte mahaia zain dago, eta egiten duzuenak ez du balio; beste txat batean /mahaia idatzita, hara doa.
# A language of one's own
page-language = Zein hizkuntzatan hitz egingo dizut? Orain, hau: { $language }. Mahai bakoitzean mahaiaren hizkuntzan hitz egiten da.
button-language-auto = Nire aplikazioarena
language-es = gaztelania
language-en = ingelesa
language-eu = euskara
done-language = Ados. Hemendik aurrera, { $language ->
    [gaztelania] gaztelaniaz
    [ingelesa] ingelesez
    [euskara] euskaraz
   *[other] { $language }
}.
refused-unknown-language = «{ $name }» ez dakit. Badakit: { $known }.
# How one is called
page-calls = Zure abisuak. Sakatu behean aldatu nahi duzuna.
    ⏰ Zure txanda bada eta ezer esaten ez baduzu: «{ $now }».
call-mention = Txatean aipatzen zaitut
call-private = Pribatuan idazten dizut
call-silence = Ez dizut abisatzen
done-call-mention = Ados: zure txanda denean, mahaiaren txatean aipatuko zaitut.
done-call-private = Ados: zure txanda denean, pribatuan idatziko dizut.
done-call-private-closed = Ados, pribatuan idatziko dizut; ezin dudan bitartean, mahaiaren txatean aipatuko zaitut.
done-call-silence = Ados: ez dizut abisatuko zure txanda denean. Erlojua berdin dabil.
# Alone
private-hello-solo = Kaixo, { $name }. { $table }: zure partida utzi zenuen lekuan dago.
button-new-here = 🌱 Hasten ari naiz
done-begins = Jokatzera! Mahaia zuretzat bakarrik da, pribatuan.
button-alone = 🃏 Bakarrik jokatu
done-alone = Mahaia zuretzat bakarrik ireki da: sakatu «Hasi».
refused-solo-playing = Partida bat hasita daukazu, { $table } mahaia: jarraitu /mus idatzita, edo itxi /amaitu bidez eta ireki beste bat.
phase-put-off-solo = Partida zure zain dago: sakatu nahi duzunean.
message-replaced = { $over ->
    [yes] { $table } itxita dago.
   *[no] { $table }: partidak beherago jarraitu zuen.
}
