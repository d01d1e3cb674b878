# Rule sets and their options

about-novato = Hasiberria: bere kartei begiratzen die, eta gutxi gehiago; batzuetan oker ere bai. Ikasten hasteko, edo lasai jokatzeko.
about-prudente = Zuhurra: besteek zer eduki dezaketen kontuan hartzen du, tantoei begiratzen die, eta noizean behin karta txarrekin ere enbido egiten du.
about-muslari = Trebea: milioika eskualdi jokatuta ikasi du; badaki apustu bakoitzak zer balio duen, eta ez da erraza igartzen.
rules-line = { $name }: { $what }
rules-line-typed = { $name }: { $what } (/mus { $typed })
rules-is-parejas = 4 jokalari, 8 errege, 40 tantora, 2 jokora; bikoteko edozeinek erantzuten du
rules-is-vitoria = 8 errege, 40 tantora, 3 jokora; txandaka erantzuten da
rules-is-mundial = 4 errege, errealarekin, 20 tantora, 4 jokora
rules-is-cuatro-reyes = 20 tantora, 3 jokora; txandaka erantzuten da
rules-is-euskal-herria = 4 errege, 30 tantora, 3 jokora; kartak beti erakusten dira
rules-is-castellano = 8 errege, 35 tantora, 4 jokora
rules-is-castellano-30 = 8 errege, 5 jokora
rules-is-castellano-40 = 8 errege, 3 jokora
rules-is-clasico = 8 errege, 40 tantora, 3 jokora; mus jarraia joko bakoitzean; bikoteko edozeinek erantzuten du
rules-is-trios = 6 jokalari, 8 errege, 40 tantora, 3 jokora
rules-called-parejas = Bikoteka
rules-called-vitoria = Gasteiz
rules-called-mundial = Munduko txapelketa
rules-called-cuatro-reyes = Lau errege
rules-called-euskal-herria = Euskal Herria
rules-called-castellano = Gaztelarra
rules-called-castellano-30 = Gaztelarra, 30era
rules-called-castellano-40 = Gaztelarra, 40ra
rules-called-clasico = Klasikoa
rules-called-trios = Hirukoteka
rules-called-individual = Nor bere alde
rules-called-tres-mus = Tres Mus
rules-called-frances = Mus frantsesa
rules-changed = { $name } ({ $reyes } errege), aldaketekin: { $changed }
rules-changes = Aldaketekin: { $changed }
rules-is-individual = 2 eta 6 jokalari artean, 8 errege, 40 tantora, 3 jokora
rules-title = Jokatzeko moduak
rules-use = Parentesi artekoa idatzita, horrelako mahaia irekitzen da. Aldaketekin ere bai: /mus vitoria piedras=30 real=figura
rules-one-title = { $name }
rule-reyes = { $value } errege{ $value ->
    [8] { " " }eta { $value } bateko: hirukoa erregea da eta bikoa batekoa
   *[other] : hirukoek eta bikoek direna balio dute
}.
rule-real-no = Errealak ez du balio.
rule-real-figura = Errealak balio du: hiru zazpiko eta irudi bat (hirukoa ez).
rule-real-rey = Errealak balio du: hiru zazpiko eta benetako errege bat.
rule-juego = { $piedras } tantora ({ $amarracos } hamarreko{ $rest ->
    [0] {""}
   *[other] {" "}eta { $rest }
}). Joko-saila irabazteko, { $juegos ->
    [one] joko bat
   *[other] { $juegos } joko
}.
rule-vacas = Partida irabazteko, { $vacas } joko-sail.
rule-descarte-turno = Kartak txandaka botatzen dira.
rule-descarte-vez = Kartak denek batera botatzen dituzte.
rule-respuesta-turno = { $bandos ->
    [trios] Apustuari txandaka erantzuten zaio; batek «iduki» esanda, hirukote osoarentzat balio du.
   *[other] Apustuari txandaka erantzuten zaio; batek «iduki» esanda, bikote osoarentzat balio du.
}
rule-respuesta-pareja = { $bandos ->
    [trios] Apustuari hirukoteko edozeinek erantzuten dio; gehien lotzen duenak balio du. Besteek { $gracia } s dituzte igotzeko.
   *[other] Apustuari bikoteko edozeinek erantzuten dio; gehien lotzen duenak balio du. Besteak { $gracia } s ditu igotzeko.
}
rule-elimina = «Tira» esaten duenak ez du gehiago hitz egiten jokaldi horretan.
rule-corte-libre = Musa txandaren zain egon gabe moz daiteke.
rule-corrido-partida = Mus jarraia partidako lehen eskualdian: mozten duena da esku.
rule-corrido-juego = Mus jarraia joko bakoitzeko lehen eskualdian: mozten duena da esku.
rule-consulta = Bigarrenak «bikotekideak esango du» esan dezake.
rule-visto = Musa behartuta: batzuetan karta bat agerian geratzen da banatzean, eta musa behartuta dago.
rule-visto-served = Musa behartuta: batzuetan karta bat agerian geratzen da, banatzean edo deskarteetan, eta musa behartuta dago.
rule-muestra = Eskualdia amaitzean kartak beti erakusten dira, baita jokoa utzitakoarekin irabazten bada ere.
rule-deje-recuento = Tantora iristen den utzitakoak zenbaketan irabazten du jokoa: ordura arte hordago batek erabaki dezake.
rule-una-a-una = Denek karta guztiak botatzen badituzte, berriak banan-banan banatzen dira.
rule-anteriores = Kartak agortzen badira, lehenagoko txandetan botatakoak bakarrik nahasten dira.
about-bandos = Aldeak: bikoteak (4), hirukoteak (6) edo nor bere alde (2 eta 6 artean).
about-reyes = 8 erregerekin hirukoa erregea da eta bikoa batekoa; 4rekin direna balio dute.
about-real = Erreala: hiru zazpiko eta irudi bat (edo benetako errege bat), joko guztien gainetik.
about-piedras = Joko bat irabazteko tantoak.
about-juegos = Joko-saila irabazteko jokoak.
about-vacas = Partida irabazteko joko-sailak.
about-parejas = Bikote finkoak, edo hasi aurretik karta handienera zozketatuak.
about-descarte = Kartak botatzea: txandaka, edo denek batera.
about-respuesta = Apustu bati bikoteak txandaka erantzuten dio, edo bietako edozeinek.
about-gracia = Edozeinek erantzuten badu: besteak igotzeko dituen segundoak.
about-elimina = «Tira» esaten duenak ez du gehiago hitz egiten jokaldi horretan.
about-corte = Musa moztea: txandaka, edo nahi denean.
about-mus-corrido = Mus jarraia lehen eskualdian: mozten duena da esku.
about-consulta = Bigarrenak «bikotekideak esango du» esan dezake: lau jokalari bikoteka direnean bakarrik, eta zuetan=no jarrita.
about-mus-visto = Zenbatean behin geratzen den karta bat agerian banatzean: orduan musa behartuta dago (0 = inoiz ez).
about-senas = Zein keinuk balio duten: bat ere ez, denek, Gaztelako hamarrek (hiru erregerena gabe) edo klasikoko zazpiek (begia kliskatzea 31 edo 30 da).
about-muestra = Eskualdia amaitzean kartak erakusten dira, jokoa utzitakoarekin irabazten bada ere.
about-deje = Tantora iristen den utzitakoak berehala irabazten du, edo zenbaketan; ordura arte hordago batek erabaki dezake.
about-reponer = Denek karta guztiak botatzen badituzte, berriak batera edo banan-banan banatzen dira.
about-barajar = Kartak agortzen badira, botatako guztiak nahasten dira, edo lehenagokoak bakarrik.
rule-bandos-parejas = Lau jokalari, bikoteka.
rule-bandos-trios = Sei jokalari, hirukoteka.
rule-bandos-individual = Bi eta sei artean, nor bere alde.
rule-respuesta-individual = Apustuari denek txandaka erantzuten diote; nahi ez duena jokalditik kanpo geratzen da.
rule-sorteo = Bikoteak zozketatzen dira: karta handienak txikienen kontra.
rule-senas = Keinuak badaude, eta egiten dituenari begira dagoenak ikusten ditu.
rule-senas-diez = Keinuak badaude, Gaztelako hamarrak (hiru erregerena ez), eta egiten dituenari begira dagoenak ikusten ditu.
rule-senas-siete = Zazpi keinu daude: erregeak, batekoak, mediak, duplak, eta begia kliskatzea, 31 edo 30; egiten dituenari begira dagoenak ikusten ditu.
rule-no-senas = Keinurik gabe.
field-changed = { $field } = { $value }
field-is = { $field }: { $value }
field-bandos = aldeak
field-reyes = erregeak
field-real = erreala
field-piedras = tantoak
field-juegos = jokoak
field-vacas = joko-sailak
field-parejas = bikoteak
field-descarte = kartak bota
field-respuesta = nork erantzun
field-gracia = bikotekidearen denbora
field-elimina = «tira», kanpora
field-corte = musa moztu
field-mus-corrido = mus jarraia
field-mus-visto = musa behartuta
field-senas = keinuak
field-muestra = beti erakutsi
field-deje = irabazten duen utzitakoa
field-reponer = lau karta berri
field-barajar = nahastekoak
field-tanteo = tanteoa
value-parejas = bikoteka
value-trios = hirukoteka
value-individual = nor bere alde
value-figura = irudiarekin
value-rey = erregearekin
value-fijas = finkoak
value-sorteo = zozketan
value-turno = txandaka
value-a-la-vez = denek batera
value-pareja = edozeinek
value-libre = nahi denean
value-partida = hasieran
value-juego = joko bakoitzean
value-corto = laburra
value-largo = luzea
value-acto = berehala
value-recuento = zenbaketan
value-en-paquete = batera
value-una-a-una = banan-banan
value-todos = botatako guztiak
value-todas = denak
value-diez = Gaztelako hamarrak
value-siete = klasikoko zazpiak
value-anteriores = lehenago botatakoak
value-seconds = { $seconds } s
value-chance = % { $percent }
value-never = inoiz ez
rules-is-tres-mus = 2 eta 8 artean, nor bere alde; harriekin (7) azkena denak galtzen du; 4 joko galduta, kanpora
rules-is-frances = 2 eta 8 artean, nor bere alde; harriekin (8) azkena denak galtzen du; 3 joko galduta, kanpora
rule-stones-tres-mus = Bi eta zortzi artean, nor bere alde. Bost karta, eta bat botatzen da; ez dago musik.
    Bakoitza { $piedras ->
        [one] harri batekin
       *[other] { $piedras } harrirekin
    } hasten da, eta harririk gabe geratu nahi du. Harriak dituen azkenak galtzen du jokoa; { $juegos } galduta, kanpora. Geratzen den azkenak irabazten du.
    Pasoan doanak ez du balio. Harriak jartzen dira enbidoan, eta erdian uzten dira; nahi adina harrirekin onartzen da. Denek hitz egin dutenean igo daiteke, eta jarraitu nahi ez duenak atzera egiten du.
    Geratzen direnetatik okerrenak erdikoak bere gain hartzen ditu; besteek bereak kentzen dituzte, eta onenak, gainera, jokaldiarenak: erreala 5, 33 4, 31 3, beste joko bat 2; pareak 1, 2 edo 3; puntua 1.
    Jokoaren ordena: erreala, 33, 31, 32, 40, 37, 36, 35, 34.
