import { CATEGORIES } from '@assay/domain';
import { absorbingLabel, type DirectionExposure, type TransferRecord } from '@assay/exposure';
import { exactAccountShares, exposureOf, MemoryAccountStore } from '@assay/exposure/reference';
import { accountGraph } from '@assay/testkit';
import type { SampleWorld } from '../lines/sample-worlds.ts';
import { Rater } from '../world/rate.ts';
import { denseShares, type EndAt } from './dense.ts';
import { firstInFirstOut, haircut, poison, type SourceAt } from './taint.ts';

const GRAPHS = 20;
const GRAPH = { accounts: 40, transfers: 160 } as const;
/** Larger histories, in which a few accounts hold stolen money and nothing else is labelled. */
const TAINTED_GRAPHS = 10;
const TAINTED_GRAPH = { accounts: 400, transfers: 4_000 } as const;
const THIEVES = 4;
/** Shares that an account's taint is compared with. */
export const TAINT_BOUNDS = [0, 0.01, 0.1, 0.5] as const;

/** How far the walk, the pass over all records and the dense solution agree on random histories. */
export interface AgreementResult {
  readonly graphs: number;
  readonly accounts: number;
  /** Largest difference of any share between the pass over all records and the dense solution. */
  readonly passAgainstDense: number;
  /** Most that a share of the walk exceeds the exact one; 0 where none does. */
  readonly walkAbove: number;
  /** Most that the shares of a walk miss beyond what it says it did not follow; 0 where none does. */
  readonly missedBeyondR: number;
  /** Most that a walk says it did not follow. */
  readonly largestR: number;
  readonly comparison: readonly TaintRow[];
}

/** How many accounts one rule taints, and by how much. */
export interface TaintRow {
  /** `sample`: the records of one asset that ship; `random`: whole random histories, a few accounts of which are thieves. */
  readonly histories: 'random' | 'sample';
  readonly rule: 'haircut' | 'poison' | 'fifo';
  readonly accounts: number;
  /** Accounts of which more than each bound of `TAINT_BOUNDS` is illicit. */
  readonly above: readonly number[];
  /** Mean over accounts of the part that is illicit. */
  readonly mean: number;
}

/** Compares three ways to the exact answer on random histories, and three rules of taint on the records that ship. */
export async function measureAgreement(sample: SampleWorld): Promise<AgreementResult> {
  const found = { accounts: 0, passAgainstDense: 0, walkAbove: 0, missedBeyondR: 0, largestR: 0 };
  for (let seed = 1; seed <= GRAPHS; seed += 1) {
    const graph = accountGraph({ seed, ...GRAPH, isWhole: true });
    const store = new MemoryAccountStore({ network: 'ETH', transfers: graph.transfers, labels: graph.labels });
    const endAt = endsOf(store);
    const dense = denseShares(store.records, endAt);
    const factsOf = (node: number) => store.factsOf(node);
    const exact = exactAccountShares({ records: store.records, factsOf, subject: null }, 'bwd');
    for (const [node, shares] of dense) {
      const facts = store.factsOf(node);
      if (facts.role !== 'account' || absorbingLabel(facts.labels, null, 'bwd') !== null) continue;
      const pass = exact.get(node) ?? new Map<string, number>();
      const walked = (await exposureOf(store, facts.address))?.incoming;
      if (walked === undefined) continue;
      found.accounts += 1;
      for (const key of new Set([...shares.keys(), ...pass.keys()])) {
        const apart = Math.abs((shares.get(key) ?? 0) - (pass.get(key) ?? 0));
        found.passAgainstDense = Math.max(found.passAgainstDense, apart);
      }
      compare(walked, pass, found);
    }
  }
  const rounded = Object.fromEntries(Object.entries(found).map(([name, value]) => [name, roundSmall(value)]));
  return { graphs: GRAPHS, ...found, ...rounded, comparison: [...compareOnRandom(), ...compareOnSample(sample)] };
}

