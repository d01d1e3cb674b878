/* Players made of two, and scores, for measuring. */
#ifndef MUS_MIXED_H
#define MUS_MIXED_H

#include "kernel.h"

typedef struct {
    Player one, other;
} Two;

/* Policies whose `self` is a Two: the first in mus and discard, the other in the lances; or each a seat of a
 * side, the first that of the lower number. */
int mixed_by_part(const Mesa *mesa, int seat, Rng *rng, void *two);
int mixed_by_seat(const Mesa *mesa, int seat, Rng *rng, void *two);

/* Who bets, or raises by, so many piedras with some classes of hands, and else plays as another. With `only_raises` it
 * bets nothing first, and raises first bets of 2 alone. */
typedef struct {
    Player other;
    uint8_t with[LANCES][MAX_CLASSES];
    int32_t piedras, only_raises;
} Great;

/* Its word, a Policy whose `self` is a Great. */
int mixed_great(const Mesa *mesa, int seat, Rng *rng, void *great);

/* Bets of one size that were answered, and those that the whole side of who answered let go. */
typedef struct {
    int32_t bets, folds;
} Folds;

/* Plays hands at 0-0 in which, in one lance of each, whoever speaks first bets `piedras` with any cards; with `raises`
 * they bet 2, and the first who answers raises by `piedras`. All else is said by the player; counts the answers. Returns whether every hand ended; if not, at the first. */
bool folds_count(const Reglas *reglas, const Baraja *baraja, Player player, int piedras, bool raises, long hands,
                 uint64_t seed, Folds *folds);

enum { MOST_LACKED = 64 };

/* Hands begun with so many piedras wanted by the side of the mano and by the other, and juegos won by the first. */
typedef struct {
    int32_t begun[MOST_LACKED][MOST_LACKED], won[MOST_LACKED][MOST_LACKED];
} Scores;

/* Plays juegos of one against itself, from 0-0, and counts. Returns whether every hand ended; if not, at the first. */
bool scores_count(const Reglas *reglas, const Baraja *baraja, Player player, long juegos, uint64_t seed,
                  Scores *scores);

/* How a player is as company: hands, those in which somebody says órdago and those with a discard; words asked of it
 * where it may open and in the mus, and of them the órdagos and the cuts. */
typedef struct {
    int32_t hands, with_ordago, with_discard, openings, ordagos, asked, cuts;
} Company;

/* Plays juegos of one against itself, from 0-0, and counts. Returns whether every hand ended, as above. */
bool company_count(const Reglas *reglas, const Baraja *baraja, Player player, long juegos, uint64_t seed,
                   Company *company);

#endif
