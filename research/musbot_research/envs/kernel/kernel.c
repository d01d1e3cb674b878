/* A hand of Mus between two sides, word by word (R20-R51). */
#include "kernel.h"

#include <string.h>

/* ---- cards (R20-R23) ---------------------------------------------------------------------------------- */

static void classify(Mesa *m, int seat) {
    uint8_t k[4];
    for (int i = 0; i < 4; i++) k[i] = m->baraja->kind[m->card[seat][i]];
#define ORDERED(a, b) if (k[a] > k[b]) { uint8_t t = k[a]; k[a] = k[b]; k[b] = t; }
    ORDERED(0, 1) ORDERED(2, 3) ORDERED(0, 2) ORDERED(1, 3) ORDERED(1, 2)
#undef ORDERED
    m->hand[seat] = m->baraja->class_of[k[0]][k[1]][k[2]][k[3]];
}

static uint8_t draw(Mesa *m, Rng *cards) {
    uint32_t at = rng_below(cards, m->left);
    uint8_t card = m->pile[at];
    m->pile[at] = m->pile[--m->left];
    return card;
}

/* Who has pares and juego follows from the cards: told once their lance comes (R11). */
static void declare(Mesa *m) {
    m->pares = m->juego = 0;
    for (int seat = 0; seat < 4; seat++) {
        m->pares |= (uint8_t)((m->baraja->pares[m->hand[seat]] > 0) << seat);
        m->juego |= (uint8_t)((m->baraja->juego[m->hand[seat]] > 0) << seat);
    }
}

static void open_mus(Mesa *m) {
    m->fase = F_MUS;
    m->said = m->deferred = 0;
}

void mesa_begin(Mesa *m, const Reglas *reglas, const Baraja *baraja) {
    memset(m, 0, sizeof *m);
    m->reglas = reglas;
    m->baraja = baraja;
    m->fase = F_FIN;
    m->winner = -1;
}

void mesa_deal(Mesa *m, int mano, Rng *cards) {
    m->mano = (int8_t)mano;
    m->cut_by = m->winner = -1;
    m->discards = m->closed = m->paid = 0;
    m->gone = 0;
    memset(m->throws, 0, sizeof m->throws);
    memset(m->thrown, 0, sizeof m->thrown);
    m->left = 40;
    for (int card = 0; card < 40; card++) m->pile[card] = (uint8_t)card;
    for (int seat = 0; seat < 4; seat++) {
        for (int i = 0; i < 4; i++) m->card[seat][i] = draw(m, cards);
        classify(m, seat);
    }
    open_mus(m);
}

/* The discards become a new pile, but for those of the only one left to serve, or of this round (R23).
 * Returns whether those of this round are in it, or among the discards. */
static bool reshuffle(Mesa *m, const uint8_t thrown[4][4], const uint8_t due[4], const uint8_t many[4]) {
    int waiting = 0, kept = -1;
    for (int seat = 0; seat < 4; seat++)
        if (due[seat]) waiting++, kept = seat;
    for (int i = 0; i < m->gone; i++) m->pile[m->left++] = m->away[i];
    bool earlier = m->reglas->anteriores && m->gone;
    m->gone = 0;
    if (earlier) return false;
    for (int seat = 0; seat < 4; seat++) {
        for (int i = 0; i < many[seat]; i++) {
            if (waiting == 1 && seat == kept) m->away[m->gone++] = thrown[seat][i];
            else m->pile[m->left++] = thrown[seat][i];
        }
    }
    return true;
}

/* Each is dealt as many as they threw, from the mano on, all at once or one by one (R22). */
static void serve(Mesa *m, Rng *cards) {
    uint8_t thrown[4][4], many[4] = {0}, due[4];
    bool again = false;
    for (int seat = 0; seat < 4; seat++) {
        for (int i = 0; i < 4; i++)
            if (m->thrown[seat] >> i & 1) thrown[seat][many[seat]++] = m->card[seat][i];
        due[seat] = many[seat];
        m->throws[seat] = (int8_t)many[seat];
    }
    bool single = m->reglas->una_a_una && many[0] + many[1] + many[2] + many[3] == 16;
    for (int place = 0; place < 16; place++) {
        int seat = (m->mano + (single ? place & 3 : place >> 2)) & 3, i = single ? place >> 2 : place & 3;
        if (!(m->thrown[seat] >> i & 1)) continue;
        if (!m->left) again |= reshuffle(m, thrown, due, many);
        m->card[seat][i] = draw(m, cards);
        due[seat]--;
    }
    for (int seat = 0; seat < 4; seat++) classify(m, seat);
    for (int seat = 0; !again && seat < 4; seat++)
        for (int i = 0; i < many[seat]; i++) m->away[m->gone++] = thrown[seat][i];
    memset(m->thrown, 0, sizeof m->thrown);
    if (m->discards < INT8_MAX) m->discards++;
    open_mus(m);
}

