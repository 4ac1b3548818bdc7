import { readFileSync } from 'node:fs';
import { type Label, type MethodVersion, methodOf } from '@assay/exposure';
import { sampleWorlds } from '../lines/sample-worlds.ts';
import { buildUnmovedInput } from '../no-records.ts';
import type { LabelledAddress } from '../starter-labels.ts';
import { type Rate, wilson } from '../wilson.ts';
import { Rater } from '../world/rate.ts';

/** Labels of a later date are not known when these addresses are rated. */
export const LAST_LABEL_DAY = '2025-11-30';

const FILE = new URL('ofac-listed-later.jsonl', import.meta.url);
const LATER_LIST = 'ofac-sdn';

interface ListedLater {
  readonly network: string;
  readonly address: string;
}

/** What earlier labels made of addresses that OFAC listed afterwards. */
export interface ForwardResult {
  readonly lastLabelDay: string;
  /** Addresses listed later, and how many of them the records that ship name. */
  readonly addresses: number;
  readonly withRecords: number;
  /** Those that another list had named before. */
  readonly namedBefore: number;
  readonly high: Readonly<Record<MethodVersion, Rate>>;
  readonly unrated: Readonly<Record<MethodVersion, Rate>>;
  /** Of those with records alone, with the labels of other lists on the address itself left out. */
  readonly highByRecords: Readonly<Record<MethodVersion, Rate>>;
  /** Each one that records or earlier labels reach. */
  readonly reached: readonly Reached[];
}

interface Reached extends ListedLater {
  readonly hasRecords: boolean;
  readonly isNamedBefore: boolean;
  readonly stars: Readonly<Record<MethodVersion, number>>;
  readonly starsByRecords: Readonly<Record<MethodVersion, number>>;
}

/** Digital currency addresses on OFAC's list of 2026-08-20 that its list of 2025-11-19 does not have. */
export function readListedLater(): readonly ListedLater[] {
  return readFileSync(FILE, 'utf8')
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line): ListedLater => JSON.parse(line));
}

/** The labels as they were known on `LAST_LABEL_DAY`: of later ones none, of OFAC's list only what it had then. */
export function labelsKnownThen(labels: readonly LabelledAddress[]): readonly LabelledAddress[] {
  const later = new Set(readListedLater().map(keyOf));
  const wasKnown = (key: string, { source, sourceDate }: Label) =>
    source === LATER_LIST ? !later.has(key) : sourceDate === null || sourceDate <= LAST_LABEL_DAY;
  return labels
    .map((one) => ({ ...one, labels: one.labels.filter((label) => wasKnown(keyOf(one), label)) }))
    .filter((one) => one.labels.length > 0);
}

/** Rates each address that was listed later by the labels and records that were there before. */
export async function rateForward(labels: readonly LabelledAddress[]): Promise<ForwardResult> {
  const known = labelsKnownThen(labels);
  const own = new Map(known.map((one) => [keyOf(one), one.labels]));
  const subjects = readListedLater();
  const worlds = sampleWorlds(known);
  const withoutThem = sampleWorlds(known.filter((one) => !subjects.some((later) => keyOf(later) === keyOf(one))));
  const reached: Reached[] = [];
  for (const { network, address } of subjects) {
    const at = worlds.findIndex((one) => one.network === network && one.addresses.includes(address));
    const [full, alone] = [worlds[at], withoutThem[at]];
    const given = own.get(keyOf({ network, address })) ?? [];
    if (full === undefined && given.length === 0) continue;
    const common = { network, address, isNamedBefore: given.length > 0 };
    if (full === undefined || alone === undefined) {
      const stars = { '1': unmoved(address, given, '1'), '2': unmoved(address, given, '2') };
      reached.push({ ...common, hasRecords: false, stars, starsByRecords: { '1': 0, '2': 0 } });
      continue;
    }
    const [stars, starsByRecords] = [await bothOf(full.world, address), await bothOf(alone.world, address)];
    reached.push({ ...common, hasRecords: true, stars, starsByRecords });
  }
  const recorded = reached.filter(({ hasRecords }) => hasRecords);
  const isHigh = (stars: number) => stars === 1 || stars === 2;
  const both = (rate: (version: MethodVersion) => Rate) => ({ '1': rate('1'), '2': rate('2') });
  const rated = (version: MethodVersion) => reached.filter(({ stars }) => stars[version] > 0).length;
  return {
    lastLabelDay: LAST_LABEL_DAY,
    addresses: subjects.length,
    withRecords: recorded.length,
    namedBefore: reached.filter(({ isNamedBefore }) => isNamedBefore).length,
    high: both((version) => wilson(reached.filter((one) => isHigh(one.stars[version])).length, subjects.length)),
    unrated: both((version) => wilson(subjects.length - rated(version), subjects.length)),
    highByRecords: both((version) =>
      wilson(recorded.filter((one) => isHigh(one.starsByRecords[version])).length, recorded.length),
    ),
    reached,
  };
}

async function bothOf(world: ConstructorParameters<typeof Rater>[0], address: string) {
  const rater = new Rater(world);
  return { '1': (await rater.rate('1', address)).stars, '2': (await rater.rate('2', address)).stars };
}

function unmoved(address: string, labels: readonly Label[], version: MethodVersion): number {
  return methodOf(version)(buildUnmovedInput(address, labels)).stars;
}

function keyOf({ network, address }: ListedLater): string {
  return `${network} ${address}`;
}
