arena-no-player = { $name } ez da IA jokalari bat: hauetako bat espero zen: { $known }, ./FITXATEGIA.py:KLASEA, ./PROGRAMA
arena-not-begun = { $kind }: { $why }: FITXATEGIA.py:KLASEA espero zen, edo programa bat, adibidez ./nirea edo 'python3 nirea.py'
arena-not-made = { $kind }: { $why }: jokalari bat sortzen duen Python kodea espero zen
arena-no-class = { $kind }: { $methods } metodoak dituen klase bat espero zen
arena-silent = { $kind }: ez da hitzik iritsi: jasotzen duen lerro bakoitzeko lerro bat espero zen
arena-odd = { $seats } leku: kopuru bikoiti bat espero zen ({ $rules })
arena-raised = { $kind }: { $why }: jokoko hitz bat espero zen
arena-no-word = { $kind }: choose-k { $word } itzuli du: Action bat espero zen, view.actions()-etako bat
arena-no-gesture = { $kind }: gesture-k { $word } itzuli du: None espero zen, edo Action bat, hala nola Action(Voz.MIRO, seat=1)
arena-unlawful = { $kind }: { $said } ezin da orain esan: hauetako bat espero zen: { $lawful }
arena-late = { $kind }: ez da hitzik iritsi { $seconds } s-an: ikuspegi bakoitzeko bat espero zen
