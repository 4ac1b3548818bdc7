import { CATEGORIES, type Category } from '@assay/domain';
import { type Assessment, assess, type Label } from '@assay/exposure';
import type { Kind, StarRange } from './case.ts';
import { buildUnmovedInput } from './no-records.ts';
import type { LabelledAddress } from './starter-labels.ts';

/** Addresses of the shipped lists whose rating is known beforehand, before any transfer of theirs is. */
export interface StarterGroup {
  readonly name: string;
  readonly kind: Kind;
  readonly expected: string;
  readonly stars: StarRange;
  readonly has: (labels: readonly Label[]) => boolean;
  /** Fewest addresses the shipped lists should hold of it. */
  readonly least: number;
}

const says = (label: Label, categories: readonly Category[], confidence = 50) =>
  categories.includes(label.category) && label.confidence >= confidence;
const some =
  (categories: readonly Category[], confidence?: number) =>
  (labels: readonly Label[]): boolean =>
    labels.some((label) => says(label, categories, confidence));
/** Every list that names the address agrees that it is neutral or low. */
const allHarmless = (labels: readonly Label[]) => labels.every(({ category }) => 'CD'.includes(tierOf(category)));
const tierOf = (category: Category) => CATEGORIES[category].tier;

export const STARTER_GROUPS: readonly StarterGroup[] = [
  {
    name: 'on the OFAC list',
    kind: 'bad',
    expected: 'one star, whatever else is said of it',
    stars: [1, 1],
    has: (labels) => labels.some(({ source }) => source === 'ofac-sdn'),
    least: 500,
  },
  {
    name: 'taken off the OFAC list, Tornado Cash',
    kind: 'bad',
    expected: 'not sanctioned any more, still a mixer: one star',
    stars: [1, 1],
    has: (labels) => labels.some(({ source }) => source === 'ofac-delisted'),
    least: 80,
  },
  {
    name: 'frozen by the issuer',
    kind: 'bad',
    expected: 'one star',
    stars: [1, 1],
    has: some(['issuer_frozen']),
    least: 300,
  },
  {
    name: 'terrorism financing',
    kind: 'bad',
    expected: 'one star',
    stars: [1, 1],
    has: some(['terrorism_financing']),
    least: 50,
  },
  {
    name: 'ransomware, known for sure',
    kind: 'bad',
    expected: 'one star',
    stars: [1, 1],
    has: some(['ransom']),
    least: 6000,
  },
  {
    name: 'mixer or dark market, known for sure',
    kind: 'bad',
    expected: 'one star',
    stars: [1, 1],
    has: some(['mixer', 'dark_market']),
    least: 200,
  },
  {
    name: 'scam by word of the community',
    kind: 'bad',
    expected: 'a weak label counts one band lower: two stars, or one where a stronger list agrees',
    stars: [1, 2],
    has: (labels) => labels.some(({ source }) => source === 'mew-darklist'),
    least: 500,
  },
  {
    name: 'gambling, known for sure and nothing worse',
    kind: 'elevated',
    expected: 'two stars, as the service it is',
    stars: [2, 2],
    has: (labels) =>
      some(['gambling'])(labels) && labels.every(({ category }) => ['B', 'C', 'D'].includes(tierOf(category))),
    least: 20,
  },
  {
    name: 'exchange, known for sure and nothing worse',
    kind: 'good',
    expected: 'licence unknown, still low risk',
    stars: [4, 5],
    has: (labels) => some(['exchange_licence_unknown'])(labels) && allHarmless(labels),
    least: 1000,
  },
  {
    name: 'miner, known for sure and nothing worse',
    kind: 'good',
    expected: 'five stars, or low risk where another list names a service',
    stars: [4, 5],
    has: (labels) => some(['miner'])(labels) && allHarmless(labels),
    least: 1000,
  },
  {
    name: 'harmless by weak lists only',
    kind: 'unknown',
    expected: 'a weak harmless label does not decide, and no transfer is known: N/A',
    stars: [0, 0],
    has: (labels) => allHarmless(labels) && labels.every(({ confidence }) => confidence < 50),
    least: 100,
  },
];

export interface GroupScore {
  readonly of: StarterGroup;
  readonly addresses: number;
  /** Addresses by stars, 0 to 5. */
  readonly byStars: readonly number[];
  /** Outside the range, with the reason given. */
  readonly wrong: readonly { readonly address: string; readonly assessment: Assessment }[];
}

/** Rates every address of every group by its labels alone. */
export function scoreGroups(addresses: readonly LabelledAddress[]): readonly GroupScore[] {
  return STARTER_GROUPS.map((group) => {
    const byStars = [0, 0, 0, 0, 0, 0];
    const wrong: { address: string; assessment: Assessment }[] = [];
    const members = addresses.filter(({ labels }) => group.has(labels));
    for (const { address, labels } of members) {
      const assessment = assess(buildUnmovedInput(address, labels));
      const { stars } = assessment;
      byStars[stars] = (byStars[stars] ?? 0) + 1;
      if (stars < group.stars[0] || stars > group.stars[1]) wrong.push({ address, assessment });
    }
    return { of: group, addresses: members.length, byStars, wrong };
  });
}
