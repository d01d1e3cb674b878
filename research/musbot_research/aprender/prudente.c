#include "prudente.h"

#include <math.h>
#include <stdlib.h>

#include "odds.h"

/* villager.py */
static const double UNSURE = 0.6, BLUFF = 0.12, BLUFF_RAISE = 0.04, BLUFF_COST = 0.005, TRAP = 0.05, DOUBT = 0.03;
static const double MARGIN = 0.004, BET_FROM = 0.45, RAISE_FROM = 0.65, ORDAGO_FROM = 0.7, ORDAGO_OFTEN = 0.15;
static const double DESPERATE = 0.03, CONFIDENCE_ERRORS = 0.97, HOPELESS = 0.03;

/* bets.py */
static const double BETS_BEST = 0.7, RAISES_BEST = 0.55, ORDAGO_BEST = 0.12, BETS_MORE = 0.25, BLUFFS = 0.25;
static const double CALLS_ANYWAY = 0.93;
static const int STEPS[10] = {2, 2, 2, 2, 2, 3, 3, 4, 5, 5};

/* scoreboard.py */
static const double STEEPNESS = 0.95;

enum { LACKS = 61 };

struct Prudente {
    Odds *odds;
    double between[LACKS][LACKS]; /* the chance of the juego, by what each side lacks */
};

/* ---- the score --------------------------------------------------------------------------------------- */

typedef struct {
    double chance;
    int ours, theirs;
} Outcome;

/* The ways one lance may be paid. */
typedef struct {
    Outcome way[4];
    int many;
} Stage;

static double to_win(const Prudente *p, int ours, int theirs, const Stage *stages, int many) {
    if (ours <= 0 || theirs <= 0) return ours <= 0;
    if (!many) return p->between[ours][theirs];
    double total = 0.0;
    for (int n = 0; n < stages->many; n++) {
        const Outcome *way = &stages->way[n];
        if (way->chance) total += way->chance * to_win(p, ours - way->ours, theirs - way->theirs, stages + 1, many - 1);
    }
    return total;
}

/* ---- reading.py -------------------------------------------------------------------------------------- */

typedef struct {
    Prudente *p;
    const Mesa *m;
    const Baraja *b;
    const Envite *envite;
    int seat, side, lance, own;
    int ours, theirs;            /* piedras that each side lacks */
    double before;
    Duel duel;
    Stage stages[4];             /* of the lances of the hand; that being bet is `now` */
    int now, many, added[2];
    int ordago, asked;
} Reading;

/* The masks of who has pares or juego, or -1 while that is not told (R11). */
static int declared(const Reading *r, int lance) {
    if (lance == PARES && r->m->fase >= F_PARES) return r->m->pares;
    if (lance == JUEGO && r->m->fase >= F_JUEGO) return r->m->juego;
    return -1;
}

static int told(const Reading *r, int lance, int seat) {
    int has = declared(r, lance);
    return has < 0 ? 0 : 1 + (has >> seat & 1);
}

static bool has(const Reading *r, int lance) {
    if (lance == PARES) return r->b->pares[r->own];
    return lance != JUEGO || r->b->juego[r->own];
}

static bool premiado(int lance) { return lance == PARES || lance == JUEGO; }

static bool rejects(int word) { return VOZ(word) == NO_QUIERO || VOZ(word) == NO_QUEREMOS; }

static int heard_in_bets(const Reading *r, int seat) {
    const Envite *e = r->envite;
    if (seat == e->bettor && (seat & 1) == r->side) return SAID_BET;
    bool no = e->out >> seat & 1;
    for (int n = 0; n < e->answered; n++) no |= e->who[n] == seat && rejects(e->answer[n]);
    if (no) return SAID_NO;
    for (int n = 0; n < e->passed; n++)
        if (e->speakers[n] == seat) return SAID_PASO;
    return SAID_NOTHING;
}

