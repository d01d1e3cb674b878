/* A second, mutable kernel of two-sided Mus in parejas (4 seats), for learning: see musbot/game for the rules.
 *
 * Held to the real engine by research/musbot_research/aprender/differential.py and tests/envs: every payment, whose word, what is offered.
 * Not in it: mus visto (R24), mus corrido (R25), corte libre (R26), señas, tríos, each player alone.
 *
 * Numbers are those of the real engine: seats 0-3, bandos seat % 2, cards 0-39 the places in
 * musbot.game.cards.DECK, classes the places in musbot.players.mus.odds.HandClasses (330 with eight reyes,
 * 495 with eight and the real, 715 with four).
 */
#ifndef MUS_KERNEL_H
#define MUS_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

/* ---- chance ------------------------------------------------------------------------------------------ */

/* A small generator (splitmix64), passed in wherever chance is; a copy gives the same numbers again. With a
 * `tape`, `chance` reads the draws written there instead, for tests that log those of another generator. */
typedef struct {
    uint64_t state;
    const double *tape;
} Rng;

static inline uint64_t rng_next(Rng *rng) {
    uint64_t z = (rng->state += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

/* A number below `limit`. */
static inline uint32_t rng_below(Rng *rng, uint32_t limit) {
    return (uint32_t)(((rng_next(rng) >> 32) * limit) >> 32);
}

/* A number of [0, 1). */
static inline double rng_chance(Rng *rng) {
    if (rng->tape) return *rng->tape++;
    return (double)(rng_next(rng) >> 11) * 0x1.0p-53;
}

/* ---- words ------------------------------------------------------------------------------------------- */

typedef enum {
    MUS, NO_MUS, CONSULTA, DESCARTA, PASO, ENVIDO, ORDAGO, QUIERO, NO_QUIERO, QUEREMOS, NO_QUEREMOS, Y_YO, MAS,
    REENVIDO,
    VOCES
} Voz;

/* A word is an int: its voz and, above it, its number: piedras of ENVIDO and MAS, for DESCARTA which of the
 * seat's four cards (`Mesa.card[seat]`), as a mask from 1 to 15. */
#define WORD(voz, n) ((int)(voz) | (int)(n) << 4)
#define VOZ(word) ((Voz)((word) & 15))
#define AMOUNT(word) ((word) >> 4)
#define OFFERS(mask, voz) ((mask) >> (voz) & 1)

/* ---- rules and cards ---------------------------------------------------------------------------------- */

typedef enum { TURNO, PAREJA } Respuesta;
typedef enum { REAL_NO, REAL_FIGURA, REAL_REY } Real;

typedef struct {
    int32_t reyes;     /* R2, R3 */
    int32_t real;      /* R15 */
    int32_t piedras;   /* R52: the target */
    int32_t respuesta; /* R29, R30 */
    int32_t gracia;    /* R30: whether there is any */
    int32_t elimina;   /* R30 */
    int32_t consulta;  /* R27 */
    int32_t una_a_una; /* R22 */
    int32_t anteriores; /* R23 */
} Reglas;

typedef enum { GRANDE, CHICA, PARES, JUEGO, PUNTO, LANCES } Lance;

#define MAX_CLASSES 715
#define MAX_KINDS 10
enum { REAL_PLACE = 9 };

/* What all hands are worth under a deck; of two places in a lance the greater wins. */
typedef struct {
    int32_t kinds, classes;
    uint8_t kind[40];                   /* of each card */
    uint8_t copies[MAX_KINDS];          /* cards of each kind */
    uint8_t held[MAX_CLASSES][4];       /* the kinds of a class, sorted */
    uint16_t place[LANCES][MAX_CLASSES]; /* as HandClasses.places: 0 the worst, equal hands share one */
    uint8_t pares[MAX_CLASSES];         /* 0 none, 1 par, 2 medias, 3 duples: also the premio (R47) */
    uint8_t juego[MAX_CLASSES];         /* 0 none, 1 for 33 ... 8 for 31, 9 la real (R8, R15) */
    uint8_t premio_juego[MAX_CLASSES];  /* R48 */
    uint8_t puntos[MAX_CLASSES];        /* R4 */
    uint16_t class_of[MAX_KINDS][MAX_KINDS][MAX_KINDS][MAX_KINDS]; /* by sorted kinds */
} Baraja;

/* Fills in what hands are worth with 8 or 4 reyes and a real. */
void baraja_fill(Baraja *baraja, int reyes, int real);

/* ---- a hand under way --------------------------------------------------------------------------------- */

/* In the order of a hand: those of the lances are F_GRANDE + lance. */
typedef enum { F_MUS, F_DESCARTE, F_GRANDE, F_CHICA, F_PARES, F_JUEGO, F_PUNTO, F_FIN } Fase;
typedef enum { E_PASO, E_QUERIDO, E_RECHAZADO, E_SIN_RIVAL, E_VACIO, E_ORDAGO } Estado;
typedef enum { P_DEJE, P_PASO, P_ENVITE, P_PREMIO, P_PUNTO, P_ORDAGO } Por;

typedef struct {
    int8_t lance, estado;
    int32_t piedras; /* accepted, or the deje */
    int8_t bando;    /* the side that keeps a right to it; -1 both, or nobody (E_VACIO) */
} Cerrado;

typedef struct {
    int8_t bando, lance, por;
    int32_t piedras;
} Pago;

/* The lance being bet, as musbot.game.envite.Envite has it; seats not there are -1. */
typedef struct {
    int8_t speakers[4], many; /* from the mano on */
    int8_t passed;            /* before any bet the first so many have said paso */
    int8_t bettor;            /* -1: no bet yet */
    int8_t raised;            /* whose bet they have raised: the last bettor of the other side, or -1 */
    int8_t ordago;
    int32_t querido, apuesta; /* accepted already; the total that is asked */
    int8_t answered;          /* how many answers to the bet */
    int8_t who[2];            /* who gave them */
    int32_t answer[2];        /* the words */
    int8_t pending[2], waits; /* who may still answer, in turn order from the bettor; how many */
    uint8_t out;              /* mask: speak no more in this lance (R30) */
} Envite;

typedef struct {
    const Reglas *reglas;
    const Baraja *baraja;
    int32_t piedras[2];  /* of each bando */
    int8_t mano;
    int8_t fase;
    int8_t said;         /* how many have spoken in this round of mus */
    int8_t deferred;     /* R27 */
    int8_t cut_by;       /* who cut the mus, -1 */
    int8_t discards;     /* how many times cards have been thrown in this hand */
    uint8_t card[4][4];  /* by seat, in no order */
    uint16_t hand[4];    /* the class of each seat's cards */
    uint8_t thrown[4];   /* in the discard under way: masks of `card`, 0 for who has yet to throw */
    int8_t throws[4];    /* how many cards each threw in the last finished discard */
    uint8_t pile[40], left;       /* the cards not dealt: a place drawn at random is taken by the last */
    uint8_t away[40], gone;       /* the discards */
    Envite envite;
    Cerrado lances[4];   /* those closed, in order */
    int8_t closed;       /* how many: in order grande, chica, pares, and juego or punto */
    uint8_t pares, juego; /* masks of who has them; told from F_PARES, F_JUEGO on (R11) */
    Pago pagos[16];      /* every payment of the hand, in order */
    int8_t paid;         /* how many */
    int8_t winner;       /* the bando that has won the juego, -1 */
} Mesa;

/* Deals a new hand with `mano`; `piedras` are kept. A Mesa has to be set up by `mesa_begin` once. */
void mesa_begin(Mesa *mesa, const Reglas *reglas, const Baraja *baraja);
void mesa_deal(Mesa *mesa, int mano, Rng *cards);

/* Whose word is awaited, as a mask of seats; 0 when the hand is over (F_FIN). */
int mesa_turno(const Mesa *mesa);

/* The first of them in turn order, -1 for nobody. */
int mesa_asked(const Mesa *mesa);

/* What that seat may say now, as a mask of Voz: ENVIDO from 2, MAS from 1, without limit; 0 if not asked. */
int mesa_offers(const Mesa *mesa, int seat);

/* Says a word that is offered, and all that follows by itself; `cards` serves what is thrown (R22, R23). */
void mesa_apply(Mesa *mesa, int seat, int word, Rng *cards);

/* Whose answer stands once the time of R30 has run out, -1 if that is not waited for; lets it run out. */
int mesa_gracia(const Mesa *mesa);
void mesa_expire(Mesa *mesa);

/* Piedras that a bet, a raise or an órdago (0) leads to (R28, R31). */
int mesa_total(const Envite *envite, int word);

static inline bool mesa_over(const Mesa *mesa) { return mesa->fase == F_FIN; }
static inline int mesa_lance(const Mesa *mesa) { return mesa->fase - F_GRANDE; } /* while one is bet */
static inline int mesa_turn(const Mesa *mesa, int seat) { return (seat - mesa->mano) & 3; } /* 0: mano */

/* ---- policies ----------------------------------------------------------------------------------------- */

/* Returns a word that is offered to a seat. It may look at `hand[seat]`, `card[seat]` and what is public:
 * never at another's cards, the pile or the discards, nor at `pares` and `juego` before they are told. */
typedef int (*Policy)(const Mesa *mesa, int seat, Rng *rng, void *self);

typedef struct {
    Policy choose;
    void *self;
} Player;

/* The word of the seat that is asked, with what it knows; in `PAREJA` the first pending is asked first. */
static inline void mesa_step(Mesa *mesa, const Player players[4], Rng *cards, Rng *rng) {
    int seat = mesa_asked(mesa);
    mesa_apply(mesa, seat, players[seat].choose(mesa, seat, rng, players[seat].self), cards);
}

enum { MOST_WORDS = 4096 }; /* of a hand that is played: with more, its mus or its raises have no end */

/* Plays a dealt hand; returns whether it ended within MOST_WORDS. */
bool mesa_play(Mesa *mesa, const Player players[4], Rng *cards, Rng *rng);

/* Plays juegos in duplicate pairs: the same decks twice, `a` once on each side, mano 0 and 1 by turns.
 * `wins` and `piedras` (a's less b's) are by pair. Returns whether every hand ended; if not, at the first. */
bool mesa_match(const Reglas *reglas, const Baraja *baraja, Player a, Player b, long pairs, uint64_t seed,
                int8_t *wins, int16_t *piedras, int32_t *hands);

#endif