/* ---- who may say what (R21-R31) ----------------------------------------------------------------------- */

#define BIT(voz) (1 << (voz))
#define OPEN_WORDS (BIT(PASO) | BIT(ENVIDO) | BIT(ORDAGO))
#define ANSWERS (BIT(QUIERO) | BIT(NO_QUIERO) | BIT(QUEREMOS) | BIT(NO_QUEREMOS))
#define RAISES (BIT(Y_YO) | BIT(MAS) | BIT(REENVIDO) | BIT(ORDAGO))
#define REJECTS (BIT(NO_QUIERO) | BIT(NO_QUEREMOS))
#define FINAL (BIT(QUEREMOS) | BIT(NO_QUEREMOS) | BIT(ORDAGO))

int mesa_asked(const Mesa *m) {
    if (m->fase == F_FIN) return -1;
    if (m->fase == F_MUS) return (m->mano + m->said) & 3;
    if (m->fase == F_DESCARTE) {
        for (int turn = 0; turn < 4; turn++)
            if (!m->thrown[(m->mano + turn) & 3]) return (m->mano + turn) & 3;
        return -1;
    }
    return m->envite.bettor < 0 ? m->envite.speakers[m->envite.passed] : m->envite.pending[0];
}

int mesa_turno(const Mesa *m) {
    int first = mesa_asked(m), turno = first < 0 ? 0 : 1 << first;
    bool both = m->fase >= F_GRANDE && m->fase != F_FIN && m->envite.bettor >= 0 && m->envite.waits > 1;
    return both && m->reglas->respuesta == PAREJA ? turno | 1 << m->envite.pending[1] : turno; /* R29, R30 */
}

int mesa_offers(const Mesa *m, int seat) {
    if (!(mesa_turno(m) >> seat & 1)) return 0;
    if (m->fase == F_MUS) return BIT(MUS) | BIT(NO_MUS) | (m->reglas->consulta && m->said == 1) << CONSULTA;
    if (m->fase == F_DESCARTE) return BIT(DESCARTA);
    if (m->envite.bettor < 0) return OPEN_WORDS;
    return m->envite.ordago ? ANSWERS : ANSWERS | RAISES;
}

enum { MOST_BET = 1 << 20 }; /* of no juego is there more to win; reenvidos without end would pass any int */

int mesa_total(const Envite *e, int word) {
    int asked = 0;
    switch (VOZ(word)) {
        case ENVIDO: asked = AMOUNT(word); break;
        case Y_YO: asked = e->apuesta + 2; break;
        case MAS: asked = e->apuesta + AMOUNT(word); break;
        case REENVIDO: asked = e->apuesta * 2; break;
        default: break;
    }
    return asked < MOST_BET ? asked : MOST_BET;
}

/* ---- what follows by itself (R12, R32-R51) ------------------------------------------------------------ */

static bool pays(Mesa *m, int bando, int lance, int por, int piedras) {
    m->pagos[m->paid++] = (Pago){(int8_t)bando, (int8_t)lance, (int8_t)por, piedras};
    m->piedras[bando] += piedras;
    if (por == P_ORDAGO || m->piedras[bando] >= m->reglas->piedras) m->winner = (int8_t)bando;
    return m->winner >= 0;
}

/* The side that wins a lance: the best hand, of equal ones the first from the mano on (R10, R14). */
static int best_side(const Mesa *m, int lance, int only) {
    int best = -1, side = -1;
    for (int turn = 0; turn < 4; turn++) {
        int seat = (m->mano + turn) & 3, hand = m->hand[seat], place = m->baraja->place[lance][hand];
        if (only >= 0 && (seat & 1) != only) continue;
        if (lance == PARES && !m->baraja->pares[hand]) continue;
        if (lance == JUEGO && !m->baraja->juego[hand]) continue;
        if (place > best) best = place, side = seat & 1;
    }
    return side;
}

static int premios(const Mesa *m, int lance, int bando) {
    const uint8_t *of = lance == PARES ? m->baraja->pares : m->baraja->premio_juego;
    return of[m->hand[bando]] + of[m->hand[bando + 2]];
}