/* Everybody else who takes part in a lance, or may do. */
static int others_in(const Reading *r, int lance, Other others[3]) {
    int in = declared(r, lance), many = 0, secret = premiado(lance) && in < 0;
    for (int seat = 0; seat < 4; seat++) {
        if (seat == r->seat || (in >= 0 && !(in >> seat & 1))) continue;
        int juego = lance == PUNTO ? 1 : told(r, JUEGO, seat);
        int said = lance == r->lance ? heard_in_bets(r, seat) : SAID_NOTHING;
        others[many++] = (Other){
            .seat = seat,
            .ours = (seat & 1) == r->side,
            .turn = mesa_turn(r->m, seat),
            .known = KNOWN(told(r, PARES, seat), juego),
            .heard = HEARD(r->m->discards > 0, r->m->cut_by == seat, secret, said),
        };
    }
    return many;
}

static int turn_in(const Reading *r, int lance) {
    return premiado(lance) && !has(r, lance) ? -1 : mesa_turn(r->m, r->seat);
}

static double win(const Reading *r, int lance) {
    Other others[3];
    int many = others_in(r, lance, others);
    return odds_win(r->p->odds, r->own, lance, turn_in(r, lance), others, many);
}

static double against(const Reading *r, int lance) {
    Other others[3];
    int many = others_in(r, lance, others);
    return odds_against(r->p->odds, r->own, lance, turn_in(r, lance), others, many);
}

/* What a side takes on average for its own pares or juego, given that one of it has some. */
static int premios(const Reading *r, int lance, bool ours) {
    Other others[3];
    int many = others_in(r, lance, others);
    double average = 0, none = 1;
    for (int n = 0; n < many; n++) {
        if (others[n].ours != ours) continue;
        average += odds_premio(r->p->odds, r->own, lance, others[n].known);
        none *= odds_none(r->p->odds, r->own, lance, others[n].known);
    }
    if (ours && has(r, lance))
        return (int)rint(average + (lance == PARES ? r->b->pares[r->own] : r->b->premio_juego[r->own]));
    double some = 1 - none;
    if (!some) return 0;
    int least = lance == PARES ? 1 : 2, paid = (int)rint(average / some);
    return paid > least ? paid : least;
}

/* What each side takes besides the bet if it wins (R47-R49). */
static void extras(const Reading *r, int lance, int paid[2]) {
    paid[0] = paid[1] = lance == PUNTO;
    if (premiado(lance))
        for (int side = 0; side < 2; side++) paid[side] = premios(r, lance, side == 0);
}

static Stage shown(const Reading *r, int lance, int piedras, double chance) {
    int paid[2];
    extras(r, lance, paid);
    return (Stage){{{chance, piedras + paid[0], 0}, {1 - chance, 0, piedras + paid[1]}}, 2};
}

static Stage paso(const Reading *r, int lance) {
    return shown(r, lance, lance == GRANDE || lance == CHICA, win(r, lance));
}

/* What pares or juego will pay, not known yet who has them; with no juego it is punto (R12). */
static Stage undeclared(const Reading *r, int lance) {
    Other others[3];
    int many = others_in(r, lance, others), paid[2];
    double chance = win(r, lance), nobody = 0.0;
    if (!has(r, lance)) {
        const Other *nearest = &others[0];
        nobody = 1;
        for (int n = 0; n < many; n++) {
            double none = odds_none(r->p->odds, r->own, lance, others[n].known);
            nobody *= pow(none, odds_strength(r->p->odds, lance, others[n].heard));
            if (others[n].turn < nearest->turn) nearest = &others[n];
        }
        chance -= nobody * nearest->ours; /* equal hands go to the nearest, but there is nothing to win */
    }
    extras(r, lance, paid);
    Stage stage = {{{chance, paid[0], 0}, {fmax(0.0, 1 - chance - nobody), 0, paid[1]}}, 2};
    if (!nobody) return stage;
    if (lance == PARES) {
        stage.way[stage.many++] = (Outcome){nobody, 0, 0};
        return stage;
    }
    Stage punto = paso(r, PUNTO);
    for (int n = 0; n < punto.many; n++) {
        stage.way[stage.many] = punto.way[n];
        stage.way[stage.many++].chance *= nobody;
    }
    return stage;
}

