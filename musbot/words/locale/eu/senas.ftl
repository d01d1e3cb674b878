# Señas

sena-seen = 👀 { NORK($name) } keinua egin dizu: { $sena }.
sena-made = { $count ->
        [one] Keinua egin duzu: { $senas }.
       *[other] Keinuak egin dituzu: { $senas }.
    }
sena-made-for-you = { NORK($name) } zure ordez keinua egin du: { $sena }.
sena-title = Keinuak
sena-line = { $sena }: { $gesture }
sena-yours = Zure kartekin egia dira: { $senas }. Zure kartak ikusten dituzun lekutik egiten dira.
gesture-dos-reyes = beheko ezpaina hozkatu
gesture-tres-reyes = beheko ezpainaren alde bat hozkatu
gesture-dos-ases = mihi-punta atera
gesture-tres-ases = mihia alde batera atera
gesture-medias = ahoa alde batera okertu
gesture-duples = bekainak altxatu
gesture-treinta-y-una = begia kliskatu
gesture-juego = ezpainak atera
gesture-treinta = bi sorbaldak altxatu
gesture-veintinueve = sorbalda bat altxatu
gesture-ciego = begiak itxi, beste keinurik egia ez bada