static bool counts(Mesa *m, const Cerrado *c) {
    if (c->estado == E_VACIO) return false;
    int side = best_side(m, c->lance, c->bando);
    if (c->estado == E_QUERIDO && pays(m, side, c->lance, P_ENVITE, c->piedras)) return true;
    if (c->lance == PARES || c->lance == JUEGO) /* R46 */
        return pays(m, side, c->lance, P_PREMIO, premios(m, c->lance, side));
    if (c->estado == E_PASO) return pays(m, side, c->lance, P_PASO, 1);   /* R45, R49 */
    return c->lance == PUNTO && pays(m, side, c->lance, P_PUNTO, 1); /* R49 */
}

static void count(Mesa *m) { /* R44 */
    m->fase = F_FIN;
    for (int i = 0; i < m->closed; i++)
        if (counts(m, &m->lances[i])) return;
}

static void open_lance(Mesa *m, int lance, int has) {
    Envite *e = &m->envite;
    m->fase = (int8_t)(F_GRANDE + lance);
    memset(e, 0, sizeof *e);
    e->bettor = e->raised = -1;
    for (int turn = 0; turn < 4; turn++) {
        int seat = (m->mano + turn) & 3;
        if (has >> seat & 1) e->speakers[e->many++] = (int8_t)seat;
    }
}

static void push(Mesa *m, int lance, int estado, int piedras, int bando) {
    m->lances[m->closed++] = (Cerrado){(int8_t)lance, (int8_t)estado, piedras, (int8_t)bando};
}

enum { OURS = 5, THEIRS = 10, ALL = 15 };

/* Pares or juego begins, if both sides take part (R12); returns whether it does. */
static bool opens(Mesa *m, int lance, int has) {
    if (has & OURS && has & THEIRS) {
        open_lance(m, lance, has);
        return true;
    }
    if (lance == JUEGO && !has) {
        open_lance(m, PUNTO, ALL);
        return true;
    }
    push(m, lance, has ? E_SIN_RIVAL : E_VACIO, 0, has ? !(has & OURS) : -1);
    return false;
}

/* The next lance, or the count. */
static void go_on(Mesa *m) {
    switch (m->closed) {
        case 0:
            declare(m);
            open_lance(m, GRANDE, ALL);
            return;
        case 1: open_lance(m, CHICA, ALL); return;
        case 2:
            if (opens(m, PARES, m->pares)) return; /* fall through */
        case 3:
            if (opens(m, JUEGO, m->juego)) return; /* fall through */
        default: count(m);
    }
}

static bool all_reject(const Envite *e) {
    for (int i = 0; i < e->answered; i++)
        if (!(REJECTS >> VOZ(e->answer[i]) & 1)) return false;
    return true;
}

static void close_lance(Mesa *m) {
    Envite *e = &m->envite;
    int lance = mesa_lance(m);
    if (e->bettor < 0) push(m, lance, E_PASO, 0, -1);
    else if (all_reject(e)) { /* R32: paid at once */
        int deje = e->querido ? e->querido : 1, bando = e->bettor & 1;
        push(m, lance, E_RECHAZADO, deje, bando);
        if (pays(m, bando, lance, P_DEJE, deje)) { /* R38 */
            m->fase = F_FIN;
            return;
        }
    } else if (e->ordago) { /* R35 */
        push(m, lance, E_ORDAGO, 0, -1);
        m->fase = F_FIN;
        pays(m, best_side(m, lance, -1), lance, P_ORDAGO, 0);
        return;
    } else push(m, lance, E_QUERIDO, e->apuesta, -1);
    go_on(m);
}

/* ---- bets (R28-R37) ----------------------------------------------------------------------------------- */

static void bet(Envite *e, int seat, int word, int out) {
    int turn = 0;
    while (e->speakers[turn] != seat) turn++;
    int asked = mesa_total(e, word);
    e->querido = e->apuesta;
    e->apuesta = asked;
    e->ordago = VOZ(word) == ORDAGO;
    e->raised = e->bettor;
    e->bettor = (int8_t)seat;
    e->answered = e->waits = 0;
    e->out = (uint8_t)out;
    for (int i = 1; i < e->many; i++) {
        int other = e->speakers[(turn + i) % e->many];
        if ((other ^ seat) & 1 && !(out >> other & 1)) e->pending[e->waits++] = (int8_t)other;
    }
}

