BEGIN TRANSACTION;
CREATE TABLE attempt (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, begun REAL NOT NULL, won INTEGER NOT NULL,
        clean INTEGER NOT NULL, seconds REAL, length INTEGER);
INSERT INTO "attempt" VALUES('21210e14e6b54a17','lucas-07',1.7953289415371747017e+09,0,0,NULL,NULL);
INSERT INTO "attempt" VALUES('e87769ad864ee501','lucas-07',1.79532894582481861115e+09,0,0,NULL,NULL);
INSERT INTO "attempt" VALUES('c85fcf31e5fd16b3','orush-20',1.79532894954054760925e+09,0,0,NULL,NULL);
INSERT INTO "attempt" VALUES('7ece47f03d3b5347','FreeCell.123456',1.79532895503618788717e+09,0,0,NULL,NULL);
INSERT INTO "attempt" VALUES('07a324ced1d91914','hexapawn-5x5',1.79532895811040353779e+09,0,0,NULL,NULL);
INSERT INTO "attempt" VALUES('88dbfebe9a73239d','lucas-01',1.79532896801702237131e+09,1,1,9.73063258001275244168e-01,5);
CREATE TABLE note (kind TEXT NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL,
        PRIMARY KEY (kind, name));
INSERT INTO "note" VALUES('learner','3x3 black','{"version": 1, "rows": 3, "columns": 3, "player": 1, "seed": 1, "thrown": 4339, "games": 1000, "curve": [46, 45, 49, 47, 48, 49, 50, 50, 50, 50, 50, 49, 50, 49, 50, 50, 50, 50, 50, 50], "lesson": "", "boxes": {"ppp/.P./P.P B": {"a3a2": 0, "a3xb2": 325}, ".pp/.pP/P.. B": {"b2xa1": 7, "b2b1": 29, "b3xc2": 47}, "ppp/..P/PP. B": {"a3a2": 0, "b3b2": 0, "b3xc2": 658}, "p.p/.Pp/P.. B": {"c2c1": 182, "a3a2": 0, "a3xb2": 26, "c3xb2": 4}, "..p/.Pp/... B": {"c2c1": 24, "c3xb2": 15}, "p.p/..P/P.. B": {"a3a2": 208}, "p.p/P.p/.P. B": {"c2xb1": 232, "c2c1": 11}, "..p/Ppp/... B": {"b2b1": 12, "c2c1": 24}, ".pp/P.P/P.. B": {"b3xa2": 2, "b3b2": 0, "b3xc2": 1}, ".pp/.P./P.. B": {"c3xb2": 2, "c3c2": 71}, ".p./PPp/... B": {"c2c1": 74, "b3xa2": 0}, ".pp/.P./..P B": {"c3xb2": 7, "c3c2": 84}, ".pp/Pp./..P B": {"b2b1": 62, "b2xc1": 14, "b3xa2": 3, "c3c2": 3}, ".p./.pP/... B": {"b2b1": 10, "b3xc2": 4}, "p.p/.PP/.P. B": {"a3a2": 0, "a3xb2": 1, "c3xb2": 0}, "..p/PPP/... B": {"c3xb2": 0}, ".pp/pPP/P.. B": {"b3xc2": 0, "c3xb2": 1}, "..p/pP./... B": {"a2a1": 1, "c3xb2": 3, "c3c2": 0}, "..p/ppP/... B": {"a2a1": 3, "b2b1": 2}}}');
INSERT INTO "note" VALUES('fewest','lucas-01','5');
CREATE TABLE session (
        name TEXT PRIMARY KEY, title TEXT NOT NULL, family TEXT NOT NULL, spec TEXT NOT NULL,
        moves TEXT NOT NULL, ply INTEGER NOT NULL, person INTEGER NOT NULL, elapsed REAL NOT NULL,
        updated REAL NOT NULL, over INTEGER NOT NULL, won INTEGER NOT NULL, attempt TEXT NOT NULL DEFAULT '', hints INTEGER NOT NULL DEFAULT 1, undid INTEGER NOT NULL DEFAULT 1, node INTEGER NOT NULL DEFAULT 0, bookmarks TEXT NOT NULL DEFAULT '');
INSERT INTO "session" VALUES('lucas-07','Lucas 7','peg','{"board": "european", "family": "peg", "finish": "__.../_...../......./...x.../......./_...../__...", "lattice": "square", "start": "__.x./_x.x.x/..xxx../xxxxxxx/..xxx../_x.x.x/__.x."}','5,4:S ~
5,2:W ~
4,5:E ^0',1,0,5.53848072999244323e-01,1.79532894637788414957e+09,0,0,'e87769ad864ee501',0,0,3,'1:2');
INSERT INTO "session" VALUES('orush-20','Number 20','rush','{"family": "rush", "grid": "BCCxDD/BEE~FG/B~AAFG/~~~~~~/~~HIJJ/~~HI~~", "measure": "cells"}','G>
G<',2,0,7.91536016000463860109e-01,1.79532894977860379222e+09,0,0,'c85fcf31e5fd16b3',0,0,2,'');
INSERT INTO "session" VALUES('FreeCell.123456','FreeCell 123456','patience','{"family": "patience", "normalise": true, "start": "- - AH - | - - - - | AS 2D TD QD 2S 4D KH / KS TS QC 8S 3H 2C / 6D 5S 6C AC 3D 7C 4H / 8C 9D AD KC 3C JS / 5D QH 4S 4C TC 9H 7D / 3S 9S 6H JD 9C 7S / 8H TH 2H 8D 5C KD 6S / 7H 5H QS JC JH", "variant": "FreeCell"}','21 27
51 T
16 T',3,0,2.53535795999960100743e+00,1.79532895527044200892e+09,0,0,'7ece47f03d3b5347',3,0,3,'');
INSERT INTO "session" VALUES('hexapawn-5x5','5×5','hexapawn','{"family": "hexapawn", "start": "ppppp/...../...../...../PPPPP W"}','d1d2
a5a4',2,0,1.01662689499971747864e+00,1.79532895869028830525e+09,0,0,'07a324ced1d91914',0,0,2,'');
INSERT INTO "session" VALUES('lucas-01','Lucas 1','peg','{"board": "european", "family": "peg", "finish": "__.../_...../......./...x.../......./_...../__...", "lattice": "square", "start": "__.../_..x../..xxx../...x.../...x.../_...../__..."}','4,5:E
4,3:N
3,5:E
6,5:W
4,6:S',5,0,9.73063258001275244168e-01,1.79532896917441511155e+09,1,1,'88dbfebe9a73239d',0,0,5,'');
COMMIT;
PRAGMA user_version=4;
