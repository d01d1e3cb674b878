#include "lances.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 512, HANDS = MAX_CLASSES, ENDS = 2 };

/* A moment of the betting: who speaks, or how it ended. */
typedef struct {
    Mesa mesa;
    int place;        /* 0 the first, 1 the second, ENDS when it is over */
    int next[WORDS];  /* the moment after each word, -1 where there is no such word */
    double show;      /* ended: piedras for the better hand, besides premios */
    double deje;      /* or for the first, whatever the hands, besides `sole`'s premios */
    int sole;         /* -1: the hands are shown; 0, 1: this place takes its premios unseen */
    bool ordago;
} Node;

struct Duelo {
    const Layout *layout;
    int lance, seat[2], many, hands;
    double ordago;
    uint16_t hand[HANDS];
    double *ways;                           /* of two hands, of 1 in all: [first][second] */
    Node node[MOST_NODES];
    double (*regret)[HANDS][WORDS], (*sum)[HANDS][WORDS], (*says)[HANDS][WORDS]; /* by node and hand */
};

/* ---- the betting -------------------------------------------------------------------------------------- */

static void ended(const Duelo *d, Node *n, const Mesa *m) {
    const Cerrado *c = &m->lances[m->closed > d->lance ? d->lance : m->closed - 1];
    n->place = ENDS;
    n->sole = -1;
    n->ordago = c->estado == E_ORDAGO;
    if (c->estado == E_RECHAZADO) {
        n->sole = c->bando == (d->seat[0] & 1) ? 0 : 1;
        n->deje = n->sole ? -c->piedras : c->piedras;
    } else n->show = n->ordago ? d->ordago : c->estado == E_QUERIDO ? c->piedras : 0;
}

static int grown(Duelo *d, const Mesa *m) {
    if (d->many == MOST_NODES) return -1;
    int at = d->many++, words[WORDS];
    Node *n = &d->node[at];
    memset(n, 0, sizeof *n);
    if (m->fase != F_GRANDE + d->lance || mesa_over(m)) {
        ended(d, n, m);
        return at;
    }
    int seat = mesa_asked(m);
    n->mesa = *m;
    n->place = seat == d->seat[1];
    layout_words(m, words);
    for (int i = 0; i < WORDS; i++) {
        n->next[i] = -1;
        if (words[i] < 0) continue;
        Mesa after = *m;
        mesa_apply(&after, seat, words[i], NULL);
        n->next[i] = grown(d, &after);
        if (n->next[i] < 0) return -1;
    }
    return at;
}

/* ---- hands -------------------------------------------------------------------------------------------- */

static double ways_of(const Baraja *b, int hand, const int taken[MAX_KINDS]) {
    double many = 1;
    int same = 0;
    for (int i = 0; i < 4; i++) {
        int kind = b->held[hand][i];
        same = i && kind == b->held[hand][i - 1] ? same + 1 : 0;
        many *= fmax(0, (double)(b->copies[kind] - taken[kind] - same)) / (same + 1);
    }
    return many;
}

static void dealt(Duelo *d) {
    const Baraja *b = d->layout->baraja;
    const int none[MAX_KINDS] = {0};
    double total = 0;
    for (int hand = 0; hand < b->classes; hand++)
        if (d->lance == PARES ? b->pares[hand] : b->juego[hand]) d->hand[d->hands++] = (uint16_t)hand;
    for (int i = 0; i < d->hands; i++) {
        int taken[MAX_KINDS] = {0};
        for (int card = 0; card < 4; card++) taken[b->held[d->hand[i]][card]]++;
        double first = ways_of(b, d->hand[i], none);
        for (int j = 0; j < d->hands; j++) total += d->ways[i * HANDS + j] = first * ways_of(b, d->hand[j], taken);
    }
    for (int i = 0; i < d->hands; i++)
        for (int j = 0; j < d->hands; j++) d->ways[i * HANDS + j] /= total;
}

static int premio(const Duelo *d, int i) {
    const Baraja *b = d->layout->baraja;
    return d->lance == PARES ? b->pares[d->hand[i]] : b->premio_juego[d->hand[i]];
}

/* What the first wins where it ended with these hands; of equal ones his is the better (R10). */
static double paid(const Duelo *d, const Node *n, int i, int j) {
    if (n->sole >= 0) return n->deje + (n->sole ? -premio(d, j) : premio(d, i));
    const uint16_t *place = d->layout->baraja->place[d->lance];
    bool wins = place[d->hand[i]] >= place[d->hand[j]];
    double also = n->ordago ? 0 : wins ? premio(d, i) : premio(d, j);
    return wins ? n->show + also : -n->show - also;
}

/* The table when the lance begins, only these two having it. */
static Mesa begun(const Duelo *d, const Reglas *reglas) {
    Mesa m;
    Envite *e = &m.envite;
    mesa_begin(&m, reglas, d->layout->baraja);
    m.fase = (int8_t)(F_GRANDE + d->lance);
    m.closed = (int8_t)d->lance;
    for (int i = 0; i < d->lance; i++) m.lances[i] = (Cerrado){(int8_t)i, E_VACIO, 0, -1};
    m.pares = m.juego = (uint8_t)(1 << d->seat[0] | 1 << d->seat[1]);
    e->bettor = e->raised = -1;
    e->many = 2;
    for (int i = 0; i < 2; i++) {
        e->speakers[i] = (int8_t)d->seat[i];
        m.hand[d->seat[i]] = d->hand[0];
    }
    return m;
}

/* ---- solving ------------------------------------------------------------------------------------------ */

