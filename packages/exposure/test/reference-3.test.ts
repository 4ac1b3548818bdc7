import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assessByMethod2 } from '../src/index.ts';
import { exposureOf } from '../src/reference/exposure-of.ts';
import { MemoryAccountStore } from '../src/reference/memory-accounts.ts';
import { MemoryUtxoStore } from '../src/reference/memory-utxo.ts';
import { coinCases } from './reference-2/coin-questions.ts';
import { engineInputOf, questions } from './reference-2/questions.ts';
import { assess } from './reference-3/assess.ts';
import { EXACT, expectNoMore, expectSameScore, expectSameShares } from './reference-3/compare.ts';
import { ofAccounts, ofCoins } from './reference-3/from-questions.ts';

const { REFERENCE_RUNS = '250' } = process.env;
const RUNS = Number(REFERENCE_RUNS);

describe('method 2 against a reference written from its page alone', { timeout: 900_000 }, () => {
  it('agrees on random histories of account networks', async () => {
    let rated = 0;
    await fc.assert(
      fc.asyncProperty(questions, async (question) => {
        const { store, labels, complete, now, usdOf } = engineInputOf(question);
        const exposure = await exposureOf(new MemoryAccountStore(store), question.subject, EXACT);
        if (exposure === null) return;
        const { incoming, outgoing } = exposure;
        const [bwd, fwd] = [usdOf(incoming.amount), usdOf(outgoing.amount)];
        const found = assessByMethod2({
          subject: { ...exposure.subject, labels: labels.get(question.subject) ?? [], complete },
          incoming,
          outgoing,
          incomingUsd: bwd.usd,
          outgoingUsd: fwd.usd,
          usdBounds: { bwd: bwd.bounds, fwd: fwd.bounds },
          now,
          sources: 'ok',
          notes: [],
        });
        const exact = assess(ofAccounts(question));
        expectSameShares(incoming, exact.shown.incoming);
        expectSameShares(outgoing, exact.shown.outgoing);
        expectSameScore(found, exact);
        rated += found.stars > 0 ? 1 : 0;
      }),
      { numRuns: RUNS },
    );
    expect(rated).toBeGreaterThan(RUNS / 10);
  });

  it('agrees on random histories of UTXO networks', async () => {
    let rated = 0;
    await fc.assert(
      fc.asyncProperty(coinCases, async ({ question, store }) => {
        const exposure = await exposureOf(new MemoryUtxoStore(store), question.subject, EXACT);
        if (exposure === null) return;
        const { incoming, outgoing } = exposure;
        const found = assessByMethod2({
          ...exposure,
          incomingUsd: Number(incoming.amount) / 100,
          outgoingUsd: Number(outgoing.amount) / 100,
          now: question.asOf / 1000,
          sources: 'ok',
          notes: [],
        });
        const exact = assess(ofCoins(question));
        expectSameShares(incoming, exact.shown.incoming);
        expectSameShares(outgoing, exact.shown.outgoing);
        expectSameScore(found, exact);
        rated += found.stars > 0 ? 1 : 0;
      }),
      { numRuns: RUNS },
    );
    expect(rated).toBeGreaterThan(RUNS / 10);
  });

  it('finds no share above the exact one, and misses at most R, where the walk is cut', async () => {
    await fc.assert(
      fc.asyncProperty(questions, fc.constantFrom(1e-4, 1e-2, 0.2), async (question, threshold) => {
        const store = new MemoryAccountStore(engineInputOf(question).store);
        const exposure = await exposureOf(store, question.subject, { threshold, targetNotFollowed: 1 });
        if (exposure === null) return;
        const exact = assess(ofAccounts(question));
        expectNoMore(exposure.incoming, exact.shown.incoming);
        expectNoMore(exposure.outgoing, exact.shown.outgoing);
      }),
      { numRuns: RUNS },
    );
  });
});
