/* What hands the others may hold: musbot/players/mus/odds.py and descarte.py in C, for prudente.c.
 *
 * Every sum is made in the order in which Python makes it, so that the numbers are the same to the last bit:
 * compile without -ffast-math and without contraction to fused operations.
 */
#ifndef MUS_ODDS_H
#define MUS_ODDS_H

#include "kernel.h"

/* What is known of a hand: 0 nothing, 1 it has none, 2 it has some; of pares and of juego. */
#define KNOWN(pares, juego) ((pares) * 3 + (juego))
enum { KNOWNS = 9 };

/* What somebody has said, as far as it tells of their hand in a lance. */
enum { SAID_NOTHING, SAID_BET, SAID_NO, SAID_PASO };
#define HEARD(mus, cut, secret, said) ((mus) | (cut) << 1 | (secret) << 2 | (said) << 3)
enum { HEARDS = 32 };

/* Another player in a lance: their side, how many sit nearer to the mano, what is known and was heard. */
typedef struct {
    int8_t seat, ours, turn, known, heard;
} Other;

/* Of one lance: chances that the rivals' best is so good or worse, and that it is and ours wins. */
typedef struct {
    int many;
    const double *mass, *wins;
} Duel;

typedef struct Odds Odds;

Odds *odds_new(const Baraja *baraja);
void odds_free(Odds *odds);

/* As many random hands a player's is as good as the best of (Reading._strength). */
double odds_strength(const Odds *odds, int lance, int heard);

/* The chance that an unseen hand is in the lowest place there: has no pares, no juego. */
double odds_none(Odds *odds, int own, int lance, int known);

/* The premio an unseen hand takes on average in pares or juego. */
double odds_premio(Odds *odds, int own, int lance, int known);

/* How a lance stands for a hand whose holder sits at `turn` (-1: takes no part). Good until the next call. */
Duel odds_duel(Odds *odds, int own, int lance, int turn, const Other *others, int many);

/* Of the same duel the chance to win, and that to win if the rivals hold more than QUERIDO_FROM. */
double odds_win(Odds *odds, int own, int lance, int turn, const Other *others, int many);
double odds_against(Odds *odds, int own, int lance, int turn, const Other *others, int many);

/* The chance that our side wins and the rivals hold better than that part of their hands. */
double duel_beyond(const Duel *duel, double quantile);

/* By how many piedras a hand is one to cut with, and the kinds that are best thrown of it (their number). */
double odds_cutting(const Odds *odds, int own);
int odds_thrown(const Odds *odds, int own, uint8_t kinds[4]);

/* The part of all hands in a lance that a hand beats, 0 if it takes no part itself (quantile.py). */
double odds_beats(const Odds *odds, int own, int lance);

#endif
