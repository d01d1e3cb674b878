BEGIN TRANSACTION;
CREATE TABLE events (
        table_id TEXT NOT NULL REFERENCES tables, seq INTEGER NOT NULL, at REAL NOT NULL,
        kind TEXT NOT NULL, version INTEGER NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (table_id, seq)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "events" VALUES('A2-abcdef',1,1790000000.0,'Opened',2,'{"table":"A2-abcdef","chat":"telegram:-1001","by":"telegram:1010000","language":"es","rules":{"modo":"mus","name":"parejas","bandos":"parejas","reyes":8,"real":"no","piedras":10,"juegos":1,"vacas":1,"parejas":"fijas","descarte":"a la vez","respuesta":"pareja","gracia":3,"elimina":false,"corte":"turno","mus_corrido":"no","consulta":false,"mus_visto":0,"senas":true,"muestra":false},"seed":"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"}');
INSERT INTO "events" VALUES('A2-abcdef',2,1790000000.0,'SatDown',1,'{"seat":0,"who":{"name":"Ane","person":"telegram:1010000","language":"es"}}');
INSERT INTO "events" VALUES('A2-abcdef',3,1790000000.0,'Queued',1,'{"who":{"name":"Eneko","person":"telegram:1014004","language":"es"}}');
INSERT INTO "events" VALUES('A2-abcdef',4,1790000000.0,'Queued',1,'{"who":{"name":"Eneko","person":"telegram:1014004"},"leaves":true}');
INSERT INTO "events" VALUES('A2-abcdef',5,1790000000.0,'StoodUp',1,'{"seat":0}');
INSERT INTO "events" VALUES('A2-abcdef',6,1790000000.0,'SatDown',1,'{"seat":0,"who":{"name":"Ane K","person":"telegram:1010000","language":"es"}}');
INSERT INTO "events" VALUES('A2-abcdef',7,1790000000.0,'SatDown',1,'{"seat":1,"who":{"name":"Beñat","person":"telegram:1011001","language":"eu"}}');
INSERT INTO "events" VALUES('A2-abcdef',8,1790000000.0,'SatDown',1,'{"seat":2,"who":{"name":"Carmen","person":"telegram:1012002","language":"es"}}');
INSERT INTO "events" VALUES('A2-abcdef',9,1790000000.0,'SatDown',1,'{"seat":3,"who":{"name":"Dani","person":"telegram:1013003"}}');
INSERT INTO "events" VALUES('A2-abcdef',10,1790000000.0,'Began',2,'{"rules":{"modo":"mus","name":"parejas","bandos":"parejas","reyes":8,"real":"no","piedras":10,"juegos":1,"vacas":1,"parejas":"fijas","descarte":"a la vez","respuesta":"pareja","gracia":3,"elimina":false,"corte":"turno","mus_corrido":"no","consulta":false,"mus_visto":0,"senas":true,"muestra":false},"seats":4,"mano":0,"juegos":[0,0],"piedras":[0,0]}');
INSERT INTO "events" VALUES('A2-abcdef',11,1790000000.0,'Dealt',1,'{"hand":1,"mano":0,"cards":[["10o","4b","7b","5c"],["12b","3e","12c","2c"],["7e","10e","6o","6b"],["3c","5o","1c","2e"]]}');
INSERT INTO "events" VALUES('A2-abcdef',12,1790000000.0,'Said',1,'{"seat":0,"action":{"voz":"mus"}}');
INSERT INTO "events" VALUES('A2-abcdef',13,1790000000.0,'Said',1,'{"seat":1,"action":{"voz":"no mus"}}');
INSERT INTO "events" VALUES('A2-abcdef',14,1790000000.0,'LanceBegan',1,'{"lance":"grande","speakers":[0,1,2,3]}');
INSERT INTO "events" VALUES('A2-abcdef',15,1790000000.0,'Said',1,'{"seat":0,"action":{"voz":"órdago"}}');
INSERT INTO "events" VALUES('A2-abcdef',16,1790000000.0,'Said',1,'{"seat":1,"action":{"voz":"no queremos"}}');
INSERT INTO "events" VALUES('A2-abcdef',17,1790000000.0,'Closed',1,'{"lance":{"lance":"grande","estado":"rechazado","piedras":1,"bandos":[0]}}');
INSERT INTO "events" VALUES('A2-abcdef',18,1790000000.0,'Paid',1,'{"hand":1,"bando":0,"lance":"grande","por":"deje","piedras":1}');
INSERT INTO "events" VALUES('A2-abcdef',19,1790000000.0,'LanceBegan',1,'{"lance":"chica","speakers":[0,1,2,3]}');
INSERT INTO "events" VALUES('A2-abcdef',20,1790000000.0,'Said',1,'{"seat":0,"action":{"voz":"órdago"}}');
INSERT INTO "events" VALUES('A2-abcdef',21,1790000000.0,'Said',1,'{"seat":1,"action":{"voz":"no quiero"}}');
INSERT INTO "events" VALUES('A2-abcdef',22,1790000000.0,'Said',1,'{"seat":3,"action":{"voz":"no queremos"}}');
INSERT INTO "events" VALUES('A2-abcdef',23,1790000000.0,'Closed',1,'{"lance":{"lance":"chica","estado":"rechazado","piedras":1,"bandos":[0]}}');
INSERT INTO "events" VALUES('A2-abcdef',24,1790000000.0,'Paid',1,'{"hand":1,"bando":0,"lance":"chica","por":"deje","piedras":1}');
INSERT INTO "events" VALUES('A2-abcdef',25,1790000000.0,'Declared',1,'{"lance":"pares","has":[false,true,true,true]}');
INSERT INTO "events" VALUES('A2-abcdef',26,1790000000.0,'LanceBegan',1,'{"lance":"pares","speakers":[1,2,3]}');
INSERT INTO "events" VALUES('A2-abcdef',27,1790000000.0,'Said',1,'{"seat":1,"action":{"voz":"órdago"}}');
INSERT INTO "events" VALUES('A2-abcdef',28,1790000000.0,'Said',1,'{"seat":2,"action":{"voz":"no quiero"}}');
INSERT INTO "events" VALUES('A2-abcdef',29,1790000000.0,'Closed',1,'{"lance":{"lance":"pares","estado":"rechazado","piedras":1,"bandos":[1]}}');
INSERT INTO "events" VALUES('A2-abcdef',30,1790000000.0,'Paid',1,'{"hand":1,"bando":1,"lance":"pares","por":"deje","piedras":1}');
INSERT INTO "events" VALUES('A2-abcdef',31,1790000000.0,'Declared',1,'{"lance":"juego","has":[false,true,false,false]}');
INSERT INTO "events" VALUES('A2-abcdef',32,1790000000.0,'Closed',1,'{"lance":{"lance":"juego","estado":"sin rival","piedras":0,"bandos":[1]}}');
INSERT INTO "events" VALUES('A2-abcdef',33,1790000000.0,'Shown',1,'{"cards":[["10o","4b","7b","5c"],["12b","3e","12c","2c"],["7e","10e","6o","6b"],["3c","5o","1c","2e"]]}');
INSERT INTO "events" VALUES('A2-abcdef',34,1790000000.0,'Owed',1,'{"due":[{"hand":1,"bando":1,"lance":"pares","por":"premio","piedras":3,"seat":1},{"hand":1,"bando":1,"lance":"juego","por":"premio","piedras":3,"seat":1}]}');
INSERT INTO "events" VALUES('A2-abcdef',35,1790000000.0,'Paid',1,'{"hand":1,"bando":1,"lance":"pares","por":"premio","piedras":3,"seat":1}');
INSERT INTO "events" VALUES('A2-abcdef',36,1790000000.0,'Paid',1,'{"hand":1,"bando":1,"lance":"juego","por":"premio","piedras":3,"seat":1}');
INSERT INTO "events" VALUES('A2-abcdef',37,1790000000.0,'HandEnded',1,'{"hand":1}');
INSERT INTO "events" VALUES('A2-abcdef',38,1790000000.0,'Dealt',1,'{"hand":2,"mano":1,"cards":[["1o","5e","12e","2c"],["11b","3b","4e","7o"],["1e","5c","12b","6c"],["10c","11o","7b","3e"]]}');
INSERT INTO "events" VALUES('A2-abcdef',39,1790000000.0,'Said',1,'{"seat":1,"action":{"voz":"no mus"}}');
INSERT INTO "events" VALUES('A2-abcdef',40,1790000000.0,'LanceBegan',1,'{"lance":"grande","speakers":[1,2,3,0]}');
INSERT INTO "events" VALUES('A2-abcdef',41,1790000000.0,'Said',1,'{"seat":1,"action":{"voz":"órdago"}}');
INSERT INTO "events" VALUES('A2-abcdef',42,1790000000.0,'Said',1,'{"seat":2,"action":{"voz":"no quiero"}}');
INSERT INTO "events" VALUES('A2-abcdef',43,1790000000.0,'Said',1,'{"seat":0,"action":{"voz":"queremos"}}');
INSERT INTO "events" VALUES('A2-abcdef',44,1790000000.0,'Closed',1,'{"lance":{"lance":"grande","estado":"órdago","piedras":0,"bandos":[0,1]}}');
INSERT INTO "events" VALUES('A2-abcdef',45,1790000000.0,'Shown',1,'{"cards":[["1o","5e","12e","2c"],["11b","3b","4e","7o"],["1e","5c","12b","6c"],["10c","11o","7b","3e"]]}');
INSERT INTO "events" VALUES('A2-abcdef',46,1790000000.0,'Owed',1,'{"due":[{"hand":2,"bando":1,"lance":"grande","por":"ordago","piedras":0,"seat":3}]}');
INSERT INTO "events" VALUES('A2-abcdef',47,1790000000.0,'Paid',1,'{"hand":2,"bando":1,"lance":"grande","por":"ordago","piedras":0,"seat":3}');
INSERT INTO "events" VALUES('A2-abcdef',48,1790000000.0,'JuegoWon',1,'{"bando":1}');
INSERT INTO "events" VALUES('A2-abcdef',49,1790000000.0,'VacaWon',1,'{"bando":1}');
INSERT INTO "events" VALUES('A2-abcdef',50,1790000000.0,'PartidaWon',1,'{"bando":1}');
INSERT INTO "events" VALUES('A2-abcdef',51,1790000000.0,'HandEnded',1,'{"hand":2}');
INSERT INTO "events" VALUES('B3-abcdef',1,1790000000.0,'Opened',2,'{"table":"B3-abcdef","chat":"telegram:-1001","by":"telegram:1011001","language":"es","rules":{"modo":"mus","name":"parejas","bandos":"parejas","reyes":8,"real":"no","piedras":10,"juegos":1,"vacas":1,"parejas":"fijas","descarte":"a la vez","respuesta":"pareja","gracia":3,"elimina":false,"corte":"turno","mus_corrido":"no","consulta":false,"mus_visto":0,"senas":true,"muestra":false},"seed":"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"}');
INSERT INTO "events" VALUES('B3-abcdef',2,1790000000.0,'SatDown',1,'{"seat":0,"who":{"name":"Ane","person":"telegram:1010000","language":"es"}}');
INSERT INTO "events" VALUES('B3-abcdef',3,1790000000.0,'SatDown',1,'{"seat":1,"who":{"name":"Patxi","ai":"prudente"}}');
INSERT INTO "events" VALUES('B3-abcdef',4,1790000000.0,'SatDown',1,'{"seat":2,"who":{"name":"Beñat","person":"telegram:1011001","language":"eu"}}');
INSERT INTO "events" VALUES('B3-abcdef',5,1790000000.0,'SatDown',1,'{"seat":3,"who":{"name":"Maite","ai":"prudente"}}');
INSERT INTO "events" VALUES('B3-abcdef',6,1790000000.0,'Began',2,'{"rules":{"modo":"mus","name":"parejas","bandos":"parejas","reyes":8,"real":"no","piedras":10,"juegos":1,"vacas":1,"parejas":"fijas","descarte":"a la vez","respuesta":"pareja","gracia":3,"elimina":false,"corte":"turno","mus_corrido":"no","consulta":false,"mus_visto":0,"senas":true,"muestra":false},"seats":4,"mano":0,"juegos":[0,0],"piedras":[0,0]}');
INSERT INTO "events" VALUES('B3-abcdef',7,1790000000.0,'Dealt',1,'{"hand":1,"mano":0,"cards":[["7o","2b","3b","3o"],["10e","4e","12o","11b"],["11e","1e","6e","6b"],["2o","7b","10c","11c"]]}');
INSERT INTO "events" VALUES('B3-abcdef',8,1790000000.0,'Said',1,'{"seat":0,"action":{"voz":"mus"}}');
INSERT INTO "events" VALUES('B3-abcdef',9,1790000000.0,'Said',1,'{"seat":1,"action":{"voz":"mus"}}');
INSERT INTO "events" VALUES('B3-abcdef',10,1790000000.0,'Said',1,'{"seat":2,"action":{"voz":"no mus"}}');
INSERT INTO "events" VALUES('B3-abcdef',11,1790000000.0,'LanceBegan',1,'{"lance":"grande","speakers":[0,1,2,3]}');
INSERT INTO "events" VALUES('B3-abcdef',12,1790000000.0,'Said',1,'{"seat":0,"action":{"voz":"órdago"}}');
INSERT INTO "events" VALUES('B3-abcdef',13,1790000000.0,'Said',1,'{"seat":3,"action":{"voz":"no quiero"}}');
INSERT INTO "events" VALUES('C4-abcdef',1,1790000000.0,'Opened',2,'{"table":"C4-abcdef","chat":"telegram:-1001","by":"telegram:1012002","language":"es","rules":{"modo":"mus","name":"parejas","bandos":"parejas","reyes":8,"real":"no","piedras":10,"juegos":1,"vacas":1,"parejas":"fijas","descarte":"a la vez","respuesta":"pareja","gracia":3,"elimina":false,"corte":"turno","mus_corrido":"no","consulta":false,"mus_visto":0,"senas":true,"muestra":false},"seed":"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"}');
INSERT INTO "events" VALUES('C4-abcdef',2,1790000000.0,'SatDown',1,'{"seat":0,"who":{"name":"Carmen","person":"telegram:1012002","language":"es"}}');
INSERT INTO "events" VALUES('C4-abcdef',3,1790000000.0,'SatDown',1,'{"seat":1,"who":{"name":"Dani","person":"telegram:1013003"}}');
INSERT INTO "events" VALUES('C4-abcdef',4,1790000000.0,'SatDown',1,'{"seat":2,"who":{"name":"Eneko","person":"telegram:1014004","language":"es"}}');
INSERT INTO "events" VALUES('C4-abcdef',5,1790000000.0,'SatDown',1,'{"seat":3,"who":{"name":"Ane","person":"telegram:1010000","language":"es"}}');
INSERT INTO "events" VALUES('C4-abcdef',6,1790000000.0,'Queued',1,'{"who":{"name":"Gari","person":"telegram:1016006","language":"es"}}');
CREATE TABLE notes (
        kind TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (kind, name)
    ) STRICT, WITHOUT ROWID
;
INSERT INTO "notes" VALUES('closed','telegram:1010000','1');
INSERT INTO "notes" VALUES('greeted','telegram:-1001','1');
INSERT INTO "notes" VALUES('open','telegram:1010000','1');
INSERT INTO "notes" VALUES('open','telegram:1017007','1');
CREATE TABLE seen (key TEXT PRIMARY KEY, at REAL NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO "seen" VALUES('telegram:A2-abcdef',1790000000.0);
INSERT INTO "seen" VALUES('telegram:B3-abcdef',1790000000.0);
INSERT INTO "seen" VALUES('telegram:C4-abcdef',1790000000.0);
CREATE TABLE shown (
        table_id TEXT NOT NULL REFERENCES tables, chat TEXT NOT NULL, slot TEXT NOT NULL,
        message TEXT NOT NULL, digest TEXT NOT NULL, at REAL NOT NULL, moment TEXT NOT NULL DEFAULT '', seq INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (table_id, chat, slot)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "shown" VALUES('A2-abcdef','telegram:-1001','lobby','17','d',1790000000.0,'',51);
INSERT INTO "shown" VALUES('A2-abcdef','telegram:1010000','cards.1.0','90','d',1790000000.0,'0.1 0',51);
INSERT INTO "shown" VALUES('A2-abcdef','telegram:1011001','cards.1.1','91','d',1790000000.0,'0.1 0',51);
INSERT INTO "shown" VALUES('A2-abcdef','telegram:1012002','cards.1.2','92','d',1790000000.0,'0.1 0',51);
INSERT INTO "shown" VALUES('A2-abcdef','telegram:1013003','cards.1.3','93','d',1790000000.0,'0.1 0',51);
INSERT INTO "shown" VALUES('B3-abcdef','telegram:-1001','lobby','17','d',1790000000.0,'',13);
INSERT INTO "shown" VALUES('B3-abcdef','telegram:1010000','cards.1.0','90','d',1790000000.0,'0.1 0',13);
INSERT INTO "shown" VALUES('B3-abcdef','telegram:1011001','cards.1.2','92','d',1790000000.0,'0.1 0',13);
INSERT INTO "shown" VALUES('C4-abcdef','telegram:-1001','lobby','17','d',1790000000.0,'',6);
CREATE TABLE tables (
        table_id TEXT PRIMARY KEY, chat TEXT NOT NULL, opened_at REAL NOT NULL, over_at REAL
    , people TEXT NOT NULL DEFAULT '[]', soon_s REAL) STRICT;
INSERT INTO "tables" VALUES('A2-abcdef','telegram:-1001',1790000000.0,1790000000.0,'["telegram:1010000", "telegram:1011001", "telegram:1012002", "telegram:1013003"]',NULL);
INSERT INTO "tables" VALUES('B3-abcdef','telegram:-1001',1790000000.0,NULL,'["telegram:1010000", "telegram:1011001"]',0.0);
INSERT INTO "tables" VALUES('C4-abcdef','telegram:-1001',1790000000.0,NULL,'["telegram:1012002", "telegram:1013003", "telegram:1014004", "telegram:1010000"]',900.0);
CREATE INDEX tables_by_chat ON tables (chat, over_at);
CREATE INDEX events_by_sitter ON events (json_extract(body, '$.who.person')) WHERE kind = 'SatDown' AND json_valid(body);
CREATE INDEX tables_unfinished ON tables (opened_at) WHERE over_at IS NULL;
CREATE INDEX tables_over ON tables (over_at) WHERE over_at IS NOT NULL;
COMMIT;
PRAGMA user_version = 6;
