import { CATEGORIES, type Category, isCategory, isNetworkId, NETWORKS } from '@assay/domain';
import { countOf, formatCount, formatShare, formatUsdInSentence } from '@assay/wording';
import type {
  ByVersion,
  PublishedLine,
  PublishedMonthGroup,
  PublishedRate,
  PublishedScorecard,
} from './published-scorecard.ts';
import type {
  ScorecardView,
  ShownAttack,
  ShownCalibration,
  ShownChange,
  ShownForward,
  ShownGroup,
  ShownLine,
  ShownOutcome,
  ShownOutside,
  ShownRate,
  ShownSummary,
} from './view-types.ts';

const GROUPS = [
  { id: 'network', title: 'By network' },
  { id: 'category', title: 'By category' },
  { id: 'source', title: 'By source' },
  { id: 'year', title: 'By year of the statement' },
] as const;

/** The rules of version 2 that changed stars, as its page words them. */
const RULES: Readonly<Record<string, string>> = {
  carried: 'A label of the same key on another network holds here (5.2)',
  cluster: 'Another address of the same owner is labelled (5.3)',
  deposit_address: 'A deposit address by the new conditions (3.1)',
  unlabelled_service: 'An unlabelled service by the new conditions (3.2)',
  no_label_of_version_1: 'Version 1 took an account for a deposit address or a service (3.1, 3.2)',
  service_floor: 'A service’s label no longer hides what came in (6.1)',
  history_incomplete: 'Five stars need a complete history (6.5)',
  too_little_clean: 'Five stars need 40% from known parties without raised risk (6.5)',
  too_much_not_followed: 'Five stars need at most 10% not followed (6.5)',
  not_rated: 'Too little is attributed, and no floor holds (6.5)',
  set_aside: 'A little incoming money of tier S is set aside (6.2)',
  price_bounds: 'Without a price, the least and the most of the year decide (6.9)',
  floor_s: 'Floors of tier S (6.3)',
  floor_a: 'Floors of tier A sum the whole tier (6.3)',
  floor_b: 'Floors of tier B are 55, 42 and 22 (6.3)',
};

/** Rates of the same reading, by version. */
function showRates(rates: ByVersion<PublishedRate>): ByVersion<ShownRate> {
  return byVersion((version) => showRate(rates[version]));
}

function byVersion<Value>(of: (version: keyof ByVersion<Value>) => Value): ByVersion<Value> {
  return { '1': of('1'), '2': of('2'), '3': of('3') };
}

/** The percentage of a share, and what it is of. */
export function showRate({ count, of, cases, share, low, high }: PublishedRate): ShownRate {
  if (share === null || low === null || high === null) return { share: '–', cases: 'n = 0', interval: 'n = 0' };
  return {
    share: formatShare(share),
    cases: `${formatCount(count)} of ${formatCount(of)}${cases === of ? '' : `, ${countOf(cases, 'case')}`}`,
    interval: `${formatShare(low)} to ${formatShare(high)}`,
  };
}

/** What the page shows of the published file. */
export function viewOf(card: PublishedScorecard): ScorecardView {
  const { data, attacks, changes, agreement } = card;
  return {
    sums: [
      { name: 'labelled addresses', value: data.labelled },
      { name: 'addresses with records', value: data.sampled },
      { name: 'attacks', value: attacks.length },
      { name: 'changes of stars', value: changes.changes.length },
    ],
    disputed: data.disputed,
    summary: showSummary(card),
    groups: showGroups(card),
    calibration: showCalibration(card),
    forward: showForward(card),
    gamingCases: showAttacks(card, ({ family }) => family === 'gaming_case'),
    washing: showAttacks(card, ({ family, aim }) => family !== 'gaming_case' && aim === 'raise'),
    griefing: showAttacks(card, ({ family, aim }) => family !== 'gaming_case' && aim === 'lower'),
    agreement,
    changes: showChanges(card),
    compared: changes.sampled + changes.labelled,
    outside: showOutside(card),
  };
}

function showSummary({ measures }: PublishedScorecard): readonly ShownSummary[] {
  return measures.map(({ name, values }) => ({
    name,
    values: byVersion((version) => {
      const value = values[version];
      if ('share' in value) return showRate(value);
      return { share: `${formatCount(value.count)} of ${formatCount(value.of)}`, cases: '', interval: '' };
    }),
  }));
}

function showCalibration({ calibration }: PublishedScorecard): readonly ShownCalibration[] {
  const rateOf = (version: string, reading: string, stars: number): ShownRate => {
    const found = calibration.find((one) => one.version === version && one.reading === reading && one.stars === stars);
    return showRate(found?.bad ?? { count: 0, of: 0, cases: 0, share: null, low: null, high: null });
  };
  const both = (reading: string, stars: number) => byVersion((version) => rateOf(version, reading, stars));
  return [5, 4, 3, 2, 1, 0].map((stars) => ({
    stars: starsText(stars),
    own: both('own', stars),
    leftOut: both('leftOutRecords', stars),
  }));
}

/** Keeps a month in one line. */
const NO_BREAK_HYPHEN = '\u2011';

