import type { Stars } from '@assay/domain';
import { type MethodVersion, methodOf } from '@assay/exposure';
import { buildUnmovedInput } from '../no-records.ts';
import type { LabelledAddress } from '../starter-labels.ts';
import { Rater } from '../world/rate.ts';
import { withoutLabelsOf } from '../world/world.ts';
import { type KnownAddress, knownOf } from './known.ts';
import { carriedTo, type SampleWorld } from './sample-worlds.ts';

type ByVersion = Readonly<Record<MethodVersion, Stars>>;

/** Stars of an address that is known, by both versions. */
export interface RatedAddress {
  readonly known: KnownAddress;
  readonly hasRecords: boolean;
  readonly own: ByVersion;
  /** With its own labels left out, on every network. Without records nothing is left to rate. */
  readonly leftOut: ByVersion;
}

const UNRATED: ByVersion = { '1': 0, '2': 0 };

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
      const more = carried.get(network)?.get(text) ?? [];
      const own = { '1': unmoved(known, '1'), '2': unmoved({ ...known, labels: [...known.labels, ...more] }, '2') };
      rated.push({ known, hasRecords: false, own, leftOut: UNRATED });
      continue;
    }
    const without = new Rater(withoutLabelsOf(held.sample.world, text));
    rated.push({
      known,
      hasRecords: true,
      own: await bothOf(held.rater, text),
      leftOut: await bothOf(without, text),
    });
  }
  return rated;
}

async function bothOf(rater: Rater, address: string): Promise<ByVersion> {
  return { '1': (await rater.rate('1', address)).stars, '2': (await rater.rate('2', address)).stars };
}

function unmoved({ address, labels }: LabelledAddress, version: MethodVersion): Stars {
  return methodOf(version)(buildUnmovedInput(address, labels)).stars;
}
