/* Learning: external-sampling regret minimisation that explores one lance at a time.
 *
 * Workers play hands against what the sides knew at the start of a batch and write down what they would change;
 * then every shard of the sets applies the changes of all workers, in their order. Workers may play at the same
 * time, and so may shards apply: the result is the same. */
#ifndef MUS_TRAIN_H
#define MUS_TRAIN_H

#include "learn.h"

enum { WORKERS = 16, SHARDS = 16 };
enum { MOST_RIVALS = 16, MOST_WANTED = 64, LONGEST = 256, WORTH = 3 };

/* What the table has seen of its juegos against one rival, by whether it was mano of the hand that began, and
 * by the piedras wanted by itself and by the rival: hands begun, and of them those whose juego it won. */
typedef struct {
    int32_t begun[2][MOST_WANTED][MOST_WANTED], won[2][MOST_WANTED][MOST_WANTED];
} Seen;

/* The juego under way: whom the table meets and on which side it sits, and the hands it began in it. */
typedef struct {
    int32_t rival, side, mano, hands;
    struct {
        uint8_t first, wanted, by_rival;
    } began[LONGEST];
} Juego;

/* One side learning against others, each met in such a part of the juegos, and counted so much each time. */
typedef struct {
    const Reglas *reglas;
    const Layout *layout;
    Learner *table;
    Learner *adversary; /* learns too, against the table alone; met with the first weight. Or none */
    double often[MOST_RIVALS], counts[MOST_RIVALS]; /* the parts sum up to 1; the first is the adversary's, if any */
    int32_t many;
    int32_t explore_mus; /* whether words of the mus are learnt too */
    double price[2];     /* what the table is charged for an órdago, and for cutting, in chances of the juego */
    float chance[MOST_RIVALS][2][MOST_WANTED][MOST_WANTED]; /* of the table to win the juego: as in Seen */
    double worth[MOST_RIVALS][WORTH]; /* what that is reckoned from: see training_score */
    Seen seen[MOST_RIVALS];
    int64_t hands; /* played so far */
} Training;

/* What a hand would change in a set, its wider set and the weight of that, of the table (0) or the adversary (1). */
typedef struct {
    int32_t set, wide, side;
    float weight, regret[ALL_WORDS], sum[ALL_WORDS];
} Change;

typedef struct {
    Change *rows;
    int32_t many, room;
} Changes;

/* Who plays hands one after the other, with a chance of its own. */
typedef struct {
    const Training *training;
    Rng rng;
    Juego juego;
    Mesa mesa;
    Seen seen[MOST_RIVALS]; /* since the last fit */
    Changes changes[SHARDS];
} Worker;

/* Begins a training, and ends one: frees what its workers wrote down. */
void training_begin(Training *training, Worker workers[WORKERS], uint64_t seed);
void training_end(Worker workers[WORKERS]);

/* Begins a batch: how much the wider sets count follows the hands played so far. */
void training_prior(Training *training);

/* Plays hands and writes down what they change. `rivals` are the opponents, and no other worker may use them meanwhile:
 * some keep what they have reckoned. */
void worker_play(Worker *worker, const Player rivals[MOST_RIVALS], int32_t hands);

/* Applies and forgets what all workers have written down for a shard. */
void training_apply(Training *training, Worker workers[WORKERS], int shard);

/* What every score is worth against a rival, as the logistic function of (slope * lead + mano) / root + edge * root:
 * the lead is what the rival wants more, the root that of all that is wanted, mano less than 0 where the rival is. */
void training_score(Training *training, int rival, const double worth[WORTH]);

/* Fits that to what was seen of each rival, by all workers, of which half is forgotten. */
void training_fit(Training *training, Worker workers[WORKERS]);

#endif