/* What a lance that is over will pay. */
static Stage settled(const Reading *r, const Cerrado *c) {
    switch ((Estado)c->estado) {
    case E_PASO: return paso(r, c->lance);
    case E_QUERIDO: return shown(r, c->lance, c->piedras, against(r, c->lance));
    case E_RECHAZADO:
    case E_SIN_RIVAL: return shown(r, c->lance, 0, c->bando == r->side);
    case E_VACIO:
    case E_ORDAGO: break;
    }
    return (Stage){{{1.0, 0, 0}}, 1};
}

static Reading reading(Prudente *p, const Mesa *m, int seat) {
    Reading r = {.p = p, .m = m, .b = m->baraja, .envite = &m->envite, .seat = seat, .side = seat & 1};
    Other others[3];
    r.lance = mesa_lance(m);
    r.own = m->hand[seat];
    r.ours = m->reglas->piedras - m->piedras[r.side];
    r.theirs = m->reglas->piedras - m->piedras[!r.side];
    r.before = to_win(p, r.ours, r.theirs, NULL, 0);
    r.ordago = m->envite.bettor >= 0 && m->envite.ordago;
    r.asked = m->envite.bettor >= 0 ? m->envite.apuesta : 0;
    int many = others_in(&r, r.lance, others);
    r.duel = odds_duel(p->odds, r.own, r.lance, turn_in(&r, r.lance), others, many);
    extras(&r, r.lance, r.added);
    for (int n = 0; n < m->closed; n++) r.stages[r.many++] = settled(&r, &m->lances[n]);
    r.now = r.many++;
    for (int lance = r.lance + 1; lance <= JUEGO; lance++)
        r.stages[r.many++] = premiado(lance) ? undeclared(&r, lance) : paso(&r, lance);
    return r;
}

/* Our chance of the juego if the lance ends so, with a deje paid at once (R38). */
static double chance_with(Reading *r, Stage now, int ours, int theirs) {
    r->stages[r->now] = now;
    return to_win(r->p, r->ours - ours, r->theirs - theirs, r->stages, r->many);
}

static Stage won(const Reading *r, int piedras) { return (Stage){{{1.0, piedras + r->added[0], 0}}, 1}; }

static Stage lost(const Reading *r, int piedras) { return (Stage){{{1.0, 0, piedras + r->added[1]}}, 1}; }

static bool has_partners(const Reading *r) {
    const Envite *e = r->envite;
    if (e->bettor < 0) return false;
    for (int n = 0; n < e->many; n++) {
        int seat = e->speakers[n];
        bool said = e->out >> seat & 1;
        for (int a = 0; a < e->answered; a++) said |= e->who[a] == seat;
        if ((seat & 1) == r->side && seat != r->seat && !said) return true;
    }
    return false;
}

/* ---- bets.py ----------------------------------------------------------------------------------------- */

/* The hands a side is taken to bet with: its best, from a quantile on, but for some bluffs. */
typedef struct {
    double since, bluffs;
} HandRange;

typedef struct {
    int word;
    double chance, called;
} Plan;

static double range_below(HandRange h, double quantile) {
    double above = fmax(0.0, (quantile - h.since) / (1 - h.since));
    return h.bluffs * quantile + (1 - h.bluffs) * above;
}

static double range_needed(HandRange h, double chance) {
    if (chance <= h.bluffs * h.since) return chance / h.bluffs;
    double rest = (1 - h.bluffs) / (1 - h.since);
    return fmin(1.0, (chance + rest * h.since) / (h.bluffs + rest));
}

static double range_wins(HandRange h, const Duel *duel, double called_from) {
    double good = duel_beyond(duel, fmax(called_from, h.since)) / (1 - h.since);
    return h.bluffs * duel_beyond(duel, called_from) + (1 - h.bluffs) * good;
}

