import { RESIDUAL_IDS } from '@assay/domain';
import type { DirectionExposure } from '../../src/walk/exposure.ts';
import type { ReferenceAnswer } from './accounts.ts';
import { type Fraction, NONE, plus, toNumber } from './fraction.ts';
import type { Portion } from './spread.ts';

/** What the two answers are compared in. */
export interface Facts {
  readonly records: number;
  readonly amount: bigint;
  /** By category, entity and layer, or residual. */
  readonly rows: Readonly<Record<string, RowFacts>>;
}

export interface RowFacts {
  readonly share: number;
  readonly hops: number;
  readonly beforeDesignation: number;
  readonly strong: number;
  /** Shares of the best paths of the three records that carry most. */
  readonly paths: readonly number[];
  /** The reference's own: best paths of all records that tie for these three, which doubles may break. */
  readonly eligible?: readonly number[];
}

/** Entities that carry no name of a list; how they are called is not the method's matter. */
const NAMELESS = ['issuer', 'miner', 'unlabelled_service'];

export function factsOfReference(answer: ReferenceAnswer | null): Facts {
  if (answer === null) return { records: 0, amount: 0n, rows: {} };
  const groups = new Map<string, Portion[]>();
  for (const layer of ['direct', 'indirect'] as const) {
    for (const portion of answer[layer]) {
      const key = keyOf(portion.kind, portion.entity, layer);
      groups.set(key, [...(groups.get(key) ?? []), portion]);
    }
  }
  const rows = [...groups].map(([key, portions]) => [key, rowOf(key, portions)] as const);
  return { records: answer.records, amount: answer.amount, rows: Object.fromEntries(rows) };
}

export function factsOfEngine(exposure: DirectionExposure): Facts {
  const rows = exposure.rows.map((row) => {
    const facts: RowFacts = {
      share: row.share,
      hops: row.minHops,
      beforeDesignation: row.beforeDesignation,
      strong: row.strongShare,
      paths: row.paths.map((path) => path.share),
    };
    return [keyOf(row.category, row.entity, row.layer), facts] as const;
  });
  const residuals = RESIDUAL_IDS.filter((kind) => exposure.residuals[kind] > 0).map((kind) => {
    const facts: RowFacts = { share: exposure.residuals[kind], hops: 0, beforeDesignation: 0, strong: 0, paths: [] };
    return [kind, facts] as const;
  });
  return { records: exposure.records, amount: exposure.amount, rows: Object.fromEntries([...rows, ...residuals]) };
}

/** The first differences, in words; empty when the answers agree. */
export function differences(engine: Facts, reference: Facts, tolerance = 1e-12): readonly string[] {
  const found: string[] = [];
  if (engine.records !== reference.records) found.push(`records ${engine.records}, expected ${reference.records}`);
  if (engine.amount !== reference.amount) found.push(`amount ${engine.amount}, expected ${reference.amount}`);
  for (const key of new Set([...Object.keys(engine.rows), ...Object.keys(reference.rows)])) {
    const [got, expected] = [engine.rows[key], reference.rows[key]];
    if (got === undefined || expected === undefined) {
      if ((got ?? expected)?.share === undefined || ((got ?? expected)?.share ?? 0) <= tolerance) continue;
      found.push(`${key} only in ${got === undefined ? 'the reference' : 'the engine'}: ${(got ?? expected)?.share}`);
      continue;
    }
    for (const field of ['share', 'beforeDesignation', 'strong', 'hops'] as const) {
      if (Math.abs(got[field] - expected[field]) <= tolerance) continue;
      found.push(`${key} ${field} ${got[field]}, expected ${expected[field]}`);
    }
    const eligible = expected.eligible ?? expected.paths;
    const near = got.paths.every((share) => eligible.some((best) => Math.abs(share - best) <= tolerance));
    if (near && got.paths.length === expected.paths.length) continue;
    found.push(`${key} paths ${got.paths.join(' ')}, expected ${eligible.join(' ')}`);
  }
  return found;
}