rule-stones-frances = Bi eta zortzi artean, nor bere alde. Bost karta, eta bat botatzen da; ez dago musik.
    Bakoitza { $piedras } harrirekin hasten da, eta harririk gabe geratu nahi du. Harriak dituen azkenak galtzen du jokoa; { $juegos } galduta, kanpora. Geratzen den azkenak irabazten du.
    Pasoan, jokaldia irabazten duenak balio duena platerera botatzen du. Enbidoan, harriak erdian jartzen dira; igoera bat nahi ez duenak zeudenak bere gain hartzen ditu.
    Geratzen direnetatik okerrenak erdikoak bere gain hartzen ditu; besteek bereak kentzen dituzte, eta onenak, gainera, jokaldiarenak.
rule-tanteo-largo = Tanteo luzea: errealak 5 balio du eta 33ko jokoak 4.
about-tanteo = Tanteoa: laburra, edo luzea (errealak 5 balio du eta 33ko jokoak 4).
about-piedras-stones = Bakoitzak joko bat hasteko dituen harriak.
about-juegos-stones = Zenbat joko galduta geratzen den bat kanpoan.
rules-is-fem = Espainiako federazioa, 8 errege, 40 tantora, 3 jokora; azkenak botatzen du lehenengo
rules-is-iparralde = 4 errege, 40 tantora, 3 jokora (mantxa); bikoteak elkarrekin erabakitzen du musa (zuetan)
rules-called-fem = FEM
rules-called-iparralde = Iparraldea
rule-descarte-postre = Kartak txandaka botatzen dira; azkenak botatzen du lehenengo.
rule-senas-fem = Keinuak badaude, federazioarenak: mediena, handia amaitu ondoren bakarrik. Egiten dituenari begira dagoenak ikusten ditu.
rule-deje-subida = Pareetan, jokoan eta puntuan, nahi ez den igoera batek onartutakoa eta bat gehiago balio du.
rule-zuetan = Musa bikoteak erabakitzen du: bietako edozeinek hitz egiten du, lehenengo eskuaren bikotekoek eta gero besteek.
rule-iparralde-lacks = Iparraldean bi jokalditara batera enbido egin daiteke («biak»); hemen ez.
rule-menor-reparte = Bakoitzak karta bat ateratzen du, eta txikiena duenak banatzen du.
rule-menor-mano = Bakoitzak karta bat ateratzen du, eta txikiena duena da esku.
about-deje-subida = Pareetan, jokoan eta puntuan nahi ez den igoera batek zer balio duen: onartutakoa, edo tanto bat gehiago.
about-sorteo = Nork banatzen duen lehenengo: ateratako motakoak, edo karta txikiena duenak; edo hori izan dadila esku.
about-zuetan = Musa bikoteak elkarrekin erabakitzen du, laurek txandaka hitz egin beharrean: lau jokalari bikoteka direnean bakarrik, eta consulta=no jarrita.
about-visto-en = Agerian geratutako zein kartak behartzen duen musa: banatzekoak bakarrik, ala deskarteetakoak ere bai.
field-deje-subida = nahi ez den igoera
field-sorteo = nork banatzen duen lehenengo
field-zuetan = musa bikoteka
field-visto-en = agerian geratutako karta
value-fem = federazioarenak
value-postre = azkena lehenengo
value-aceptado = onartutakoa
value-mas-uno = onartutakoa eta bat
value-palos = motaka
value-menor-reparte = karta txikienak banatzen du
value-menor-mano = karta txikiena da esku
value-reparto = banatzean
value-siempre = banatzean eta deskarteetan
