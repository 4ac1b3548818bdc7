import type { Stars } from '@assay/domain';
import { type Label, type MethodVersion, methodOf } from '@assay/exposure';
import { buildUnmovedInput } from '../no-records.ts';
import type { LabelledAddress } from '../starter-labels.ts';
import { type ByVersion, byVersion } from '../version.ts';
import { Rater } from '../world/rate.ts';
import { type Finding, rateUnmoved3 } from '../world/rate-3.ts';
import { withoutLabelsOf } from '../world/world.ts';
import { type KnownAddress, knownOf } from './known.ts';
import { carriedTo, type SampleWorld } from './sample-worlds.ts';

/** Stars by every version, and why version 3 gives none. */
export interface RatedBy {
  readonly stars: ByVersion<Stars>;
  /** Null where version 3 gives stars. */
  readonly finding: Finding | null;
}

/** What every version makes of an address that is known. */
export interface RatedAddress {
  readonly known: KnownAddress;
  readonly hasRecords: boolean;
  readonly own: RatedBy;
  /** With its own labels left out, on every network. Without records nothing is left to rate. */
  readonly leftOut: RatedBy;
}

const UNRATED: RatedBy = { stars: byVersion(() => 0), finding: 'no_records' };

/** Rates every known address twice by each version: with its own label, and with it left out. */
export async function rateKnown(
  labels: readonly LabelledAddress[],
  worlds: readonly SampleWorld[],
): Promise<readonly RatedAddress[]> {
  const raters = worlds.map((sample) => ({ sample, rater: new Rater(sample.world), named: new Set(sample.addresses) }));
  const carried = new Map([...new Set(labels.map(({ network }) => network))].map((id) => [id, carriedTo(id, labels)]));
  const rated: RatedAddress[] = [];
  for (const address of labels) {
    const known = knownOf(address);
    if (known === null) continue;
    const { network, address: text } = known;
    const held = raters.find(({ sample, named }) => sample.network === network && named.has(text));
    if (held === undefined) {
      const own = await rateUnmoved(known, carried.get(network)?.get(text) ?? []);
      rated.push({ known, hasRecords: false, own, leftOut: UNRATED });
      continue;
    }
    const own = await rateByAll(held.rater, text);
    rated.push({ known, hasRecords: true, own, leftOut: await rateLeftOut(held.rater, text) });
  }
  return rated;
}

export async function rateByAll(rater: Rater, address: string): Promise<RatedBy> {
  const third = await rater.rateBy('3', address);
  const stars = {
    '1': (await rater.rate('1', address)).stars,
    '2': (await rater.rate('2', address)).stars,
    '3': third.stars,
  };
  return { stars, finding: third.finding };
}

async function rateLeftOut({ world, third }: Rater, address: string): Promise<RatedBy> {
  const without = new Rater(withoutLabelsOf(world, address));
  const { stars: thirdStars, finding } = await third.rateLeftOut(address);
  const stars = {
    '1': (await without.rate('1', address)).stars,
    '2': (await without.rate('2', address)).stars,
    '3': thirdStars,
  };
  return { stars, finding };
}

/** The same of an address that no record names, by its labels. @param carried from the same key on other networks */
export async function rateUnmoved(
  { network, address, labels }: LabelledAddress,
  carried: readonly Label[],
): Promise<RatedBy> {
  const all = [...labels, ...carried];
  const by = (version: MethodVersion, own: readonly Label[]) =>
    methodOf(version)(buildUnmovedInput(address, own)).stars;
  const third = await rateUnmoved3(network, address, all);
  return { stars: { '1': by('1', labels), '2': by('2', all), '3': third.stars }, finding: third.finding };
}
