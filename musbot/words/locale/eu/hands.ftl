# One's own hand, in private

hand-title = { $table } · { $hand }. eskualdia · zure kartak
hand-pick = { $most ->
    [one] KARTAK BOTA. Ukitu botako duzuna, eta gero «Bota».
   *[other] KARTAK BOTA. Ukitu botako dituzunak, eta gero «Bota».
}
hand-mano = Eskua: { $mano } · azkena: { $postre }
hand-picked = Botako duzu: { $cards }
hand-back = Mahaira joan
hand-is-here = { $closed ->
    [yes] Zure kartak hemen agertzen dira, pribatuan idazten uzten ez didazulako.
   *[no] Zure kartak hemen agertzen dira, eta ez mezu pribatuan.
}
hand-is-private = Hemendik aurrera mezu pribatuan bidaliko dizkizut kartak.
hand-is-private-maybe = Kartak mezu pribatuan bidaltzen saiatuko naiz. Iristen ez bazaizkizu, ez dituzu nire mezuak onartzen: «Nire kartak» botoiarekin hemen dituzu berriro.
hand-aside = Mahaiko mezuan ari zara hizketan.
hand-there = Zure kartak mahaian dituzu, zuretzat bakarrik. Ordu laurdenean han ezer sakatzen ez baduzu, hona itzuliko dira.
hand-left = { $table }: zu ez zaude jada jokoan.
hand-left-held = { $table }: zu ez zaude jada jokoan. Partidak dirauen bitartean eta beste inor esertzen ez bada, mahaiko «{ button-return }» botoiak tokia itzuliko dizu.
hand-left-to = { $table }: zu ez zaude jada jokoan; hurrengo eskualdian { $next } eseriko da.
