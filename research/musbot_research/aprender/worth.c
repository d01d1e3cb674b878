/* What a score is worth: a logistic function fitted to what the table has seen, by Newton's method. */
#include <math.h>

#include "train.h"

enum { SLOPE, LEVEL, EDGE, STEPS = 12 };

/* As if so much had been seen that agrees with what was taken before anything was; nobody wins by more. */
static const double USUAL[WORTH] = {0.95, 0, 0}, SURE_OF_IT[WORTH] = {20, 20, 400}, MOST_STEP = 0.5;

void training_score(Training *t, int rival, const double worth[WORTH]) {
    for (int i = 0; i < WORTH; i++) t->worth[rival][i] = worth[i];
    for (int first = 0; first < 2; first++)
        for (int ours = 1; ours < MOST_WANTED; ours++)
            for (int theirs = 1; theirs < MOST_WANTED; theirs++) {
                double root = sqrt(ours + theirs), level = first ? worth[LEVEL] : -worth[LEVEL];
                double at = (worth[SLOPE] * (theirs - ours) + level) / root + worth[EDGE] * root;
                t->chance[rival][first][ours][theirs] = (float)(1 / (1 + exp(-at)));
            }
}

/* Adds what was seen at one score to the slope of the likelihood, and to its curvature. */
static void adds(const double worth[WORTH], int first, int ours, int theirs, double begun, double won,
                 double slope[WORTH], double curve[WORTH][WORTH]) {
    double root = sqrt(ours + theirs), at = 0;
    const double x[WORTH] = {(theirs - ours) / root, (first ? 1 : -1) / root, root};
    for (int i = 0; i < WORTH; i++) at += worth[i] * x[i];
    double p = 1 / (1 + exp(-at)), off = won - begun * p, much = begun * p * (1 - p);
    for (int i = 0; i < WORTH; i++) {
        slope[i] += off * x[i];
        for (int k = 0; k < WORTH; k++) curve[i][k] += much * x[i] * x[k];
    }
}

/* Solves three equations by elimination; the curvature of what is kept convex needs no pivots. */
static void solved(double a[WORTH][WORTH], double b[WORTH]) {
    for (int i = 0; i < WORTH; i++)
        for (int row = i + 1; row < WORTH; row++) {
            double times = a[row][i] / a[i][i];
            for (int k = i; k < WORTH; k++) a[row][k] -= times * a[i][k];
            b[row] -= times * b[i];
        }
    for (int i = WORTH - 1; i >= 0; i--) {
        for (int k = i + 1; k < WORTH; k++) b[i] -= a[i][k] * b[k];
        b[i] /= a[i][i];
    }
}

static void newton(const Seen *seen, double worth[WORTH]) {
    double slope[WORTH], curve[WORTH][WORTH] = {{0}};
    for (int i = 0; i < WORTH; i++) {
        slope[i] = SURE_OF_IT[i] * (USUAL[i] - worth[i]);
        curve[i][i] = SURE_OF_IT[i];
    }
    for (int first = 0; first < 2; first++)
        for (int ours = 1; ours < MOST_WANTED; ours++)
            for (int theirs = 1; theirs < MOST_WANTED; theirs++) {
                int begun = seen->begun[first][ours][theirs], won = seen->won[first][ours][theirs];
                if (begun) adds(worth, first, ours, theirs, begun, won, slope, curve);
            }
    solved(curve, slope);
    for (int i = 0; i < WORTH; i++) worth[i] += fmax(-MOST_STEP, fmin(MOST_STEP, slope[i]));
}

/* Moves what a worker has seen to what the training has. */
static void gather(Seen *all, Seen *of_worker) {
    int32_t *to = (int32_t *)all, *from = (int32_t *)of_worker;
    for (int i = 0; i < (int)(sizeof *all / sizeof *to); i++) {
        to[i] += from[i];
        from[i] = 0;
    }
}

void training_fit(Training *t, Worker workers[WORKERS]) {
    for (int rival = 0; rival < t->many; rival++)
        for (int n = 0; n < WORKERS; n++) gather(&t->seen[rival], &workers[n].seen[rival]);
    for (int rival = 0; rival < t->many; rival++) {
        double worth[WORTH];
        Seen *seen = &t->seen[rival];
        for (int i = 0; i < WORTH; i++) worth[i] = t->worth[rival][i];
        for (int step = 0; step < STEPS; step++) newton(seen, worth);
        training_score(t, rival, worth);
        for (int first = 0; first < 2; first++)
            for (int ours = 1; ours < MOST_WANTED; ours++)
                for (int theirs = 1; theirs < MOST_WANTED; theirs++) {
                    int *begun = &seen->begun[first][ours][theirs], *won = &seen->won[first][ours][theirs];
                    int half = *begun / 2; /* so that what was long ago counts less; and no more wins than hands */
                    *won = *begun ? (int)((int64_t)*won * half / *begun) : 0;
                    *begun = half;
                }
    }
}
