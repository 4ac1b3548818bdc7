import { readFileSync } from 'node:fs';
import {
  CATEGORIES,
  CATEGORY_IDS,
  CONFIDENCE,
  RESIDUAL_IDS,
  RESIDUALS,
  STAR_BOUNDS,
  verdictOfStars,
} from '@assay/domain';
import { formatBound, formatUsdInSentence } from '@assay/wording';
import { describe, expect, it } from 'vitest';
import { METHOD_VERSION } from '../src/index.ts';
import * as numbers from '../src/method/numbers.ts';
import { FLOORS } from '../src/score/floors.ts';
import { WORKED_EXAMPLES } from './worked-examples.ts';

const page = readFileSync(new URL('../../../docs/method/README.md', import.meta.url), 'utf8');

/** Cells of the table whose head starts with these cells. */
function readTable(...head: readonly string[]): readonly (readonly string[])[] {
  const lines = page.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${head.join(' | ')} |`));
  if (start < 0) throw new Error(`the method page has no table with the head ${head.join(', ')}`);
  const body = lines.slice(start + 2);
  const end = body.findIndex((line) => !line.startsWith('|'));
  return body.slice(0, end < 0 ? undefined : end).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

const NUMBER_WORDS: Readonly<Record<number, string>> = { 2: 'two', 3: 'three', 4: 'four', 6: 'six', 10: 'ten' };

function inWords(number: number): string {
  const word = NUMBER_WORDS[number];
  if (word === undefined) throw new Error(`the page has no word for ${number}`);
  return word;
}

/** The text of a section, without its heading. */
function readSection(heading: string): string {
  const start = page.indexOf(`\n${heading}\n`);
  if (start < 0) throw new Error(`the method page has no section ${heading}`);
  const level = heading.split(' ')[0] ?? '';
  const body = page.slice(start + heading.length + 2);
  const end = body.search(new RegExp(`^#{1,${level.length}} `, 'm'));
  return end < 0 ? body : body.slice(0, end);
}

const group = (number: number) => number.toLocaleString('en-US');
const strong = `confidence ${numbers.STRONG_CONFIDENCE} or more`;

/** What the page says in sentences, by section, written with the numbers of the code. */
const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  '## 3. Exposure': [
    `an account with a label of confidence ${numbers.COMPETING_CONFIDENCE} or more`,
    `made at least ${inWords(numbers.DEPOSIT_PAYMENTS)} payments, at least ${numbers.DEPOSIT_PERCENT}% of whose outflow`,
    `name and category at confidence ${CONFIDENCE.derived};`,
    `more than ${group(numbers.SERVICE_COUNTERPARTIES)} distinct counterparties`,
    `a contract without a label, at confidence ${CONFIDENCE.derived}.`,
    `The threshold starts at ${numbers.FIRST_THRESHOLD.toExponential()};`,
    `while R is over ${formatBound(numbers.TARGET_NOT_FOLLOWED)} and fewer than ${group(numbers.MAX_STATES)} states were taken`,
    `it is divided by ${inWords(numbers.THRESHOLD_DIVISOR)} and a new round starts`,
    `for each of the ${inWords(numbers.PATHS_PER_ROW)} records that carry most, the best path`,
  ],
  '## 5. Labels and categories': [
    `labels under confidence ${numbers.COMPETING_CONFIDENCE} never compete`,
    `Of the rest, those of ${strong} come first`,
  ],
  '### 6.1 Identity first': [`An issuer's freeze of the address is tier S at confidence ${CONFIDENCE.authority}.`],
  '### 6.2 Linear score': [
    `${numbers.INDIRECT_FACTOR} for indirect exposure and for residuals`,
    `below $${numbers.TOO_SMALL_USD} is *too small to count*`,
    `\`w · h\` is then at most ${numbers.TOO_SMALL_WEIGHT}, direct or indirect`,
    `the $${numbers.TOO_SMALL_USD} count as met from ${formatBound(numbers.TOO_SMALL_SHARE)} of the direction on`,
    `the larger of incoming and ${numbers.OUTGOING_FACTOR} times outgoing`,
  ],
  '### 6.3 Floors': [
    `Floors of S and A need at least $${numbers.TOO_SMALL_USD} in the category and direction`,
    `without a price, at least ${formatBound(numbers.TOO_SMALL_SHARE)} of the direction`,
    `The ${formatUsdInSentence(FLOORS.S.direct[0].minUsd ?? 0)} too are of both layers together`,
    `over shares of labels with ${strong} that were in force`,
    `Floors are not scaled by ${numbers.OUTGOING_FACTOR}.`,
    `A bound is met from one ${numbers.BOUND_TOLERANCE === 1e-9 ? 'billionth' : 'other part'} below it`,
  ],
  '### 6.4 Total and stars': [`kept to ${inWords(numbers.TOTAL_DECIMALS)} decimals`],
  '### 6.5 Coverage, and when there are no stars': [
    `Five stars need clean of at least ${formatBound(numbers.MIN_CLEAN)};`,
    `attributed is below ${formatBound(numbers.MIN_ATTRIBUTED)} and the total is under ${STAR_BOUNDS[5]}.`,
  ],
};

