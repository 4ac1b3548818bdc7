import { readFileSync } from 'node:fs';
import { CATEGORIES, CATEGORY_IDS, CONFIDENCE, RESIDUAL_IDS, RESIDUALS, STAR_BOUNDS } from '@assay/domain';
import { formatBound, formatUsdInSentence } from '@assay/wording';
import { describe, expect, it } from 'vitest';
import * as labels from '../src/method/label-numbers-2.ts';
import * as numbers from '../src/method/numbers.ts';
import * as second from '../src/method/numbers-2.ts';
import { WORKED_EXAMPLES_2 } from './worked-examples-2.ts';

const page = readFileSync(new URL('../../../docs/method/2/README.md', import.meta.url), 'utf8');

/** Cells of the table whose head starts with these cells. */
function readTable(...head: readonly string[]): readonly (readonly string[])[] {
  const lines = page.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${head.join(' | ')} |`));
  if (start < 0) throw new Error(`the page has no table with the head ${head.join(', ')}`);
  const body = lines.slice(start + 2);
  const end = body.findIndex((line) => !line.startsWith('|'));
  return body.slice(0, end < 0 ? undefined : end).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

/** The text of a section, without its heading. */
function readSection(heading: string): string {
  const start = page.indexOf(`\n${heading}\n`);
  if (start < 0) throw new Error(`the page has no section ${heading}`);
  const level = heading.split(' ')[0] ?? '';
  const body = page.slice(start + heading.length + 2);
  const end = body.search(new RegExp(`^#{1,${level.length}} `, 'm'));
  return end < 0 ? body : body.slice(0, end);
}

const group = (number: number) => number.toLocaleString('en-US');
const dollars = formatUsdInSentence;
const percentOfParts = (parts: number) => `${100 / parts}%`;
const strong = `confidence ${numbers.STRONG_CONFIDENCE} or more`;

/** What the page says in sentences, by section, written with the numbers of the code. */
const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  '## 3. Exposure': [
    `it has a label of confidence ${numbers.COMPETING_CONFIDENCE} or more`,
    `The threshold starts at ${numbers.FIRST_THRESHOLD.toExponential()};`,
    `while R is over ${formatBound(numbers.TARGET_NOT_FOLLOWED)} and fewer than ${group(numbers.MAX_STATES)} states were taken`,
  ],
  '### 3.1 Deposit address': [
    `At least ${numbers.DEPOSIT_PERCENT}% of its outflow by amount went to the service.`,
    `is at most ${labels.DEPOSIT_WAIT_SECONDS / 3600} hours*`,
    `is at most ${labels.EMPTIED_PERCENT}% of what came in since`,
    `at confidence ${labels.DERIVED_CONFIDENCE}`,
  ],
  '### 3.2 Unlabelled service': [
    `sum to at least ${percentOfParts(labels.COUNTED_PARTS)}* of all its inflow`,
    `There are at least ${labels.SERVICE_PARTIES.sending} counted senders, at least ${labels.SERVICE_PARTIES.receiving} counted receivers, and more than ${group(labels.SERVICE_PARTIES.either)} distinct accounts`,
    `in at least ${labels.SERVICE_TRANSACTIONS} transactions, on at least ${labels.SERVICE_DAYS === 7 ? 'seven' : labels.SERVICE_DAYS} days`,
    `sent at most ${labels.LARGEST_PARTIES.percent}%* of its inflow`,
  ],
  '## 5. Labels and categories': [
    `labels under confidence ${numbers.COMPETING_CONFIDENCE} never compete`,
    `Of the rest, those of ${strong} come first`,
  ],
  '### 5.2 Carried labels: same key': [
    `at the smaller of ${CONFIDENCE.derived} and its confidence`,
    `S gives ${numbers.IDENTITY_TOTALS.S.weak}, A ${numbers.IDENTITY_TOTALS.A.weak}, B ${numbers.IDENTITY_TOTALS.B.weak}.`,
  ],
  '### 5.3 Clusters on UTXO networks': [
    `only in clusters of at most ${group(labels.LARGEST_RISKY_CLUSTER)}* addresses`,
    `at the smaller of ${labels.DERIVED_CONFIDENCE} and its confidence`,
    `confidence of at least ${labels.REFUSING_CONFIDENCE} that count among its members`,
  ],
  '### 6.1 Identity first': [
    `Where this sum is at least ${dollars(second.SERVICE_FLOOR.usd)} in dollars: at least ${second.SERVICE_FLOOR.steps
      .map(({ floor, minShare }, at) =>
        at === 0
          ? `${formatBound(minShare)} of the incoming direction: ${floor}`
          : `at least ${formatBound(minShare)}: ${floor}`,
      )
      .join('; ')}.`,
    `Where the history is incomplete (section 2) the floor is ${second.SERVICE_FLOOR.whenIncomplete} in place of each`,
    `without ${second.SERVICE_FLOOR.without.map((id) => `\`${id}\``).join(' and ')}`,
  ],
  '### 6.2 What is set aside, and the linear score': [
    `above 0 and below ${formatBound(second.SET_ASIDE.share)} of the direction, and its dollars are below ${dollars(second.SET_ASIDE.usd)}`,
    `${numbers.INDIRECT_FACTOR} for indirect exposure and for residuals`,
    `do not sum to ${dollars(second.COUNTED_USD)}, all of them are *too small to count*`,
    `\`w · h\` is then at most ${second.LITTLE_WEIGHT}, direct or indirect`,
    `the larger of incoming and ${numbers.OUTGOING_FACTOR} times outgoing`,
  ],
  '### 6.3 Floors': [
    `both layers together, sum to less than ${dollars(second.COUNTED_USD)}.`,
    `needs at least ${formatBound(second.SERVICE_SHARE)} in the column beside a dollar condition of an outgoing column`,
    `over *all* shares takes each floor a step lower`,
    `takes the shares of labels with ${strong} that were in force`,
    ...(['S', 'A'] as const).flatMap((tier) =>
      (['direct', 'indirect'] as const).map(
        (layer) => `${tier} ${layer} ${second.LOWER_FLOORS[tier][layer].join(', ')}, none`,
      ),
    ),
    `B ${second.LOWER_FLOORS.B.direct.join(', ')}, none.`,
    `By dollars of A: direct ${second.LOWER_USD_FLOORS.direct.join(', ')}, none; indirect ${second.LOWER_USD_FLOORS.indirect.join(', ')}, none.`,
    `Floors are not scaled by ${numbers.OUTGOING_FACTOR}.`,
  ],
  '### 6.5 Coverage, and when there are no stars': [
    `Five stars need clean of at least ${formatBound(numbers.MIN_CLEAN)}, R of at most ${formatBound(second.MAX_NOT_FOLLOWED)}, and a complete history`,
    `with a total under ${STAR_BOUNDS[5]} and without one of these it is four`,
    `attributed is below ${formatBound(numbers.MIN_ATTRIBUTED)} and no floor`,
  ],
  '### 6.9 Dollars': [
    `the shares it sums are at least ${formatBound(second.UNDECIDED_SHARE)} of the direction`,
    `the ${dollars(second.COUNTED_USD)} are met where the shares they sum are at least ${formatBound(second.UNDECIDED_SHARE)} of the direction, and larger sums never`,
  ],
};

