/* What has been learnt, made small: words that are hardly ever said are dropped, the rest said in eighths. */
#include <stdlib.h>
#include <string.h>

#include "learn.h"

/* What is said in eighths; what has never been seen: paso, no quiero, mus. */
static void in_eighths(double p[WORDS], double total, double least, uint8_t out[WORDS]) {
    memset(out, 0, WORDS);
    if (total <= 0) {
        out[0] = 8;
        return;
    }
    double kept = 0;
    int left = 8;
    for (int i = 0; i < WORDS; i++) kept += p[i] = p[i] / total < least ? 0 : p[i] / total;
    for (int i = 0; i < WORDS; i++) left -= out[i] = (uint8_t)(p[i] / kept * 8);
    for (; left > 0; left--) {
        int best = 0;
        for (int i = 1; i < WORDS; i++)
            if (p[i] / kept * 8 - out[i] > p[best] / kept * 8 - out[best]) best = i;
        out[best]++;
    }
}

/* Writes five eighths for each set but those of DESCARTE: from `sum`, and as if each had been seen `lances`
 * (in the mus `mus`) times more as its wider set is on average. Words below `least` are dropped. */
void pack(const Layout *l, const float *sum, double lances, double mus, double least, uint8_t (*eighths)[WORDS]) {
    double(*wide)[WORDS] = calloc((size_t)l->wide_total, sizeof *wide);
    int32_t *wider = malloc((size_t)l->total * sizeof *wider);
    if (!wide || !wider) return;
    layout_widths(l, wider);
    for (int32_t set = 0; set < l->total; set++)
        for (int i = 0; i < WORDS; i++) wide[wider[set]][i] += sum[(size_t)set * WORDS + i];
    for (int32_t set = 0; set < l->total; set++) {
        const double *w = wide[wider[set]];
        double p[WORDS], total = 0, all = 0, more = set >= l->from[T_MUS] ? mus : lances;
        for (int i = 0; i < WORDS; i++) all += w[i];
        for (int i = 0; i < WORDS; i++)
            total += p[i] = sum[(size_t)set * WORDS + i] + (all > 0 ? more * w[i] / all : 0);
        in_eighths(p, total, least, eighths[set]);
    }
    free(wider);
    free(wide);
}