/* The answer that commits to most, the earliest of equals (R30). */
static int best_answer(const Envite *e) {
    int best = 0, most = -1, total = 0;
    for (int i = 0; i < e->answered; i++) {
        int voz = VOZ(e->answer[i]), asked = mesa_total(e, e->answer[i]);
        int binds = REJECTS >> voz & 1 ? 0 : voz == QUIERO || voz == QUEREMOS ? 1 : voz == ORDAGO ? 3 : 2;
        if (binds > most || (binds == most && asked > total)) best = i, most = binds, total = asked;
    }
    return best;
}

static void settle(Mesa *m) {
    Envite *e = &m->envite;
    int best = best_answer(e), out = e->out;
    if (!(RAISES >> VOZ(e->answer[best]) & 1)) {
        close_lance(m);
        return;
    }
    for (int i = 0; m->reglas->elimina && i < e->answered; i++)
        if (REJECTS >> VOZ(e->answer[i]) & 1) out |= 1 << e->who[i];
    bet(e, e->who[best], e->answer[best], out);
}

static void answer(Mesa *m, int seat, int word) {
    Envite *e = &m->envite;
    e->who[e->answered] = (int8_t)seat;
    e->answer[e->answered++] = word;
    if (e->pending[0] == seat) e->pending[0] = e->pending[1];
    e->waits--;
    bool rejects = REJECTS >> VOZ(e->answer[best_answer(e)]) & 1;
    bool open = rejects || (m->reglas->respuesta == PAREJA && m->reglas->gracia);
    if (!(open && e->waits && !(FINAL >> VOZ(word) & 1))) settle(m);
}

int mesa_gracia(const Mesa *m) {
    const Envite *e = &m->envite;
    if (m->fase < F_GRANDE || m->fase == F_FIN || m->reglas->respuesta != PAREJA || !e->answered) return -1;
    int best = best_answer(e);
    return REJECTS >> VOZ(e->answer[best]) & 1 ? -1 : e->who[best];
}

void mesa_expire(Mesa *m) { settle(m); }

void mesa_apply(Mesa *m, int seat, int word, Rng *cards) {
    Envite *e = &m->envite;
    switch (VOZ(word)) {
        case NO_MUS:
            m->cut_by = (int8_t)seat;
            go_on(m);
            return;
        case CONSULTA: m->deferred = 1; /* fall through */
        case MUS:
            if (++m->said == 4) m->fase = F_DESCARTE;
            return;
        case DESCARTA:
            m->thrown[seat] = (uint8_t)AMOUNT(word);
            if (mesa_asked(m) < 0) serve(m, cards);
            return;
        case PASO:
            if (++e->passed == e->many) close_lance(m);
            return;
        default:
            if (e->bettor < 0) bet(e, seat, word, 0);
            else answer(m, seat, word);
    }
}

/* ---- playing ------------------------------------------------------------------------------------------ */

bool mesa_play(Mesa *m, const Player players[4], Rng *cards, Rng *rng) {
    for (int words = 0; words < MOST_WORDS && !mesa_over(m); words++) mesa_step(m, players, cards, rng);
    return mesa_over(m);
}

bool mesa_match(const Reglas *reglas, const Baraja *baraja, Player a, Player b, long pairs, uint64_t seed,
                int8_t *wins, int16_t *piedras, int32_t *hands) {
    for (long pair = 0; pair < pairs; pair++) {
        wins[pair] = 0;
        piedras[pair] = 0;
        hands[pair] = 0;
        for (int side = 0; side < 2; side++) {
            Player players[4];
            Mesa m;
            Rng rng = {seed * 0x9E3779B97F4A7C15ULL + (uint64_t)pair * 2 + (uint64_t)side, 0};
            for (int seat = 0; seat < 4; seat++) players[seat] = (seat & 1) == side ? a : b;
            mesa_begin(&m, reglas, baraja);
            int mano = (int)(pair & 1);
            for (int hand = 0; m.winner < 0; hand++) {
                Rng cards = {(seed << 40) ^ ((uint64_t)pair << 10) ^ (uint64_t)hand, 0};
                rng_next(&cards);
                mesa_deal(&m, (mano + hand) & 3, &cards);
                if (!mesa_play(&m, players, &cards, &rng)) return false;
                hands[pair]++;
            }
            int by = reglas->piedras - m.piedras[!m.winner]; /* who wins has them all, by an órdago too (R35) */
            piedras[pair] = (int16_t)(piedras[pair] + (m.winner == side ? by : -by));
            wins[pair] = (int8_t)(wins[pair] + (m.winner == side));
        }
    }
    return true;
}