type Found = Record<'walkAbove' | 'missedBeyondR' | 'largestR', number>;

function compare(walked: DirectionExposure, exact: ReadonlyMap<string, number>, found: Found): void {
  const { not_followed } = walked.residuals;
  let missed = 0;
  const shares = new Map<string, number>();
  for (const { category, entity, share } of walked.rows) {
    const key = `${category}\n${entity}`;
    shares.set(key, (shares.get(key) ?? 0) + share);
  }
  shares.set('unknown_origin', walked.residuals.unknown_origin);
  for (const [key, share] of exact) {
    const own = shares.get(key) ?? 0;
    found.walkAbove = Math.max(found.walkAbove, own - share);
    missed += Math.max(0, share - own);
  }
  found.missedBeyondR = Math.max(found.missedBeyondR, missed - not_followed);
  found.largestR = Math.max(found.largestR, not_followed);
}

/** Below this a difference is of the last digits of floating point numbers. */
const FLOATING_POINT = 1e-9;

function roundSmall(value: number): number {
  return Math.abs(value) < FLOATING_POINT ? 0 : Math.round(value * 1e6) / 1e6;
}

function endsOf(store: MemoryAccountStore): EndAt {
  return ({ from, time }) => {
    const { role, labels } = store.factsOf(from);
    if (role === 'issuer') return 'issuer\nIssuer';
    const label = absorbingLabel(labels, time, 'bwd')?.label;
    return label === undefined ? null : `${label.category}\n${label.entity}`;
  };
}

const NAMES = ['haircut', 'poison', 'fifo'] as const;
const RULES = { haircut, poison, fifo: firstInFirstOut } as const;

/** Taint of every account of random histories, by three rules. */
function compareOnRandom(): readonly TaintRow[] {
  const taints = Array.from({ length: TAINTED_GRAPHS }, (_, at) => {
    const graph = accountGraph({ seed: 100 + at, ...TAINTED_GRAPH, isWhole: true });
    const store = new MemoryAccountStore({ network: 'ETH', transfers: graph.transfers, derive: false });
    const thieves = new Set(graph.wallets.slice(0, THIEVES));
    const sourceAt: SourceAt = ({ from }) => {
      const { role, address } = store.factsOf(from);
      return role !== 'account' ? 'other' : thieves.has(address) ? 'illicit' : null;
    };
    return { records: store.records, sourceAt };
  });
  return NAMES.map((rule) => {
    const shares = taints.flatMap(({ records, sourceAt }) => [...RULES[rule](records, sourceAt).values()]);
    return rowOf('random', rule, shares);
  });
}

/** Taint of every account of the records that ship, by three rules, with the labels of version 2. */
function compareOnSample({ world }: SampleWorld): readonly TaintRow[] {
  const store = new Rater(world).storeOf('2');
  if (!(store instanceof MemoryAccountStore)) throw new TypeError('the comparison needs records of accounts');
  const sourceAt: SourceAt = ({ from, time }: TransferRecord) => {
    const { role, labels } = store.factsOf(from);
    if (role !== 'account') return 'other';
    const category = absorbingLabel(labels, time, 'bwd')?.label.category;
    if (category === undefined) return null;
    return 'SA'.includes(CATEGORIES[category].tier) ? 'illicit' : 'other';
  };
  return NAMES.map((rule) => rowOf('sample', rule, [...RULES[rule](store.records, sourceAt).values()]));
}

function rowOf(histories: TaintRow['histories'], rule: TaintRow['rule'], shares: readonly number[]): TaintRow {
  const sum = shares.reduce((total, share) => total + share, 0);
  return {
    histories,
    rule,
    accounts: shares.length,
    above: TAINT_BOUNDS.map((bound) => shares.filter((share) => share > bound + FLOATING_POINT).length),
    mean: Math.round((sum / Math.max(1, shares.length)) * 10_000) / 10_000,
  };
}
