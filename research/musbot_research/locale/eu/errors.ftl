arena-no-player = { $name } ez da IA jokalari bat: hauetako bat espero zen: { $known }, ./FITXATEGIA.py:KLASEA, ./PROGRAMA
arena-not-begun = { $kind }: { $why }: FITXATEGIA.py:KLASEA espero zen, edo programa exekutagarri bat
arena-not-made = { $kind }: { $why }: jokalari bat sortzen duen Python kodea espero zen
arena-no-class = { $kind }: { $methods } metodoak dituen klase bat espero zen
arena-silent = { $kind }: ez da hitzik iritsi: jasotzen duen lerro bakoitzeko lerro bat espero zen
arena-odd = { $seats } leku: kopuru bikoiti bat espero zen ({ $rules })
