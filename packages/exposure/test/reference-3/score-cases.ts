/** Random shares, dollars and own labels at the bounds of section 6, for the engine and for this reference alike. */
import { CATEGORY_IDS } from '@assay/domain';
import fc from 'fast-check';
import type { AssessmentInput, DirectionExposure, ExposureRow, UsdBounds } from '../../src/index.ts';
import type { Assessment } from './assess.ts';
import { decimal, fraction } from './fraction.ts';
import { engineLabel } from './from-questions.ts';
import type { GivenLabel } from './question.ts';
import { type Row, type Scored, withoutSetAside } from './rows.ts';
import { scoreOf } from './score.ts';

const MILLION = 1_000_000;
const AT = 2_000_000_000;

/** Millionths of the direction. */
const BOUNDS = [1000, 5000, 10_000, 30_000, 50_000, 100_000, 200_000, 250_000, 500_000] as const;
const part = fc
  .tuple(fc.constantFrom(...BOUNDS, 900, 450), fc.constantFrom(-1, 0, 0, 1))
  .map(([bound, beside]) => bound + beside);
const risky = CATEGORY_IDS.slice(0, 20);
const row = fc.record({
  layer: fc.constantFrom('direct' as const, 'direct' as const, 'indirect' as const),
  category: fc.oneof(
    fc.constantFrom('sanctions' as const, 'stolen_coins' as const, 'ransom' as const, 'gambling' as const),
    fc.constantFrom('seized_assets' as const, 'enforcement_action' as const),
    fc.constantFrom(...risky),
  ),
  /** Parts in two that are of strong labels. */
  strong: fc.constantFrom(0, 1, 2, 2, 2),
  part,
});

const dollars: fc.Arbitrary<{ readonly usd: number | null; readonly bounds: UsdBounds | null }> = fc
  .tuple(fc.constantFrom(1, 100, 1000, 10_000, 20_000, MILLION, 10 * MILLION, 1000 * MILLION), fc.nat({ max: 5 }))
  .map(([usd, kind]) => {
    if (kind === 0) return { usd: null, bounds: null };
    return kind === 1 ? { usd: null, bounds: { low: usd, high: usd * 4 } } : { usd, bounds: null };
  });

const direction = fc.record({
  rows: fc.oneof(
    fc.array(row, { maxLength: 4 }),
    row.map((one) => [one]),
  ),
  notFollowed: fc.constantFrom(0, 0, 0, 20_000, 20_001, 100_000, 100_001, 100_002),
  held: fc.constantFrom(0, 0, 100_000),
  fee: fc.constantFrom(0, 1000),
  /** What the rest is: clean money in part, money of a known kind that is not clean, or of unknown origin. */
  clean: fc.constantFrom(0, 99_999, 100_000, 250_000, 399_999, 400_000, 600_000, MILLION),
  rest: fc.constantFrom('unknown_origin' as const, 'other_entities' as const, 'unlabelled_service' as const),
  amount: fc.constantFrom(1_000_000n, 3_000_000n),
  dollars,
});
type Drawn = typeof direction extends fc.Arbitrary<infer T> ? T : never;

const ownLabel: fc.Arbitrary<GivenLabel | undefined> = fc.oneof(
  { weight: 2, arbitrary: fc.constant(undefined) },
  {
    weight: 1,
    arbitrary: fc.record({
      network: fc.constant('ETH'),
      address: fc.constant('a'),
      entity: fc.constant('X'),
      category: fc.oneof(
        fc.constantFrom('exchange_licensed' as const, 'exchange_licence_unknown' as const),
        fc.constantFrom(...CATEGORY_IDS),
      ),
      confidence: fc.constantFrom(10, 20, 49, 50, 100, 100),
      source: fc.constant('one'),
    }),
  },
);

