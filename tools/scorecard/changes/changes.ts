import type { Stars } from '@assay/domain';
import { type Assessment, methodOf } from '@assay/exposure';
import { carriedTo, type SampleWorld } from '../lines/sample-worlds.ts';
import { buildUnmovedInput } from '../no-records.ts';
import type { LabelledAddress } from '../starter-labels.ts';
import { LABEL_RULES, type LabelRule } from '../world/derived-labels.ts';
import { Rater } from '../world/rate.ts';

/** A rule of version 2 that changed the stars of an address. */
export type ChangeRule =
  | LabelRule
  | 'no_label_of_version_1'
  | 'service_floor'
  | 'history_incomplete'
  | 'too_little_clean'
  | 'too_much_not_followed'
  | 'not_rated'
  | 'set_aside'
  | 'price_bounds'
  | 'floor_s'
  | 'floor_a'
  | 'floor_b'
  | 'other';

/** One address whose stars differ between the versions. */
export interface Change {
  readonly network: string;
  /** Null where no record names it. */
  readonly ticker: string | null;
  readonly address: string;
  readonly before: Stars;
  readonly after: Stars;
  readonly rule: ChangeRule;
  /** What version 2 says of it. */
  readonly why: string;
}

export interface ChangeReport {
  /** Addresses of the records that ship, and labelled ones beside them. */
  readonly sampled: number;
  readonly labelled: number;
  readonly changes: readonly Change[];
}

/** Rates every address of the records and labels that ship by both versions, and says why those differ that do. */
export async function findChanges(
  labels: readonly LabelledAddress[],
  worlds: readonly SampleWorld[],
): Promise<ChangeReport> {
  const changes: Change[] = [];
  const seen = new Set<string>();
  let sampled = 0;
  for (const { network, ticker, world, addresses } of worlds) {
    const raters = ratersOf(world);
    for (const address of addresses) {
      sampled += 1;
      seen.add(`${network} ${address}`);
      const [before, after] = [await raters.all.rate('1', address), await raters.all.rate('2', address)];
      if (before.stars === after.stars) continue;
      const rule = await ruleOf(raters, address, before, after);
      changes.push({ network, ticker, address, before: before.stars, after: after.stars, rule, why: after.why });
    }
  }
  let labelled = 0;
  const carried = new Map([...new Set(labels.map(({ network }) => network))].map((id) => [id, carriedTo(id, labels)]));
  for (const { network, address, labels: own } of labels) {
    if (seen.has(`${network} ${address}`)) continue;
    labelled += 1;
    const more = carried.get(network)?.get(address) ?? [];
    const before = methodOf('1')(buildUnmovedInput(address, own));
    const after = methodOf('2')(buildUnmovedInput(address, [...own, ...more]));
    if (before.stars === after.stars) continue;
    const change = { before: before.stars, after: after.stars, rule: 'carried', why: after.why } as const;
    changes.push({ network, ticker: null, address, ...change });
  }
  return { sampled, labelled, changes };
}

const NO_BOUNDS = { bwd: null, fwd: null } as const;

interface Raters {
  readonly all: Rater;
  readonly without: ReadonlyMap<LabelRule, Rater>;
}

function ratersOf(world: SampleWorld['world']): Raters {
  const without = LABEL_RULES.map((left): [LabelRule, Rater] => [
    left,
    new Rater(world, new Set(LABEL_RULES.filter((rule) => rule !== left))),
  ]);
  return { all: new Rater(world), without: new Map(without) };
}

/**
 * First whether labels and walk made the difference, by the score of version 1 over them; then whether the bounds of
 * prices did, by the score without them; else which part of the score.
 */
async function ruleOf(
  { all, without }: Raters,
  address: string,
  before: Assessment,
  after: Assessment,
): Promise<ChangeRule> {
  const first = methodOf('1');
  const input = await all.inputOf('2', address);
  const scored = first(input);
  if (scored.stars !== before.stars) {
    for (const [rule, rater] of without) {
      if (first(await rater.inputOf('2', address)).stars !== scored.stars) return rule;
    }
    return 'no_label_of_version_1';
  }
  if (methodOf('2')({ ...input, usdBounds: NO_BOUNDS }).stars !== after.stars) return 'price_bounds';
  const { cause, coverage, complete, rows } = after;
  switch (cause.rule) {
    case 'identity':
      return cause.label.carriedFrom === undefined ? 'other' : 'carried';
    case 'not_rated':
      return 'not_rated';
    case 'limited_coverage':
      if (!complete) return 'history_incomplete';
      return coverage.clean < 0.4 ? 'too_little_clean' : 'too_much_not_followed';
    case 'floor':
      switch (cause.scope) {
        case 'service':
          return 'service_floor';
        case 'S':
          return 'floor_s';
        case 'A':
          return 'floor_a';
        case 'B':
          return 'floor_b';
        case undefined:
          return 'other';
      }
      break;
    case 'linear':
      return rows.some(({ setAside }) => setAside === true) ? 'set_aside' : 'other';
  }
  return 'other';
}