function rowOf(key: string, portions: readonly Portion[]): RowFacts {
  const left = isResidual(key);
  // What is indirect passed another owner, whatever an output back to an owner of an input is.
  const fewest = key.endsWith('|indirect') ? 2 : 1;
  const sum = (which: (portion: Portion) => boolean) =>
    toNumber(portions.filter(which).reduce((all: Fraction, { share }) => plus(all, share), NONE));
  const records = portions
    .map(({ share, best }) => ({ share: toNumber(share), best: toNumber(best) }))
    .toSorted((a, b) => b.share - a.share);
  const least = records[2]?.share ?? 0;
  return {
    share: sum(() => true),
    hops: left ? 0 : Math.max(fewest, Math.min(...portions.map(({ hops }) => hops))),
    beforeDesignation: sum(({ beforeDesignation }) => beforeDesignation),
    strong: left ? 0 : sum(({ strong }) => strong),
    paths: left ? [] : records.slice(0, 3).map(({ best }) => best),
    eligible: left ? [] : records.filter(({ share }) => share >= least - 1e-12).map(({ best }) => best),
  };
}

function keyOf(kind: string, entity: string, layer: string): string {
  return isResidual(kind) ? kind : [kind, NAMELESS.includes(kind) ? '' : entity, layer].join('|');
}

function isResidual(kind: string): boolean {
  return RESIDUAL_IDS.some((id) => id === kind);
}

/** What is wrong with the paths shown: broken chains, ends elsewhere, more than they carry. */
export function brokenPaths(exposure: DirectionExposure, subject: string): readonly string[] {
  return exposure.rows.flatMap((row) => {
    const name = keyOf(row.category, row.entity, row.layer);
    const carried = row.paths.reduce((sum, path) => sum + path.share, 0);
    const found = carried > row.share + 1e-12 ? [`${name}: paths carry ${carried} of ${row.share}`] : [];
    const paths = row.paths.flatMap(({ steps, hops, share }) => {
      const links = steps.every((step, at) => at === 0 || steps[at - 1]?.to === step.from);
      const ends = exposure.direction === 'bwd' ? steps.at(-1)?.to : steps[0]?.from;
      const times = steps.every((step, at) => at === 0 || (steps[at - 1]?.time ?? 0) <= step.time);
      const hopsFit =
        hops >= row.minHops && hops <= steps.length && (row.layer === 'indirect' ? hops >= 2 : hops === 1);
      const fits = links && times && hopsFit && ends === subject && share > 0;
      return fits ? [] : [`${name}: ${JSON.stringify(steps, (_, v) => (typeof v === 'bigint' ? `${v}` : v))} ${hops}`];
    });
    return [...found, ...paths];
  });
}

/** A walk that stopped early: no share above the exact one, and all that is missing is R. */
export function beyondLimits(engine: Facts, exact: Facts): readonly string[] {
  const found: string[] = [];
  let missing = 0;
  for (const key of new Set([...Object.keys(engine.rows), ...Object.keys(exact.rows)])) {
    if (key === 'not_followed') continue;
    const [got, expected] = [engine.rows[key], exact.rows[key]];
    missing += (expected?.share ?? 0) - (got?.share ?? 0);
    if ((got?.share ?? 0) > (expected?.share ?? 0) + 1e-12) found.push(`${key} ${got?.share} of ${expected?.share}`);
    if ((got?.hops ?? Infinity) < (expected?.hops ?? 0)) found.push(`${key} hops ${got?.hops} of ${expected?.hops}`);
    const isDirect = key.endsWith('|direct');
    if (isDirect && Math.abs((got?.share ?? 0) - (expected?.share ?? 0)) > 1e-12) found.push(`${key} was limited`);
  }
  const [left, exactLeft] = [engine, exact].map(({ rows: { not_followed: unread } }) => unread?.share ?? 0);
  if (!(Math.abs((left ?? 0) - (exactLeft ?? 0) - missing) <= 1e-9))
    found.push(`missing ${missing}, R ${left}, of it unread ${exactLeft}`);
  return found;
}