static HandRange betting(int piedras, int querido, double chance, bool ordago) {
    if (ordago) return (HandRange){1 - ORDAGO_BEST / fmin(1.0, fmax(ORDAGO_BEST, 2 * chance)), BLUFFS};
    int more = piedras - querido > 2 ? piedras - querido : 2;
    return (HandRange){1 - (querido ? RAISES_BEST : BETS_BEST) * pow(2.0 / more, BETS_MORE), BLUFFS};
}

static Plan bet(Reading *r, int word, int piedras) {
    bool ordago = VOZ(word) == ORDAGO;
    double gains = ordago ? 1.0 : chance_with(r, won(r, piedras), 0, 0);
    double loses = ordago ? 0.0 : chance_with(r, lost(r, piedras), 0, 0);
    double deje = chance_with(r, won(r, 0), r->asked ? r->asked : 1, 0);
    double needed = gains > loses ? (gains - deje) / (gains - loses) : 0.0;
    HandRange ours = betting(piedras, r->asked, r->before, ordago);
    double called_from = fmin(CALLS_ANYWAY, range_needed(ours, fmin(1.0, fmax(0.0, needed))));
    HandRange rivals = r->envite->bettor < 0
                           ? (HandRange){0.0, BLUFFS}
                           : betting(r->envite->apuesta, r->envite->querido, 1 - r->before, r->ordago);
    double folds = range_below(rivals, called_from), wins = range_wins(rivals, &r->duel, called_from);
    double chance = folds * deje + wins * gains + (1 - folds - wins) * loses;
    return (Plan){word, chance, folds < 1 ? wins / (1 - folds) : 0.0};
}

static Plan accepting(Reading *r, double doubt) {
    HandRange held = betting(r->envite->apuesta, r->envite->querido, 1 - r->before, r->ordago);
    double wins = range_wins(held, &r->duel, 0.0);
    double gains = r->ordago ? 1.0 : chance_with(r, won(r, r->asked), 0, 0);
    double loses = r->ordago ? 0.0 : chance_with(r, lost(r, r->asked), 0, 0);
    double shaded = fmax(0.0, wins - doubt);
    return (Plan){QUIERO, shaded * gains + (1 - shaded) * loses, wins};
}

static Plan rejecting(Reading *r) {
    int querido = r->envite->querido;
    return (Plan){NO_QUIERO, chance_with(r, lost(r, 0), 0, querido ? querido : 1), 0.0};
}

static Plan passing(Reading *r) {
    double piedras = r->duel.wins[r->duel.many - 1];
    Stage now = shown(r, r->lance, r->lance == GRANDE || r->lance == CHICA, piedras);
    return (Plan){PASO, chance_with(r, now, 0, 0), piedras};
}

/* ---- villager.py ------------------------------------------------------------------------------------- */

static bool is_good(const Reading *r, const Plan *plan, const Plan *instead, Rng *rng) {
    double least = r->asked ? RAISE_FROM : BET_FROM;
    double margin = r->asked && r->before >= DESPERATE ? MARGIN : 0.0;
    if (r->before < DESPERATE) least = 0.0;
    else if (VOZ(plan->word) == ORDAGO) least = rng_chance(rng) < ORDAGO_OFTEN ? ORDAGO_FROM : INFINITY;
    return plan->called >= least && plan->chance > instead->chance + margin;
}

/* The bet, or raise, that comes to mind. */
static int thought_of(const Reading *r, Rng *rng) {
    Voz voz = ENVIDO;
    double thought = rng_chance(rng) * 5;
    if (r->envite->bettor >= 0) voz = thought < 3 ? Y_YO : thought < 4 ? MAS : REENVIDO;
    return voz == ENVIDO || voz == MAS ? WORD(voz, STEPS[(int)(rng_chance(rng) * 10)]) : WORD(voz, 0);
}