function showForward({ forward: { withinDays, months, totals } }: PublishedScorecard): ShownForward {
  const reached = months.filter(({ bad }) => bad.addresses > 0);
  const sizeOf = ({ addresses, cases }: PublishedMonthGroup) =>
    addresses === 0 ? '–' : `${formatCount(addresses)} in ${countOf(cases, 'case')}`;
  const starsOf = ({ stars }: PublishedMonthGroup) =>
    byVersion((version) =>
      stars[version]
        .flatMap((count, given) => (count === 0 ? [] : [`${formatCount(count)} with ${starsText(given)}`]))
        .join(', '),
    );
  return {
    withinDays,
    ...{ listed: totals.listed, cases: totals.listedCases, namedBefore: totals.namedBefore },
    months: reached.map(({ month, listed, bad, good }) => ({
      ...{ month: month.slice(0, 7).replace('-', NO_BREAK_HYPHEN), listed },
      ...{ bad: sizeOf(bad), badStars: starsOf(bad), good: sizeOf(good), goodStars: starsOf(good) },
    })),
    without: months.length - reached.length,
  };
}

/** Lines of the scorecard, group by group, without those over all addresses. */
function showGroups({ lines }: PublishedScorecard): readonly ShownGroup[] {
  return GROUPS.map(({ id, title }) => {
    const own = lines.filter(({ by }) => by === id);
    const of = (truth: string) => own.filter((line) => line.truth === truth).map(showLine);
    return { id, title, bad: of('bad'), good: of('good') };
  });
}

function showLine({ by, value, addresses, withRecords, cells }: PublishedLine): ShownLine {
  const of = (reading: 'own' | 'leftOutRecords', kind: 'warned' | 'unrated') =>
    showRates(byVersion((version) => cells[reading][version][kind]));
  return {
    name: nameOf(by, value),
    isCode: by === 'source',
    addresses,
    withRecords,
    warned: of('own', 'warned'),
    unrated: of('own', 'unrated'),
    leftOut: of('leftOutRecords', 'warned'),
  };
}

function nameOf(by: string, value: string): string {
  if (by === 'network') return isNetworkId(value) ? NETWORKS[value].name : value;
  if (by === 'category' && isCategory(value)) return titleOf(value);
  return value;
}

function titleOf(category: Category): string {
  return CATEGORIES[category].title;
}

/** Some attacks, with what they cost under each version. */
function showAttacks(
  { attacks }: PublishedScorecard,
  isShown: (attack: PublishedScorecard['attacks'][number]) => boolean,
): readonly ShownAttack[] {
  return attacks.filter(isShown).map((attack) => ({
    title: attack.title,
    says: attack.says,
    outcomes: byVersion((version) => showOutcome(attack, version)),
  }));
}

function showOutcome(
  { aim, attempts, outcomes }: PublishedScorecard['attacks'][number],
  version: keyof ByVersion<unknown>,
): ShownOutcome {
  const { before, after, attempt, usdPerStar, endsUnrated } = outcomes[version];
  const taken = attempt === null ? undefined : attempts[attempt];
  if (taken === undefined || usdPerStar === null) {
    const tried = attempts.map(({ effort }) => effort).join('; ');
    return {
      stars: `${aim === 'raise' ? 'No star gained' : 'No star lost'}, ${starsText(before)} before${endsUnrated ? ', or none' : ''}`,
      cost: `Tried: ${tried}`,
    };
  }
  const { effort, transactions, lockedUsd } = taken;
  const locked = lockedUsd > 0 ? `, ${formatUsdInSentence(lockedUsd)} locked` : '';
  const count = transactions === 0 ? 'no further transaction' : countOf(transactions, 'further transaction');
  return {
    stars: `${starsText(before)} to ${after} stars${endsUnrated ? ', or none' : ''}`,
    cost: `${formatUsdInSentence(usdPerStar)} a star${locked}; ${count}: ${effort}`,
  };
}

/** Changes of stars between the versions, counted by asset, rule and stars. */
function showChanges({ changes }: PublishedScorecard): readonly ShownChange[] {
  const groups = Map.groupBy(
    changes.changes,
    ({ network, ticker, before, after, rule }) => `${network} ${ticker} ${rule} ${before} ${after}`,
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { network, ticker, before, after, rule } = first;
    const place = nameOf('network', network);
    return {
      asset: ticker === null ? `${place}, no records` : ticker === network ? ticker : `${ticker} on ${place}`,
      rule: RULES[rule] ?? rule,
      stars: `${starsText(before)} to ${starsText(after)}`,
      addresses: group.length,
    };
  });
}

/** Cases outside their range; what is the same with the own label and without is one. */
function showOutside({ outside }: PublishedScorecard): readonly ShownOutside[] {
  const groups = Map.groupBy(
    outside,
    ({ version, name, stars, range }) => `${version} ${name} ${stars} ${range.join('-')}`,
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { name, why, version, reading, range, stars } = first;
    const label = group.length > 1 ? 'either' : reading === 'own' ? 'known' : 'left out';
    return { name, why, version, label, range: [...new Set(range)].join(' to '), stars: starsText(stars) };
  });
}

/** Stars as a number. */
function starsText(stars: number): string {
  return stars === 0 ? 'none' : `${stars}`;
}
