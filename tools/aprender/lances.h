/* One lance between two, solved: who takes part in it, one of each side, with nothing else at stake.
 *
 * The words are those of the table (table.h), so the betting is finite. Hands are dealt from a full deck, the
 * second without the cards of the first; those without the lance do not come. Paid is what the bet and the
 * premios of who wins bring (R32-R48), in piedras; an órdago is worth what it is told.
 */
#ifndef MUS_LANCES_H
#define MUS_LANCES_H

#include "learn.h"

typedef struct Duelo Duelo;

/* Who speaks first and who second, by their places after the mano; NULL where there is no memory, or where the
 * betting is longer than is thought possible. */
Duelo *duelo_new(const Reglas *reglas, const Layout *layout, int lance, int first, int second, double ordago);
void duelo_free(Duelo *duelo);

/* Solves it by CFR+ in so many rounds. */
void duelo_solve(Duelo *duelo, int rounds);

/* Takes the solution of one of the same lance between others, which is the same. */
void duelo_as(Duelo *duelo, const Duelo *solved);

/* What the first wins on average where a solved or a shipped player (NULL: the solution) sits on each side. */
double duelo_value(Duelo *duelo, const Frozen *first, const Frozen *second);

/* What the best response in the first place (0) or in the second (1) wins against a player on the other. */
double duelo_response(Duelo *duelo, int place, const Frozen *against);

#endif
