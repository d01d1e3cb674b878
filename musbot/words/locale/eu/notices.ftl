# Notices of tables that need players, and the weekly line
button-notice = 🔔 Abisatu hurrengoan
notice-next = hurrengo mahaia
button-notice-next = 🔔 Hurrengo mahaia
notice-always = beti
button-notice-always = 🔔 Falta den guztietan
notice-never = inoiz ez
button-notice-never = 🔕 Mahairik ez
done-notice-next = { $zone ->
    [yes] Eginda: hemengo mahai batean jendea falta den hurrengoan, pribatuan idatziko dizut. Beti, inoiz ez edo zer ordutan aukeratzeko, idatzi hemen /abisuak.
   *[no] Apuntatuta. Jendea falta den hurrengoan idatziko dizut, baina lehenago hemen zer ordu den jakin behar dut: administratzaileek aukeratzen dute, /ezarpenak aginduarekin.
}
done-notice-always = { $zone ->
    [yes] Ados: txat horretako mahai batean jendea falta denean, pribatuan idatziko dizut, gehienez hiru orduan behin.
   *[no] Ados. Jendea falta denean idatziko dizut, baina lehenago han zer ordu den jakin behar dut: administratzaileek aukeratzen dute, /ezarpenak aginduarekin.
}
done-notice-never = Ados: ez dizut mahaien berri emango.
done-notice-closed = { $linked ->
    [yes] Abisatzeko, zuri idatzi ahal izan behar dut: ireki gure txat pribatua «{ button-more }» eta «{ button-private }» sakatuta, eta sakatu hemen berriro.
   *[no] Abisatzeko, zuri idatzi ahal izan behar dut: idatzi zerbait pribatuan, eta sakatu hemen berriro.
}
refused-notice-chats = Dagoeneko { $most } txatetako abisuak dituzu. Bat kentzeko, idatzi han /abisuak.
notice-page = 🔔 Txat honetan jendea falta duten mahaien abisuak, pribatuan: { $now }.
notice-chats = { $count ->
    [0] Jendea falta denean jakin nahi baduzu, sakatu «{ button-notice }» zure txateko mahai batean, edo idatzi han /abisuak.
    [one] Txat bateko mahaien abisuak eskatu dituzu. Beti nahi badituzu, edo hurrengoarena bakarrik, idatzi han /abisuak.
   *[other] { $count } txatetako mahaien abisuak eskatu dituzu. Batean beti nahi badituzu, edo hurrengoarena bakarrik, idatzi han /abisuak.
}
notice-quiet = 🌙 Mahaien abisurik gabeko orduak, txat bakoitzeko orduan: { $hours }.
button-quiet = 🌙 { $hours }
quiet-23-9 = 23:00–9:00
quiet-22-10 = 22:00–10:00
quiet-1-11 = 1:00–11:00
quiet-none = bat ere ez
notice-open = { $table }: { $names } zain { $seated ->
    [one] dago
   *[other] daude
}, eta { $count ->
    [one] jokalari bat falta da
   *[other] { $count } jokalari falta dira
}. Eseriko zara?
notice-seated = { $table }: tokia duzu.
notice-full = { $table }: osatuta dago.
notice-over = { $table }: ez da jada inoren zain.
week-played = Azken astea: { $played ->
    [one] partida bat
   *[other] { $played } partida
}.
week-won = Azken astea: { $played ->
    [one] partida bat
   *[other] { $played } partida
}. { $count ->
    [one] Gehien irabazi duena: { $names }, { $won }.
   *[other] Gehien irabazi dutenak: { $names }, { $won } bakoitzak.
}