describe('the published method, version 2', () => {
  it.each(Object.entries(SENTENCES))('says in sentences what the code computes with: %s', (heading, sentences) => {
    const section = readSection(heading);
    for (const sentence of sentences) expect(section).toContain(sentence);
  });

  it('has the categories and residuals that the code scores with', () => {
    expect(readTable('Id', 'Category', 'Group', 'Tier', 'w')).toEqual(
      CATEGORY_IDS.map((id) => {
        const { title, group: shown, tier, weight } = CATEGORIES[id];
        return [`\`${id}\``, title, shown, tier, `${weight}`];
      }),
    );
    const weights = readTable('Residual').map(([id, , weight]) => [id, weight]);
    expect(weights).toEqual(RESIDUAL_IDS.map((id) => [`\`${id}\``, `${RESIDUALS[id].weight}`]));
  });

  it('has the totals of an own label', () => {
    expect(readTable('Tier of the label')).toEqual([
      ...(['S', 'A', 'B'] as const).map((tier) => [
        tier,
        `at least ${numbers.IDENTITY_TOTALS[tier].strong}`,
        `at least ${numbers.IDENTITY_TOTALS[tier].weak}`,
      ]),
      ['C, D', 'the larger of 100 · w and the service floor', 'does not decide'],
    ]);
  });

  it('has the columns of floors', () => {
    const columns = second.FLOOR_COLUMNS.map(({ tier, layer, directions, steps }) => {
      const [direction, other] = directions;
      const named = other !== undefined ? '' : direction === 'bwd' ? ', incoming' : ', outgoing';
      const shares = steps.filter(({ minUsd }) => minUsd === null);
      const sums = steps.filter(({ minUsd }) => minUsd !== null);
      const beside = sums[0]?.minShare ?? 0;
      const byUsd = sums.map(({ minUsd, floor }) => `≥ ${dollars(minUsd ?? 0)}: ${floor}`).join('; ');
      return [
        tier,
        `${layer}${named}`,
        shares.map(({ minShare, floor }) => `≥ ${formatBound(minShare)}: ${floor}`).join('; '),
        beside === 0 ? byUsd : `with ≥ ${formatBound(beside)}: ${byUsd}`,
      ];
    });
    expect(readTable('Tier', 'Column', 'By share', 'By dollars')).toEqual(columns);
  });

  it('has one share beside all dollar conditions of a column', () => {
    for (const { steps } of second.FLOOR_COLUMNS) {
      const sums = steps.filter(({ minUsd }) => minUsd !== null);
      expect(new Set(sums.map(({ minShare }) => minShare)).size).toBeLessThan(2);
    }
  });

  it('has the levels of confidence in a result', () => {
    const { high, medium } = numbers.CONFIDENCE_LEVELS;
    const bounds = [high, medium].map(({ attributed, notFollowed }) => [
      `≥ ${formatBound(attributed)}`,
      `≤ ${formatBound(notFollowed)}`,
    ]);
    expect(readTable('Confidence', 'Attributed', 'R', 'History').slice(0, 2)).toEqual([
      ['high', ...(bounds[0] ?? []), 'complete'],
      ['medium', ...(bounds[1] ?? []), 'complete'],
    ]);
  });

  it('weighs what is too small to count as the linear score does', () => {
    expect(second.LITTLE_WEIGHT).toBe(numbers.TOO_SMALL_WEIGHT);
  });

  it('lists the worked examples that are tested, with their stars', () => {
    expect(readTable('Example', 'Stars')).toEqual(WORKED_EXAMPLES_2.map(({ name, stars }) => [name, stars]));
  });
});
