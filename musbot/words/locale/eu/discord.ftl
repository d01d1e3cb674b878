# What only Discord needs: commands answered, forms, permissions
done-opened = Mahaia irekita: eseri zaitez.
done-opened-thread = Mahaia irekita: sartu bere harian eta eseri zaitez.
refused-no-number = «{ $typed }» ez da zenbaki bat.
refused-broken = Zerbait okertu da. Saiatu berriro.
refused-late = Hori berandu iritsi da, eta ez du balio. Saiatu berriro.
done-though-late = { $name }: aplikazioak huts egin duela dio, baina balio du.
refused-permissions = Hemen ez dut baimenik honetarako: { $permissions }. Zerbitzaria daramanak ematen didanean, saiatu berriro.
refused-thread-lacks = Hari honetan ez dut baimenik honetarako: { $permissions }. Eska iezaiozu zerbitzaria daramanari, edo jarraitu kanalean: sakatu «{ button-to-channel }».
permission-view-channel = kanala ikusi
permission-send-messages = mezuak bidali
permission-send-messages-in-threads = harietan mezuak bidali
permission-create-public-threads = hari publikoak sortu
permission-manage-threads = hariak kudeatu (hau blokeatuta dago)
# A table in a thread of its channel
button-thread = 🧵 Hari batean jokatu
button-channel = Hona ekarri
button-to-channel = Kanalera eraman
left-now = 🧵 { $table } hari batera joan da: hemen hizketan jarrai daiteke.
left-over = 🧵 { $table } hari batean jokatu zen.
left-put-off = 🧵 { $table } atzeratuta dago. «Jarraitu» hemen ere balio du.
left-closed = 🧵 { $table } ezin da bere harian jarraitu: ezin dut bertan idatzi.
refused-thread-permissions = Hari bat irekitzeko baimen hau falta zait: { $permissions }. Eman diezadala zerbitzaria daramanak; bitartean hemen jokatzen da.
refused-table-in-thread = { $table } mahaia bere harian jokatzen da: { $table } mahaiaren 🔒 mezuaren azpian dago.
refused-thread-failed = Ezin izan da haria ireki. Saiatu berriro apur bat barru.
# Forms
form-envido = Zenbat enbido?
form-mas = Zenbat gehiago?
form-hint = Zenbaki bat, { $least } eta { $most } artean
refused-no-amount = { $most } baino gehiago ez da behar: jarri { $least } eta { $most } arteko zenbaki bat, edo bota hordagoa.
# The options of the commands: their names are one word in small letters, what they are has 100 characters at most
option-word = moztu
option-word-is = 1etik 40ra bitarteko zenbaki bat
option-name = izena
option-name-is = noren ordez, mahaian duen izena
option-set = arautegia
option-set-is = horietako bat, azalduta
option-rules = arauak
option-rules-is = arautegia
option-changes = aukerak
option-changes-is = aldatzen diren arauak: idatzi eta aukeratu
# Where the words of a command are options, and may be pressed; Discord is never in Basque, so they are not named
rules-use-filled = /mus aginduak mahaia irekitzen du: lehen aukeran hautatu hauetako bat, eta bigarrenean aldatu nahi duzuna.
rules-kept-filled = Gordeta: /mus aginduaren bigarren aukeran «{ $name }» idatzita, horretan jokatzen da txat honetan.
help-mus-filled = mahai bat ireki: lehen aukeran zertara jokatu, bigarrenean zer aldatu
help-text-pressed = { $commands }
    Gainerako guztia mahaiko eta zure kartetako botoiekin egiten da.
menu-throw = { $most ->
    [one] Zein karta botako duzu?
   *[other] Zein karta botako dituzu?
}
menu-rules = Aukeratu arautegi bat
menu-fields = Aukeratu aldatu nahi duzun araua
hand-choose = { $most ->
    [one] KARTAK BOTA. Aukeratu menuan botako duzuna.
   *[other] KARTAK BOTA. Aukeratu menuan botako dituzunak; ixtean botatzen dira.
}
option-language = hizkuntza
option-language-is = zein