export const scoreCases = fc
  .record({
    incoming: fc.option(direction),
    outgoing: fc.option(direction),
    ownLabel,
    complete: fc.constantFrom(true, true, true, false),
    isService: fc.constantFrom(false, false, true),
  })
  .map(({ incoming, outgoing, ownLabel: own, complete, isService }) => {
    const [bwd, fwd] = [bothForms('incoming', incoming), bothForms('outgoing', outgoing)];
    const counts = own !== undefined && own.confidence >= 20;
    const shown = { incoming: bwd.scored, outgoing: fwd.scored };
    const counted = { incoming: withoutSetAside(bwd.scored), outgoing: withoutSetAside(fwd.scored) };
    const score = scoreOf({
      ...counted,
      ownLabel: counts ? { label: { ...own, kind: 'given' }, beforeDesignation: false } : undefined,
      ...{ subjectIsService: isService, isProtected: false, readable: true, complete },
    });
    const exact: Assessment = { ...score, shown, counted, complete };
    const asked: AssessmentInput = {
      subject: {
        ...{ node: 1, address: 'a', role: 'account', openingUnread: false, complete },
        labels: own === undefined ? [] : [engineLabel(own)],
        ...{ inflows: bwd.found.records, outflows: fwd.found.records, firstTime: 1, lastTime: 2 },
      },
      ...{ incoming: bwd.found, outgoing: fwd.found, now: AT, sources: 'ok', notes: [], isService },
      incomingUsd: incoming?.dollars.usd ?? null,
      outgoingUsd: outgoing?.dollars.usd ?? null,
      usdBounds: { bwd: incoming?.dollars.bounds ?? null, fwd: outgoing?.dollars.bounds ?? null },
    };
    return { asked, exact };
  });

function bothForms(way: Scored['way'], drawn: Drawn | null): { found: DirectionExposure; scored: Scored } {
  const cut = { threshold: 0, rounds: 1, states: 1, recordsRead: 1, partial: [] };
  const name = way === 'incoming' ? 'bwd' : 'fwd';
  const none = { unknown_origin: 0, not_followed: 0, still_held: 0, fee: 0 };
  if (drawn === null) {
    return {
      found: { direction: name, records: 0, amount: 0n, rows: [], residuals: none, cut },
      scored: { ...{ way, amount: fraction(0n), dollars: undefined }, rows: [], residuals: new Map(), setAside: [] },
    };
  }
  let left = MILLION;
  const take = (asked: number) => {
    const taken = Math.min(asked, left);
    left -= taken;
    return taken;
  };
  const residuals = {
    ...{ not_followed: take(drawn.notFollowed), still_held: take(drawn.held), fee: take(drawn.fee) },
    unknown_origin: 0,
  };
  const rows = drawn.rows.map((one) => ({ ...one, part: take(one.part) })).filter((one) => one.part > 0);
  const more = (category: (typeof rows)[number]['category'], amount: number) => {
    if (amount > 0) rows.push({ layer: 'direct', category, strong: 2, part: amount });
  };
  more('exchange_licensed', take(drawn.clean));
  if (drawn.rest === 'unknown_origin') residuals.unknown_origin = take(left);
  else more(drawn.rest, take(left));

  const { usd, bounds } = drawn.dollars;
  const worth = bounds ?? (usd === null ? undefined : { low: usd, high: usd });
  return {
    found: {
      ...{ direction: name, records: 1, amount: drawn.amount, cut },
      rows: rows.map(({ layer, category, strong, part: share }, index): ExposureRow => {
        const given = { network: 'ETH', address: 'x', entity: `e${index}`, category, source: 'one' } as const;
        return {
          ...{
            layer,
            category,
            entity: `e${index}`,
            share: share / MILLION,
            strongShare: (share * strong) / 2 / MILLION,
          },
          ...{ amount: BigInt(share), minHops: layer === 'direct' ? 1 : 2, beforeDesignation: 0 },
          ...{
            firstTime: 1,
            lastTime: 2,
            paths: [],
            labels: [engineLabel({ ...given, confidence: strong > 0 ? 100 : 40 })],
          },
        };
      }),
      residuals: {
        unknown_origin: residuals.unknown_origin / MILLION,
        not_followed: residuals.not_followed / MILLION,
        still_held: residuals.still_held / MILLION,
        fee: residuals.fee / MILLION,
      },
    },
    scored: {
      ...{ way, amount: fraction(drawn.amount), setAside: [] },
      dollars: worth === undefined ? undefined : { low: decimal(worth.low), high: decimal(worth.high) },
      rows: rows.flatMap(({ layer, category, strong, part: share }, index): Row[] =>
        [true, false].flatMap((isStrong): Row[] => {
          const halves = BigInt(share * (isStrong ? strong : 2 - strong));
          const base = { layer, category, entity: `e${index}`, strong: isStrong };
          return halves === 0n ? [] : [{ ...base, share: fraction(halves, 2n * BigInt(MILLION)) }];
        }),
      ),
      residuals: new Map(
        (['unknown_origin', 'not_followed', 'still_held', 'fee'] as const).map((residual) => [
          residual,
          fraction(BigInt(residuals[residual]), BigInt(MILLION)),
        ]),
      ),
    },
  };
}
