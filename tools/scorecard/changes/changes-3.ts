import type { Stars } from '@assay/domain';
import { methodOf } from '@assay/exposure';
import { carriedTo, type SampleWorld } from '../lines/sample-worlds.ts';
import { buildUnmovedInput } from '../no-records.ts';
import type { LabelledAddress } from '../starter-labels.ts';
import { Rater } from '../world/rate.ts';
import { type Finding, rateUnmoved3 } from '../world/rate-3.ts';
import type { Reason } from '../world/reason-3.ts';

/** One address that versions 2 and 3 rate differently. */
export interface Change3 {
  readonly network: string;
  /** Null where no record names it. */
  readonly ticker: string | null;
  readonly address: string;
  readonly before: Stars;
  readonly after: Stars;
  /** What decides by version 3. */
  readonly reason: Reason;
  readonly why: string;
}

/** Addresses of one asset that changed alike. */
export interface ChangeGroup {
  readonly network: string;
  readonly ticker: string | null;
  readonly before: Stars;
  readonly after: Stars;
  readonly reason: Reason;
  readonly addresses: number;
  /** One of them, with its figures. */
  readonly example: string;
  readonly why: string;
}

export interface ChangeReport3 {
  /** Addresses of the records that ship, and labelled ones beside them. */
  readonly sampled: number;
  readonly labelled: number;
  /** Of the addresses of the records: by why version 3 gives no stars, and by stars, those without first. */
  readonly findings: Readonly<Partial<Record<Finding, number>>>;
  readonly stars: readonly number[];
  readonly groups: readonly ChangeGroup[];
}

/** Rates every address of the records and labels that ship by versions 2 and 3, and says what decides those that differ. */
export async function findChanges3(
  labels: readonly LabelledAddress[],
  worlds: readonly SampleWorld[],
): Promise<{ readonly report: ChangeReport3; readonly changes: readonly Change3[] }> {
  const changes: Change3[] = [];
  const findings: Partial<Record<Finding, number>> = {};
  const stars = [0, 0, 0, 0, 0, 0];
  const seen = new Set<string>();
  let [sampled, labelled] = [0, 0];
  for (const { network, ticker, world, addresses } of worlds) {
    const rater = new Rater(world);
    for (const address of addresses) {
      sampled += 1;
      seen.add(`${network} ${address}`);
      const before = (await rater.rate('2', address)).stars;
      const { stars: after, finding, reason, why } = await rater.third.rate(address);
      stars[after] = (stars[after] ?? 0) + 1;
      if (finding !== null) findings[finding] = (findings[finding] ?? 0) + 1;
      if (before !== after) changes.push({ network, ticker, address, before, after, reason, why });
    }
  }
  const carried = new Map([...new Set(labels.map(({ network }) => network))].map((id) => [id, carriedTo(id, labels)]));
  for (const { network, address, labels: own } of labels) {
    if (seen.has(`${network} ${address}`)) continue;
    labelled += 1;
    const all = [...own, ...(carried.get(network)?.get(address) ?? [])];
    const before = methodOf('2')(buildUnmovedInput(address, all)).stars;
    const { stars: after, reason, why } = await rateUnmoved3(network, address, all);
    if (before !== after) changes.push({ network, ticker: null, address, before, after, reason, why });
  }
  return { report: { sampled, labelled, findings, stars, groups: groupsOf(changes) }, changes };
}

/** The largest first. */
function groupsOf(changes: readonly Change3[]): readonly ChangeGroup[] {
  const groups = Map.groupBy(changes, ({ network, ticker, before, after, reason }) =>
    [network, ticker, before, after, reason].join(' '),
  );
  return [...groups.values()]
    .flatMap((members): readonly ChangeGroup[] => {
      const [first] = members;
      if (first === undefined) return [];
      const { address: example, ...change } = first;
      return [{ ...change, addresses: members.length, example }];
    })
    .toSorted((a, b) => b.addresses - a.addresses || (a.example < b.example ? -1 : 1));
}