/** Numerals of these sections that are no choice of the method: formulas, and the ends of scales. */
const NO_CHOICE: Readonly<Record<string, readonly string[]>> = {
  '## 3. Exposure': [
    'it becomes `(1 - a)` of what it was',
    'and `1 - kappa` unknown origin',
    'changes of owner; 1 for direct, and never under 2 for indirect',
    'sum to 1 within 1e-9',
  ],
  '### 6.2 Linear score': ['`L = 100 · Σ', '`h` = 1 for direct', 'tier S always counts 1.'],
  '### 6.3 Floors': ['2% from a scam is not made good by 98% from elsewhere'],
  '### 6.5 Coverage, and when there are no stars': ['Both are 0 when nothing is left', 'N/A (score 0, and'],
};

describe('the published method', () => {
  it('names the version the code runs, and lists it last among its versions', () => {
    expect(page).toContain(`\n\nVersion ${METHOD_VERSION}. `);
    expect(readTable('Version', 'Change').at(-1)?.[0]).toBe(METHOD_VERSION);
  });

  it('has the table of categories that the code scores with', () => {
    expect(readTable('Id', 'Category', 'Group', 'Tier', 'w')).toEqual(
      CATEGORY_IDS.map((id) => {
        const { title, group, tier, weight } = CATEGORIES[id];
        return [`\`${id}\``, title, group, tier, `${weight}`];
      }),
    );
  });

  it('has the residuals and their weights', () => {
    const weights = readTable('Residual').map(([id, , weight]) => [id, weight]);
    expect(weights).toEqual(RESIDUAL_IDS.map((id) => [`\`${id}\``, `${RESIDUALS[id].weight}`]));
  });

  it('has the scale of confidence', () => {
    const levels = [...new Set<number>(Object.values(CONFIDENCE))].sort((left, right) => right - left);
    expect(readTable('Confidence', 'Where the claim comes from').map(([level]) => Number(level))).toEqual(levels);
  });

  it('has the totals of an own label', () => {
    const published = readTable('Tier of the label').slice(0, 3);
    expect(published).toEqual(
      (['S', 'A', 'B'] as const).map((tier) => [
        tier,
        `at least ${numbers.IDENTITY_TOTALS[tier].strong}`,
        `at least ${numbers.IDENTITY_TOTALS[tier].weak}`,
      ]),
    );
  });

  it.each(Object.entries(SENTENCES))('says in sentences what the code computes with: %s', (heading, sentences) => {
    const section = readSection(heading);
    for (const sentence of sentences) expect(section).toContain(sentence);
  });

  it.each(Object.keys(SENTENCES).filter((heading) => !heading.startsWith('## 5')))(
    'has no number in its sentences that is not compared with the code: %s',
    (heading) => {
      let rest = readSection(heading).replace(/^\|.*$/gm, '');
      for (const known of [...(SENTENCES[heading] ?? []), ...(NO_CHOICE[heading] ?? [])]) {
        expect(rest).toContain(known);
        rest = rest.replaceAll(known, '');
      }
      expect(rest.replace(/sections? \d+(\.\d+)?|^\d\. /gm, '').match(/.{0,30}(?<![A-Za-z])\d.{0,30}/g)).toBeNull();
    },
  );

  it('has the confidence that parts strong labels from weak ones', () => {
    const { COMPETING_CONFIDENCE, STRONG_CONFIDENCE } = numbers;
    const heads = ['Tier of the label', `Confidence ${STRONG_CONFIDENCE} or more`];
    const [, , , neutral] = readTable(...heads, `${COMPETING_CONFIDENCE} to ${STRONG_CONFIDENCE - 1}`);
    expect(neutral).toEqual(['C, D', 'exactly 100 · w', 'does not decide']);
  });

  it('has the bounds of the stars, each with its verdict', () => {
    const words = { low: 'low risk', medium: 'medium risk', high: 'high risk', not_rated: '' };
    const bounded = ([5, 4, 3, 2] as const).map((stars) => [`under ${STAR_BOUNDS[stars]}`, stars] as const);
    expect(readTable('Total', 'Stars', 'Verdict')).toEqual(
      [...bounded, [`${STAR_BOUNDS[2]} to 100`, 1] as const].map(([total, stars]) => [
        total,
        `${stars}`,
        words[verdictOfStars(stars)],
      ]),
    );
  });

  it('has the levels of confidence in a result', () => {
    const { high, medium } = numbers.CONFIDENCE_LEVELS;
    const bounds = [high, medium].map(({ attributed, notFollowed }) => [
      `≥ ${formatBound(attributed)}`,
      `≤ ${formatBound(notFollowed)}`,
    ]);
    expect(readTable('Confidence', 'Attributed', 'R', 'History')).toEqual([
      ['high', ...(bounds[0] ?? []), 'complete'],
      ['medium', ...(bounds[1] ?? []), 'complete'],
      ['low', 'all else', '', ''],
    ]);
  });

  it('has the bounds of the notes', () => {
    const { BURST_HOURS, DUST_USD, LOOKALIKE_CHARACTERS } = numbers;
    // As numbers: the page writes these two out in words, and another value in digits.
    const [DORMANT_DAYS, DUST_PARTS]: readonly [number, number] = [numbers.DORMANT_DAYS, numbers.DUST_PARTS];
    const bounds = {
      'new wallet': [`under ${numbers.NEW_WALLET_DAYS} days old`],
      burst: [`over half of all inflow came within ${BURST_HOURS} hours`],
      'pass-through': [`at least ${numbers.PASS_THROUGH_PERCENT}% of inflow left within an hour`],
      dormant: [DORMANT_DAYS === 365 ? 'a year passed without a record' : `${DORMANT_DAYS} days`],
      'peel chain': [
        `${inWords(numbers.PEEL_SPENDS)} or more spends in a row of over ${numbers.PEEL_PERCENT}% of the balance`,
      ],
      'poisoning target': [
        `under $${DUST_USD};`,
        DUST_PARTS === 1_000_000 ? 'under a millionth of the wallet' : `1/${DUST_PARTS}`,
        `shares the first and last ${inWords(LOOKALIKE_CHARACTERS)} characters`,
      ],
      'label on another network': ['of tier S, A or B'],
    };
    const published = new Map(readTable('Note', 'When').map(([note, when]) => [note, when]));
    expect([...published.keys()]).toEqual(Object.keys(bounds));
    for (const [note, phrases] of Object.entries(bounds)) {
      for (const phrase of phrases) expect(published.get(note)).toContain(phrase);
    }
  });

  it('has the floors', () => {
    const columns = (['S', 'A', 'B'] as const).flatMap((tier) =>
      (['direct', 'indirect'] as const).map((layer) => {
        const steps = FLOORS[tier][layer].map(({ floor, minShare, minUsd }) => {
          const usd = minUsd === null ? '' : ` or ≥ ${formatUsdInSentence(minUsd)}`;
          return minShare === 0 ? `any: ${floor}` : `≥ ${formatBound(minShare)}${usd}: ${floor}`;
        });
        return [tier, layer, steps.join('; ')];
      }),
    );
    expect(readTable('Tier', 'Layer', 'Floors')).toEqual(columns.filter(([, , steps]) => steps !== ''));
  });

  it('lists the worked examples that are tested, with their stars', () => {
    expect(readTable('Example', 'Stars')).toEqual(
      WORKED_EXAMPLES.map(({ name, stars }) => [name, stars === 0 ? 'N/A' : `${stars}`]),
    );
  });
});
