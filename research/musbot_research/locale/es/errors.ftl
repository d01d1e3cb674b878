arena-no-player = { $name } no es un jugador de IA: se esperaba uno de { $known }, ./FICHERO.py:CLASE, ./PROGRAMA
arena-not-begun = { $kind }: { $why }: se esperaba FICHERO.py:CLASE, o un programa como ./mio o 'python3 mio.py'
arena-not-made = { $kind }: { $why }: se esperaba código de Python que cree un jugador
arena-no-class = { $kind }: se esperaba una clase con los métodos { $methods }
arena-silent = { $kind }: no llegó ninguna palabra: se esperaba una línea por cada línea que recibe
arena-odd = { $seats } asientos: se esperaba un número par ({ $rules })
arena-raised = { $kind }: { $why }: se esperaba una palabra del juego
arena-no-word = { $kind }: choose devolvió { $word }: se esperaba una Action, una de view.actions()
arena-no-gesture = { $kind }: gesture devolvió { $word }: se esperaba None, o una Action como Action(Voz.MIRO, seat=1)
arena-unlawful = { $kind }: { $said } no se puede decir ahora: se esperaba una de { $lawful }
arena-late = { $kind }: no llegó ninguna palabra en { $seconds } s: se esperaba una por cada vista