/* A bet that promises more than the plan at hand, or this time a bluff that costs little more; -1: none. */
static int betting_word(Reading *r, const Plan *instead, int offers, Rng *rng) {
    if (rng_chance(rng) < TRAP) return -1;
    bool bluff = rng_chance(rng) < (r->asked ? BLUFF_RAISE : BLUFF);
    Plan best = {-1, -1.0, 0.0};
    if (OFFERS(offers, ENVIDO) || OFFERS(offers, Y_YO)) {
        int word = thought_of(r, rng);
        Plan plan = bet(r, word, mesa_total(r->envite, word));
        if (is_good(r, &plan, instead, rng) || (bluff && plan.chance > instead->chance - BLUFF_COST)) best = plan;
    }
    if (OFFERS(offers, ORDAGO)) {
        Plan plan = bet(r, ORDAGO, 0);
        if (is_good(r, &plan, instead, rng) && plan.chance > best.chance) best = plan;
    }
    return best.word;
}

static int answer(Reading *r, int offers, Rng *rng) {
    bool leave = has_partners(r);
    Plan quiero = accepting(r, leave ? DOUBT : 0.0), no_quiero = rejecting(r);
    bool wants = quiero.chance >= no_quiero.chance;
    int word = betting_word(r, wants ? &quiero : &no_quiero, offers, rng);
    if (word >= 0) return word;
    if (wants) return leave && quiero.called > CONFIDENCE_ERRORS ? QUEREMOS : QUIERO;
    if (mesa_gracia(r->m) >= 0) return QUIERO; /* a partner has committed the side already */
    return leave && quiero.called < HOPELESS ? NO_QUEREMOS : NO_QUIERO;
}

static int opening(Reading *r, int offers, Rng *rng) {
    Plan instead = passing(r);
    int word = betting_word(r, &instead, offers, rng);
    return word >= 0 ? word : PASO;
}

int prudente_cut(const Mesa *mesa, int seat, Prudente *p) {
    double over = odds_cutting(p->odds, mesa->hand[seat]);
    if (fabs(over) < UNSURE && OFFERS(mesa_offers(mesa, seat), CONSULTA)) return CONSULTA;
    return over > 0 ? NO_MUS : MUS;
}

int prudente_throw(const Mesa *mesa, int seat, const Prudente *p) {
    uint8_t kinds[4];
    int many = odds_thrown(p->odds, mesa->hand[seat], kinds), mask = 0;
    for (int n = 0; n < many; n++) {
        int place = 0;
        while (mask >> place & 1 || mesa->baraja->kind[mesa->card[seat][place]] != kinds[n]) place++;
        mask |= 1 << place;
    }
    return WORD(DESCARTA, mask);
}

int prudente_choose(const Mesa *mesa, int seat, Rng *rng, void *self) {
    Prudente *p = self;
    if (mesa->fase == F_MUS) return prudente_cut(mesa, seat, p);
    if (mesa->fase == F_DESCARTE) return prudente_throw(mesa, seat, p);
    Reading r = reading(p, mesa, seat);
    int offers = mesa_offers(mesa, seat);
    return OFFERS(offers, QUIERO) ? answer(&r, offers, rng) : opening(&r, offers, rng);
}

double prudente_beats(const Prudente *p, const Mesa *mesa, int seat) {
    return odds_beats(p->odds, mesa->hand[seat], mesa_lance(mesa));
}

Prudente *prudente_new(const Baraja *baraja) {
    Prudente *p = malloc(sizeof *p);
    p->odds = odds_new(baraja);
    for (int ours = 1; ours < LACKS; ours++)
        for (int theirs = 1; theirs < LACKS; theirs++)
            p->between[ours][theirs] = 1 / (1 + exp(-STEEPNESS * (theirs - ours) / sqrt(ours + theirs)));
    return p;
}

void prudente_free(Prudente *p) {
    odds_free(p->odds);
    free(p);
}
