# Señas

sena-seen = 👀 { $name } te pasa la seña: { $sena }.
sena-made = { $count ->
        [one] Has pasado una seña: { $senas }.
       *[other] Has pasado señas: { $senas }.
    }
sena-made-for-you = { $name } ha pasado por ti una seña: { $sena }.
sena-title = Las señas
sena-line = { $sena }: { $gesture }
sena-yours = Con tus cartas son verdad: { $senas }. Se pasan desde donde ves tus cartas.
gesture-dos-reyes = morderse el labio de abajo
gesture-tres-reyes = morderse un lado del labio de abajo
gesture-dos-ases = sacar la punta de la lengua
gesture-tres-ases = sacar la lengua hacia un lado
gesture-medias = torcer la boca
gesture-duples = levantar las cejas
gesture-treinta-y-una = guiñar un ojo
gesture-juego = sacar los labios
gesture-treinta = levantar los dos hombros
gesture-veintinueve = levantar un hombro
gesture-ciego = cerrar los ojos, si ninguna otra es verdad
