/* Learning: external-sampling regret minimisation that explores one lance at a time. */
#ifndef MUS_LEARN_H
#define MUS_LEARN_H

#include "table.h"

/* What a side has found out: a number for each of its words a set, in the order of `layout_words`. */
typedef struct {
    const Layout *layout;
    int32_t words; /* WORDS or, of an adversary, ALL_WORDS */
    float *regret; /* summed regret of each word, later hands weighing more */
    float *sum;    /* what it has said on average, likewise */
    float *wide;   /* of the wider sets: the same regrets, then the weight of all that was summed */
    float prior;   /* as much of what is known of the wider set is added to what is known of a set */
    uint8_t *throws; /* which cards to throw: by `seat` and class, as in the table's file */
} Learner;

bool learner_begin(Learner *learner, const Layout *layout, int words, const uint8_t *throws);
void learner_end(Learner *learner);

/* Begins with such a part of the regrets of another, who has no more words. */
void learner_warm(Learner *learner, const Learner *from, float part);

/* Says what it would now, and what it has said on average; `self` is a Learner. */
int learner_now(const Mesa *mesa, int seat, Rng *rng, void *self);
int learner_average(const Mesa *mesa, int seat, Rng *rng, void *self);

/* The table that was shipped: a byte a set, the number of a row of words. */
typedef struct {
    const Layout *layout;
    const uint8_t *bytes; /* as in the file, DESCARTE included */
    const uint8_t (*words)[WORDS];
} Frozen;

/* Says what the table does; `self` is a Frozen. */
int frozen_word(const Mesa *mesa, int seat, Rng *rng, void *self);

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
    Player rivals[MOST_RIVALS];
    double often[MOST_RIVALS], counts[MOST_RIVALS]; /* the parts sum up to 1; the first is the adversary's, if any */
    int32_t many;
    int32_t explore_mus; /* whether words of the mus are learnt too */
    double price[2];     /* what the table is charged for an órdago, and for cutting, in chances of the juego */
    float chance[MOST_RIVALS][2][MOST_WANTED][MOST_WANTED]; /* of the table to win the juego: as in Seen */
    Rng rng;
    double worth[MOST_RIVALS][WORTH]; /* what that is reckoned from: see training_score */
    Seen seen[MOST_RIVALS];
    Juego juego;
    Mesa mesa;
    int64_t hands;  /* played so far */
} Training;

void training_begin(Training *training, uint64_t seed);
void training_run(Training *training, int64_t hands);

/* What every score is worth against a rival, as the logistic function of (slope * lead + mano) / root + edge * root:
 * the lead is what the rival wants more, the root that of all that is wanted, mano less than 0 where the rival is. */
void training_score(Training *training, int rival, const double worth[WORTH]);

/* Fits that to what was seen of each rival, of which half is forgotten. */
void training_fit(Training *training);

#endif
