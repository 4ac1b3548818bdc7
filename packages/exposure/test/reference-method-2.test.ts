import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assessByMethod2, type Label } from '../src/index.ts';
import { exposureOf } from '../src/reference/exposure-of.ts';
import { MemoryAccountStore } from '../src/reference/memory-accounts.ts';
import { MemoryUtxoStore } from '../src/reference/memory-utxo.ts';
import { assess } from '../src/reference/method-2/assess.ts';
import type { Fraction } from '../src/reference/method-2/fraction.ts';
import type { AccountQuestion, DirectionExposure as Exact } from '../src/reference/method-2/input.ts';
import type { DirectionExposure } from '../src/walk/exposure.ts';
import { coinCases } from './reference-2/coin-questions.ts';
import { engineInputOf, questions } from './reference-2/questions.ts';

const { REFERENCE_RUNS = '250' } = process.env;
const RUNS = Number(REFERENCE_RUNS);

const numberOf = ({ n, d }: Fraction) => Number((n * 10n ** 18n) / d) / 1e18;

/** Shares by layer, category and entity, and what is left over. */
function sharesOfReference(exact: Exact): ReadonlyMap<string, number> {
  const shares = new Map<string, number>();
  const add = (key: string, share: number) => shares.set(key, (shares.get(key) ?? 0) + share);
  for (const { layer, category, entity, share } of exact.rows) add(nameOf(layer, category, entity), numberOf(share));
  add('unknown_origin', numberOf(exact.unknownOrigin));
  add('not_followed', numberOf(exact.notFollowed));
  add('still_held', numberOf(exact.stillHeld));
  add('fee', numberOf(exact.fee));
  return shares;
}

function sharesOfEngine({ rows, residuals }: DirectionExposure): ReadonlyMap<string, number> {
  const shares = new Map<string, number>(Object.entries(residuals));
  for (const { layer, category, entity, share } of rows) shares.set(nameOf(layer, category, entity), share);
  return shares;
}

/** Parties of the ledger itself have no name of their own. */
const nameOf = (layer: string, category: string, entity: string) =>
  category === 'miner' || category === 'issuer'
    ? `${layer} ${category}`
    : `${layer} ${category} ${entity.toLowerCase()}`;

function farthestApart(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  const keys = new Set([...one.keys(), ...other.keys()]);
  return [...keys].reduce((most, key) => Math.max(most, Math.abs((one.get(key) ?? 0) - (other.get(key) ?? 0))), 0);
}

async function engineAnswer(question: AccountQuestion) {
  const { store, labels, complete, now, usdOf } = engineInputOf(question);
  const exposure = await exposureOf(new MemoryAccountStore(store), question.subject, { threshold: 0, maxStates: 1e9 });
  if (exposure === null) return null;
  const { incoming, outgoing } = exposure;
  const [bwd, fwd] = [usdOf(incoming.amount), usdOf(outgoing.amount)];
  const own: readonly Label[] = labels.get(question.subject) ?? [];
  const assessment = assessByMethod2({
    subject: { ...exposure.subject, labels: own, complete },
    incoming,
    outgoing,
    incomingUsd: bwd.usd,
    outgoingUsd: fwd.usd,
    usdBounds: { bwd: bwd.bounds, fwd: fwd.bounds },
    now,
    sources: 'ok',
    notes: [],
  });
  return { assessment, incoming, outgoing };
}

describe('method 2 on a UTXO network against the reference written from its text', { timeout: 900_000 }, () => {
  it('gives the same shares, total and stars, with clusters', async () => {
    let rated = 0;
    await fc.assert(
      fc.asyncProperty(coinCases, async ({ question, store }) => {
        const exposure = await exposureOf(new MemoryUtxoStore(store), question.subject, {
          threshold: 0,
          maxStates: 1e9,
        });
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
        const exact = assess(question);
        if (exact.setAside.length === 0) {
          expect(farthestApart(sharesOfEngine(incoming), sharesOfReference(exact.incoming))).toBeLessThan(1e-9);
        }
        expect(farthestApart(sharesOfEngine(outgoing), sharesOfReference(exact.outgoing))).toBeLessThan(1e-9);
        expect([found.stars, found.total === null]).toEqual([exact.stars, exact.notRated !== null]);
        if (found.total !== null) expect(found.total).toBeCloseTo(exact.total, 5);
        rated += found.stars > 0 ? 1 : 0;
      }),
      { numRuns: RUNS },
    );
    expect(rated).toBeGreaterThan(RUNS / 10);
  });
});

describe('method 2 on an account network against the reference written from its text', { timeout: 900_000 }, () => {
  it('gives the same shares, total, stars, coverage and words', async () => {
    let rated = 0;
    await fc.assert(
      fc.asyncProperty(questions, async (question) => {
        const found = await engineAnswer(question);
        if (found === null) return;
        const exact = assess(question);
        const { assessment } = found;
        const { setAside } = exact;
        // The reference shows a direction without what is set aside; the engine shows it as it was found.
        if (setAside.length === 0) {
          expect(farthestApart(sharesOfEngine(found.incoming), sharesOfReference(exact.incoming))).toBeLessThan(1e-9);
        }
        expect(farthestApart(sharesOfEngine(found.outgoing), sharesOfReference(exact.outgoing))).toBeLessThan(1e-9);
        expect(assessment.rows.some((row) => row.setAside)).toBe(setAside.length > 0);
        expect([assessment.stars, assessment.total === null]).toEqual([exact.stars, exact.notRated !== null]);
        if (assessment.total !== null) expect(assessment.total).toBeCloseTo(exact.total, 5);
        const { attributed, clean, notFollowed } = assessment.coverage;
        expect(attributed).toBeCloseTo(numberOf(exact.coverage.attributed), 9);
        expect(clean).toBeCloseTo(numberOf(exact.coverage.clean), 9);
        expect(notFollowed).toBeCloseTo(numberOf(exact.coverage.notFollowed), 9);
        expect(assessment.confidence).toBe(exact.confidence);
        const floors = exact.governedBy === null ? Math.max(0, ...exact.floors.map(({ value }) => value)) : null;
        if (floors !== null && assessment.cause.rule === 'floor') expect(assessment.cause.total).toBe(floors);
        // Of an address that its own label decides, data are never limited: section 6.5 exempts it.
        if (exact.governedBy === null && assessment.stars === 4) {
          expect(assessment.headline.startsWith('Limited data: ')).toBe(exact.word === 'limited data');
        }
        rated += assessment.stars > 0 ? 1 : 0;
      }),
      { numRuns: RUNS },
    );
    expect(rated).toBeGreaterThan(RUNS / 10);
  });
});
