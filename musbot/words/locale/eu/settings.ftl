# The ways of a chat: /ajustes
ways-title = Ezarpenak
ways-title-own = Zure ezarpenak
ways-is = { $way }: { $value }
ways-menu = Zer aldatu nahi duzu?
ways-now = Orain: { $value }
help-ajustes = txat honen ezarpenak ikusi eta aldatu
way-language = Hizkuntza
way-about-language = Zein hizkuntzatan hitz egiten duten hemengo mahaiek, jokoan daudenek ere bai. Pribatuan, bakoitzari berean.
way-language-auto = mahaia irekitzen duenarena
way-about-rules = Zertan jokatzen den /mus soilarekin. Irekita dauden mahaiek bereekin jarraitzen dute.
way-clock = Txandako erlojua
way-about-clock = Zenbat itxaroten zaion hitz egin behar duenari. Mahai berrietarako balio du.
way-usual-clock = { $seconds ->
    [0] erlojurik gabe (ohikoa)
   *[other] { $seconds } s (ohikoa)
}
way-usual-pace = { $seconds } s hitzeko (ohikoa)
way-clock-none = erlojurik gabe
way-pace = AAen erritmoa
way-about-pace = Zenbat denbora hartzen duten AAek hitz egiteko.
way-pace-quick = azkarra, { $seconds } s
way-pace-calm = lasaia, { $seconds } s
way-looks = Irudiak
way-about-looks = Irudiekin, edo testua bakarrik.
way-looks-pictures = irudiekin
way-looks-text = testua bakarrik
way-suits = Koloreak
way-about-suits = Kartek ikur bat duten (4🍷) edo kolorea hitzez («lauko kopa»), ozen hobeto irakurtzen dena.
way-suits-signs = ikurrekin
way-suits-words = hitzez
way-opens = Mahaiak irekitzea
way-about-opens = Nork ireki dezakeen mahai bat.
way-opens-all = edonork
way-only-administrators = kudeatzaileek bakarrik
way-ends = Mahaiak ixtea
way-about-ends = Nork itxi dezakeen erdian dagoen partida bat.
way-ends-all = jokalariek, bozkatuta
way-typed = Idatzitako hitzak
way-about-typed = «Enbido», «paso» eta besteek txatean idatzita ere balio duten. Nik irakur dezakedan lekuan bakarrik.
way-typed-taken = balio dute
way-typed-left = ez dute balio
way-zone = Ordua
way-about-zone = { $typed ->
    [yes] Nongo orduaren arabera diren hitzorduak eta abisuak. Zure hiriak botoirik ez badu, idatzi: /ezarpenak ordua Lima
   *[no] Nongo orduaren arabera diren hitzorduak eta abisuak.
}
way-zone-none = aukeratu gabe
way-threads = Hariak
way-about-threads = Mahai bakoitzak bere haria: kanalean lerro bat geratzen da. Hari publikoak sortu eta harietan mezuak bidali ahal izan behar dut; bestela, kanalean jokatzen da.
way-threads-off = kanalean
way-threads-on = mahai bakoitza bere harian
way-threads-cannot = harietan, baina hemen ezin ditut ireki: baimena falta zait edo kanalak ez du haririk
way-weekly = Asteko laburpena
way-about-weekly = Astelehenetan, 10:00etan, lerro bat soinurik gabe: astean zenbat partida izan ziren eta nork irabazi zuen gehien. Hemengo ordua jakin behar du (Ordua).
way-weekly-off = ez
way-weekly-here = bai, hemen, astelehenetan 10:00etan
way-weekly-no-zone = Ordua aukeratzen duzunean
zone-madrid = Madril
zone-canary = Kanariak
zone-buenos-aires = Buenos Aires
zone-mexico-city = Mexiko Hiria
zone-bogota = Bogota
zone-new-york = New York
way-places = Non jokatu
way-about-places = Zein gai, kanal edo haritan ireki daitezkeen mahaiak. Haietako bakoitzean aukeratzen da.
way-places-everywhere = edonon
way-places-here = hemen bai
way-places-not-here = hemen ez
way-places-are = { $here ->
    [yes] { $others ->
        [0] hemen bakarrik
        [one] hemen eta beste leku batean
       *[other] hemen eta beste { $others } lekutan
    }
   *[no] { $others ->
        [one] beste leku batean
       *[other] beste { $others } lekutan
    }
}
ways-end-table = Itxi mahai bat
ways-end-which = Zein mahai itxi behar da?
ways-end-none = Hemen ez dago mahairik irekita.
ways-end-why = { $table }: zergatik itxi behar da? Arrazoia txatean esaten da.
reason-late = Oso berandu da
reason-away = Jendea falta da
reason-stuck = Geldirik dago
reason-needed = Lekua behar da
reason-manners = Modu txarrak
reason-own = Nire hitzekin
ways-end-write = Idatzi hemen /ezarpenak itxi { $short } eta ondoren arrazoia, { $most } letra gehienez. Txatean dagoen bezala esaten da, zure hitz gisa.
ways-end-label = Zergatik itxi behar da?
ways-end-hint = Txatean dagoen bezala esaten da, zure hitz gisa
end-own-words = { $table }: txata kudeatzen duenak dio: «{ $words }»
end-closed-by = { $table }: txata kudeatzen duenak itxi du.
end-why-late = Berandu egin da.
end-why-away = Jarraitzeko jendea falta da.
end-why-stuck = Denbora luzez geldirik zegoen.
end-why-needed = Lekua beste zerbaitetarako behar da.
end-why-manners = Hemen modu onez jokatzen da.
rules-kept = Gordeta: /mus { $name } idatzita horretan jokatzen da hemen.
rules-dropped = «{ $name }» ez dago jada hemen gordetako arauen artean.
refused-not-administrator = Hori txat hau kudeatzen duenak erabakitzen du.
refused-administrators-unknown = Orain ezin dut jakin nork kudeatzen duen txat hau. Saiatu berriro pixka bat barru.
refused-only-administrators-open = Txat honetan kudeatzaileek irekitzen dituzte mahaiak.
refused-only-administrators-end = Txat honetan kudeatzaileek ixten dituzte mahaiak, /ezarpenak bidez.
refused-not-in-this-place = Hemen ez da mahairik irekitzen: txata kudeatzen duenak beste leku bat aukeratu du.
refused-bad-set-name = «{ $name }» ez da izen egokia: letrak, zifrak edo marratxoak, 20 gehienez, eta ez lehendik dauden arau batzuena. Adibidez: /arauak gorde donostia.
refused-no-such-set = Hemen ez dago «{ $name }» izeneko araurik.
refused-too-many-sets = Hemen { $most } arau multzo daude gordeta jada: lehenago kendu bat, /arauak ezabatu eta bere izena idatzita.
refused-no-table-called = Hemen ez dago «{ $name }» mahairik irekita.
refused-no-words = Arrazoia falta da. Adibidez: /ezarpenak itxi K7 bihar jarraituko dugu.
refused-no-rules-to-keep = Hemen ez da oraindik jokatu: ireki mahai bat /mus idatzita, aukeratu arauak eta gorde.
option-keep = gorde
option-keep-is = mahaiko arauak izen honekin gorde (kudeatzaileek)
option-drop = kendu
option-drop-is = izen honekin gordetako arauak kendu (kudeatzaileek)