static void matching(const double regret[WORDS], const int next[WORDS], double p[WORDS]) {
    double total = 0;
    int many = 0;
    for (int i = 0; i < WORDS; i++) {
        many += next[i] >= 0;
        total += p[i] = next[i] >= 0 ? fmax(0, regret[i]) : 0;
    }
    for (int i = 0; i < WORDS; i++) p[i] = next[i] < 0 ? 0 : total > 0 ? p[i] / total : 1.0 / many;
}

/* What one place wins with each hand, the other coming with each of his by `reach`, where it ended. */
static void at_end(const Duelo *d, const Node *n, int place, const double *reach, double *worth) {
    for (int own = 0; own < d->hands; own++) {
        worth[own] = 0;
        for (int other = 0; other < d->hands; other++) {
            if (!reach[other]) continue;
            int i = place ? other : own, j = place ? own : other;
            double won = d->ways[i * HANDS + j] * reach[other] * paid(d, n, i, j);
            worth[own] += place ? -won : won;
        }
    }
}

typedef enum { AS_SAID, LEARNS, BEST } How;

/* What a place wins with each hand from a moment on: by what it says, learning in a round of CFR+, or at best. */
static void walked(Duelo *d, int at, int place, How how, int round, const double *own, const double *reach,
                   double *worth) {
    const Node *n = &d->node[at];
    if (n->place == ENDS) {
        at_end(d, n, place, reach, worth);
        return;
    }
    double after[HANDS], next[HANDS], each[WORDS][HANDS];
    bool acts = n->place == place;
    for (int h = 0; h < d->hands; h++) worth[h] = acts && how == BEST ? -INFINITY : 0;
    for (int i = 0; i < WORDS; i++) {
        if (n->next[i] < 0) continue;
        for (int h = 0; h < d->hands; h++) after[h] = (acts ? own[h] : reach[h]) * d->says[at][h][i];
        walked(d, n->next[i], place, how, round, acts ? after : own, acts ? reach : after, acts ? each[i] : next);
        for (int h = 0; h < d->hands; h++) {
            if (!acts) worth[h] += next[h];
            else if (how == BEST) worth[h] = fmax(worth[h], each[i][h]);
            else worth[h] += d->says[at][h][i] * each[i][h];
        }
    }
    if (!acts || how != LEARNS) return;
    for (int h = 0; h < d->hands; h++)
        for (int i = 0; i < WORDS; i++) {
            if (n->next[i] < 0) continue;
            d->regret[at][h][i] = fmax(0, d->regret[at][h][i] + each[i][h] - worth[h]);
            d->sum[at][h][i] += round * own[h] * d->says[at][h][i];
        }
}

static double from_the_start(Duelo *d, int place, How how, int round) {
    double one[HANDS], worth[HANDS], total = 0;
    for (int h = 0; h < d->hands; h++) one[h] = 1;
    walked(d, 0, place, how, round, one, one, worth);
    for (int h = 0; h < d->hands; h++) total += worth[h];
    return total;
}

void duelo_solve(Duelo *d, int rounds) {
    for (int round = 1; round <= rounds; round++)
        for (int place = 0; place < 2; place++) {
            for (int at = 0; at < d->many; at++)
                for (int h = 0; h < d->hands && d->node[at].place != ENDS; h++)
                    matching(d->regret[at][h], d->node[at].next, d->says[at][h]);
            from_the_start(d, place, LEARNS, round);
        }
}

/* Has one place say what a shipped table does, or the solution. */
static void seat(Duelo *d, int place, const Frozen *table) {
    for (int at = 0; at < d->many; at++) {
        Node *n = &d->node[at];
        if (n->place != place) continue;
        for (int h = 0; h < d->hands; h++) {
            double row[WORDS];
            int of = d->seat[place];
            n->mesa.hand[of] = d->hand[h];
            int set = table ? layout_set(d->layout, &n->mesa, of) : 0;
            for (int i = 0; i < WORDS; i++) row[i] = table ? table->words[table->bytes[set]][i] : d->sum[at][h][i];
            matching(row, n->next, d->says[at][h]);
        }
    }
}

double duelo_value(Duelo *d, const Frozen *first, const Frozen *second) {
    seat(d, 0, first);
    seat(d, 1, second);
    return from_the_start(d, 0, AS_SAID, 0);
}

void duelo_as(Duelo *d, const Duelo *solved) { memcpy(d->sum, solved->sum, (size_t)d->many * sizeof *d->sum); }

double duelo_response(Duelo *d, int place, const Frozen *against) {
    seat(d, !place, against);
    for (int at = 0; at < d->many; at++) /* what the responder comes by plays no part: all he may say */
        for (int h = 0; d->node[at].place == place && h < d->hands; h++)
            for (int i = 0; i < WORDS; i++) d->says[at][h][i] = 1;
    return from_the_start(d, place, BEST, 0);
}

/* ---- all of it ---------------------------------------------------------------------------------------- */

Duelo *duelo_new(const Reglas *reglas, const Layout *layout, int lance, int first, int second, double ordago) {
    Duelo *d = calloc(1, sizeof *d);
    if (!d) return NULL;
    d->layout = layout;
    d->lance = lance;
    d->seat[0] = first;
    d->seat[1] = second;
    d->ordago = ordago;
    d->ways = calloc((size_t)HANDS * HANDS, sizeof *d->ways);
    if (d->ways) dealt(d);
    Mesa m = begun(d, reglas);
    bool grew = grown(d, &m) >= 0;
    d->regret = calloc((size_t)d->many, sizeof *d->regret);
    d->sum = calloc((size_t)d->many, sizeof *d->sum);
    d->says = calloc((size_t)d->many, sizeof *d->says);
    if (!grew || !d->ways || !d->regret || !d->sum || !d->says) {
        duelo_free(d);
        return NULL;
    }
    return d;
}

void duelo_free(Duelo *d) {
    free(d->ways);
    free(d->regret);
    free(d->sum);
    free(d->says);
    free(d);
}
