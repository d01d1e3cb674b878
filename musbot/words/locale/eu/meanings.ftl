# What each button of this moment means
meaning-line = { $label }: { $meaning }
meaning-mus = kartak aldatzea eskatzen duzu; denek esaten badute, aldatu egiten dira.
meaning-no-mus = inork ez du karta gehiagorik aldatzen, eta handitik hasten da.
meaning-consulta = bikotekideak erabaki dezala.
meaning-descarta = aukeratu botatzen dituzun kartak; beste hainbeste emango dizkizute.
meaning-servido = dauzkazunekin geratzen zara.
meaning-paso = ez duzu apusturik egiten; inork egiten ez badu, jokaldia pasoan geratzen da: { $worth ->
    [0] kartek berez balio dutena bakarrik hartzen da.
   *[other] { $worth } irabazten duenarentzat.
}
meaning-envido = { $total } tanto jokatzen dituzu, { NORA($lance) }. Nahi badute, irabazten duenak hartzen ditu azkenean; bestela, { $deje } hartzen duzu orain.
meaning-raise = { $bet } onartu eta { $total } arte igotzen duzu. Nahi ez badute, { $bet } hartzen duzu orain.
meaning-other = zuk aukeratzen duzu zenbat.
meaning-ordago = dena jokatzen duzu, { NORA($lance) }. Nahi badute, kartak erakusten dira, eta hor erabakitzen da joko osoa; bestela, { $deje } hartzen duzu orain.
meaning-quiero = { $bet } jokatzen dira, { NORA($lance) }.
meaning-quiero-ordago = kartak erakusten dira, eta { $lance } irabazten duenak jokoa irabazten du.
meaning-no-quiero = { $deje } hartzen dute orain, { $premio ->
    [pares] eta azkenean beren pareen saria.
    [juego] eta azkenean beren jokoaren saria.
    [punto] eta azkenean beste 1 puntuagatik.
   *[none] kartak edozein direla ere.
}
meaning-no-quiero-yet = zuk ez; bikotekideak ere nahi ez badu, { $deje } hartzen dute orain{ $premio ->
    [pares] { "" }, eta azkenean beren pareen saria.
    [juego] { "" }, eta azkenean beren jokoaren saria.
    [punto] { "" }, eta azkenean beste 1 puntuagatik.
   *[none] .
}
meaning-queremos = bion izenean, { $bet } jokatzen dira, { NORA($lance) }.
meaning-queremos-ordago = bion izenean erantzuten duzu; kartak erakusten dira, eta { $lance } irabazten duenak jokoa irabazten du.
meaning-no-queremos = bikotekideari itxaron gabe, { $deje } hartzen dute orain{ $premio ->
    [pares] { "" }, eta azkenean beren pareen saria.
    [juego] { "" }, eta azkenean beren jokoaren saria.
    [punto] { "" }, eta azkenean beste 1 puntuagatik.
   *[none] .
}
meaning-stones-paso = ez duzu apusturik egiten.
meaning-stones-envido = harri horiek erdian jartzen dituzu, eta besteek erantzuten dute.
meaning-stones-mas = apustua harri horietan igotzen duzu.
meaning-stones-ordago = dauzkazun harri guztiak jokatzen dituzu.
meaning-stones-quiero = apustua jarri eta jokaldian jarraitzen duzu.
meaning-stones-acepto = apustua baino gutxiago jarri eta jokaldian jarraitzen duzu.
meaning-stones-conforme = falta dena jarri eta jokaldian jarraitzen duzu.
meaning-stones-no-quiero = jokaldi honetan ez duzu jarraitzen.
meaning-stones-perdido = jokaldi honetako harriak zure gain hartzen dituzu.
meaning-senas = Keinua: bikotekideari zer daukazun hitzik gabe esateko modua: { $senas }. Begira duzun aurkariak ere ikusten du.
meaning-looks = Aurkari bati begiratu: haren keinuak ikusten dituzu, baina bikotekidearenak ez gehiago.
button-explain = ❔ Azaldu
button-explained = Azalpenik gabe
done-explain = Hemendik aurrera botoi bakoitza azalduko dizut.
done-explained = Botoiak ez dizkizut gehiago azalduko.
