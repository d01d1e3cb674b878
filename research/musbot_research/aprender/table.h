/* The learnt table: what it tells apart, and how it is stored. The reader in musbot/players/mus/muslari does the
 * same in Python.
 *
 * A set of information is what a seat may know that the table tells apart; each has a number within its
 * section. The sections, in the order of the file:
 *
 *   GRANDE, CHICA   regime  seat  bucket (12)  rest (4)  cut (5)                place (53)
 *   PARES           regime  seat  bucket (12)  rest (3)  who (6)  after (2)     place
 *   JUEGO           regime  seat  bucket (9)             who (6)  after (2)     place
 *   PUNTO           regime  seat  bucket (12)            cut (5)                place
 *   MUS             regime  seat  class (HandClasses: 330, 495 or 715)  after (2)
 *   DESCARTE        seat    class
 *
 * The number is that of mixed digits, the first the most significant: in JUEGO
 * ((((regime * 4 + seat) * 9 + bucket) * 6 + who) * 2 + after) * 53 + place.
 *
 *   regime  4 * lack(ours) + lack(theirs); lack of the piedras still wanted (target less piedras, dejes of this
 *           hand included): 0 for 1-3, 1 for 4-7, 2 for 8-15, 3 for 16 and more
 *   seat    (seat - mano) % 4
 *   bucket  of one's own class c in the lance: how many of the cuts .2 .4 .55 .67 .76 .83 .885 .925 .955 .975
 *           .99 are <= q = (2 * below + equal) / (2 * total), the weights (ways to be dealt from a full deck) of
 *           the classes that are worse in the lance than c, equal to c, and all; in PARES only of those with
 *           pares, in PUNTO only of those without juego, in GRANDE and CHICA of all. In JUEGO it is the place
 *           of the juego less one (0 for 33 ... 7 for 31, 8 la real)
 *   rest    GRANDE, CHICA: 1 for who has pares, and 2 for who has juego; PARES: 0 no juego, 1 juego, 2 31 or real
 *   cut     0 I cut before any discard, 1 my partner, 2 a rival; after one: 3 our side, 4 theirs
 *   who     3 for a partner who has it too, and 0 if of the rivals only the next in turn has it, 1 only the one
 *           before me, 2 both
 *   after   0 before any discard of this hand, 1 after one
 *   place   0 before any bet. Then 1 + 4 * level + 2 * alone + whose
 *           level: of a first bet 0 for 2, 1 for 3, 2 for 5, 3 for 10, 4 for 20, 5 for 39 and more, 6 for órdago; with
 *                  something accepted already, of the total asked, 7 for 4 and less, 8 for 7, 9 for 12, 10 for 20, 11
 *                  for 39 and more, 12 for órdago. A total x between the a and b of two levels is read as a with the
 *                  chance a (b - x) / (x (b - a)), else as b: who accepts x rather than lose d has to win in
 *                  1/2 - d/2x of all cases, which is linear in 1/x. Small first bets are played otherwise
 *                  (layout_blurred)
 *           alone: 1 if no partner may still answer
 *           whose: levels 0-6: 1 if the bettor is the next in turn after me, 0 the one before me (of partners
 *                  who answer in any order, R30, the first is taken to sit after the bettor, the other before);
 *                  levels 7-12: 1 if the last bet of our side in this lance was mine, 0 my partner's
 *
 * Of each set but those of DESCARTE the file has one byte, the number of a row of the codebook: weights of
 * the words, whose sum is whatever it is:
 *
 *   before any bet    paso      envido 2   envido 5   órdago   (0)
 *   levels 0-5        no quiero quiero     y yo       5 más    órdago
 *   levels 7-11       no quiero quiero     (0)        (0)      órdago
 *   levels 6, 12      no quiero quiero     (0)        (0)      (0)
 *   MUS               mus       no mus     (0)        (0)      (0)
 *
 * Of DESCARTE the byte is which cards to throw: bit n is the n-th of one's cards sorted by kind, the lowest
 * first (HandClasses.kinds).
 *
 * The file: a line of JSON in UTF-8, ended by a newline, then all bytes compressed by lzma (.xz). Of the JSON:
 *   format    3
 *   reyes, real, piedras   of the deck that it was learnt with, and the target
 *   words     the codebook: up to 256 rows of five integers
 *   sections  how many bytes each section has, in order
 *   steepness, mano   chance of the juego before a hand, where all play by the table, with `ours` and `theirs` piedras still wanted:
 *             1 / (1 + exp(-steepness * (theirs - ours + mano * (1 if the next mano is ours else -1))
 *                          / sqrt(ours + theirs)))
 *   recipe    what it was made with: rules, seed, weights, the score it was learnt by, hands, and
 *             below which part words were dropped
 */
#ifndef MUS_TABLE_H
#define MUS_TABLE_H

#include "kernel.h"

enum { T_MUS = LANCES, T_DESCARTE, SECTIONS };
enum { REGIMES = 16, BUCKETS = 12, PLACES = 53, WORDS = 5 };
enum { MOST_SIZES = 12, ALL_WORDS = WORDS + MOST_SIZES }; /* with those that only an adversary has */

/* Further bets and raises of an adversary, in piedras; 0 for none. */
typedef struct {
    int32_t opens[MOST_SIZES], raises[MOST_SIZES];
} Sizes;

/* Of a deck: where each section begins, and what bucket each class is in. */
typedef struct {
    const Baraja *baraja;
    int32_t many[SECTIONS], from[SECTIONS], total; /* sets; of all sections before; of all but DESCARTE */
    int32_t wide_from[SECTIONS], wide_total;       /* the same of the wider sets */
    uint8_t bucket[LANCES][MAX_CLASSES];
} Layout;

void layout_fill(Layout *layout, const Baraja *baraja);

/* The levels as which the bet under way may be read: the lower one with probability `part`; -1 without a bet. */
typedef struct {
    int low, high;
    double part;
} Reading;

Reading layout_reading(const Mesa *mesa);

/* The same as a table is played: first bets of 2 are read as 2 (.65) or 3, of 3 as 2 (.17) or 3, of 4 as 3 (.58) or
 * 5, so that no answer jumps between two neighbouring sizes. */
Reading layout_blurred(const Mesa *mesa);

/* One of those of layout_reading, by a draw if they differ: as a table is learnt. */
int layout_level(const Mesa *mesa, Rng *rng);

/* The number of the set in which a seat that is asked finds itself, over all sections, with the bet read as `level`. */
int32_t layout_set(const Layout *layout, const Mesa *mesa, int seat, int level);

/* A wider set that it belongs to, of which more is known: without `cut` and `after`, and of the regime only
 * whether either side wants 7 piedras or fewer. Not for DESCARTE. */
int32_t layout_wide(const Layout *layout, const Mesa *mesa, int seat, int level);

/* The wider set of every set, by number. */
void layout_widths(const Layout *layout, int32_t *wide);

/* The words there of a side that has so many: WORDS and then its `sizes`, NULL for none; -1 where it has none. */
void layout_words(const Mesa *mesa, const Sizes *sizes, int many, int words[ALL_WORDS]);

#endif
