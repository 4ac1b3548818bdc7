import { formatShare } from '@assay/wording';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { walletInput } from '../../../test/rating-3/as-input.ts';
import { historyArb } from '../../../test/rating-3/random-histories.ts';
import { history, mixture, row, wallet } from '../../../test/rating-3/sketches.ts';
import type { Sentence } from '../../score/sentence.ts';
import { shareOf } from '../rating/floors/risk-row.ts';
import { NOTHING_SET_ASIDE } from '../rating/history/set-aside.ts';
import { ratePayment } from '../rating/rate-payment.ts';
import { rateWallet, type WalletInput } from '../rating/rate-wallet.ts';
import type { Rating } from '../rating/rating.ts';
import { verdictOf } from '../rating/verdict.ts';
import { PARAM_KINDS } from './define.ts';
import { factsOfPayment, factsOfWallet } from './facts.cases.ts';
import type { TextFacts } from './facts.ts';
import { TEXT_SET_8 } from './sentences.ts';
import { CHANGES } from './would-change.cases.ts';
import { type Sentences8, writeTexts8 } from './write-texts.ts';

const RUNS = { seed: 20_261_201, numRuns: Number(process.env['RUNS'] ?? 600) };

interface Written {
  /** Of the mixture that its origin is of. */
  readonly unknownOrigin: number;
  readonly rating: Rating;
  readonly facts: TextFacts;
  readonly texts: Sentences8;
}

/** A wallet, the same without its own label, and what it received as a payment. */
const writtenArb = historyArb.map(({ history, of, stated }): Written[] => {
  const input = walletInput(history, of, stated);
  const unknownOrigin = input.ever?.unknownOrigin ?? 0;
  const written = (rating: Rating, facts: TextFacts): Written => ({
    ...{ unknownOrigin, rating, facts },
    texts: writeTexts8(rating, facts),
  });
  const wallets = [input, { ...input, ownLabel: null }].map((one) => written(rateWallet(one), factsOfWallet(one)));
  if (input.ever === null) return wallets;
  const payment = { mixture: input.ever, usd: input.usdAt(input.cutOff), kind: input.kind, hasRecords: true };
  return [...wallets, written(ratePayment(payment), factsOfPayment(payment))];
});

const RESULTS: readonly Written[] = fc.sample(writtenArb, RUNS).flat();
const sentencesOf = ({ texts }: Written): readonly Sentence[] => Object.values(texts).flat();

const ofWallet = (sketch: Partial<WalletInput>, change: Partial<TextFacts> = {}): Sentences8 => {
  const input = wallet(sketch);
  return writeTexts8(rateWallet(input), factsOfWallet(input, change));
};

const scams = [row('scam', 1)];
const returned = [{ inflow: 0, part: 0, payment: 0, amount: 100n }];

/** Results that random histories have hardly ever. */
const RARE: readonly Sentences8[] = [
  ofWallet({
    history: history([{ at: 1, amount: 1_000_000n }]),
    ever: mixture([row('scam', 0.002), row('exchange_licensed', 0.9, { explained: true })]),
  }),
  ofWallet({ ever: mixture([row('gambling', 0.06), row('exchange_licensed', 0.9)]) }),
  ofWallet({
    ever: mixture([row('exchange_licensed', 0.5)]),
    history: history(
      [{ at: 1, amount: 10_000n }],
      [
        { at: 2, payee: 3, amount: 500n, category: 'scam' },
        { at: 3, payee: 4, amount: 9_500n, category: null },
      ],
    ),
  }),
  ofWallet({
    ever: mixture([row('exchange_licensed', 0.5), row('scam', 0.002, { owners: 3 })]),
    history: history([{ at: 1, amount: 1_000_000n }]),
  }),
  ofWallet({ ever: mixture([row('exchange_licensed', 0.5), row('gambling', 0.1, { owners: 2 })]) }),
  ofWallet({ ever: mixture([], 0.5) }, { more: 'upload' }),
  ofWallet({ setAside: { ...NOTHING_SET_ASIDE, untouched: [{ inflow: 0, amount: 100n, fraction: 1 }] } }),
  ofWallet({
    ever: mixture(scams),
    setAside: { ...NOTHING_SET_ASIDE, returned },
    setAsideRows: { returned: scams, untouched: [] },
  }),
  ...Object.values(CHANGES).map((leastChanges) => ofWallet({ ever: mixture(scams) }, { leastChanges })),
  ...[CHANGES.rise, CHANGES.noRise].map((leastChanges) =>
    ofWallet({ ever: mixture([row('exchange_licensed', 1)]) }, { leastChanges }),
  ),
];

const everySentence = (check: (sentence: Sentence, written: Written) => void): void => {
  for (const written of RESULTS) for (const sentence of sentencesOf(written)) check(sentence, written);
};

const everyResult = (check: (written: Written) => void): void => {
  for (const written of RESULTS) check(written);
};

const templates = new Map(Object.values(TEXT_SET_8).map(({ code, params }) => [String(code), Object.entries(params)]));

const REFUSED =
  /\b(safe|clean|criminal|identified|attributed|known part(?:y|ies)|undefined|null|NaN|Infinity|object)\b/i;
/** Two spaces, a space before a mark, a mark twice, an empty bracket. */
const BADLY_SET = / {2}| [,.;:)]|[,.;:]{2}|\(\)|-\d/;

describe('the sentences of text set 8', () => {
  it('are all of the set, with the parameters that it lists', () => {
    everySentence(({ code, params }) => {
      const kinds = templates.get(code);
      expect(kinds, code).toBeDefined();
      expect(Object.keys(params).toSorted()).toEqual(kinds?.map(([name]) => name).toSorted());
      const wrong = kinds?.filter(([name, kind]) => !PARAM_KINDS[kind].accepts(params[name]));
      expect(wrong, `${code}: ${JSON.stringify(params)}`).toEqual([]);
    });
  });

  it('are each said of some result', () => {
    const said = [...RESULTS.flatMap(sentencesOf), ...RARE.flatMap((texts) => Object.values(texts).flat())];
    const codes = new Set(said.map(({ code }) => code));
    expect([...templates.keys()].filter((code) => !codes.has(code))).toEqual([]);
  });

  it('are listed under their codes', () => {
    expect([...templates.keys()]).toEqual(Object.keys(TEXT_SET_8));
  });

  it('are whole sentences without a refused word', () => {
    everySentence(({ text, code }) => {
      expect(text, code).toMatch(/^[A-Z0-9].*\.$/);
      expect(text, code).not.toMatch(REFUSED);
      expect(text, code).not.toMatch(BADLY_SET);
    });
  });

  it('have a headline and an advice each, and something to say and to explain', () => {
    everyResult(({ texts: { headline, advice, text, why } }) => {
      expect([headline.length, advice.length]).toEqual([1, 1]);
      expect(Math.min(text.length, why.length)).toBeGreaterThan(0);
      expect(new Set(text.map((sentence) => sentence.text)).size).toBe(text.length);
    });
  });
});

describe('the headline of text set 8', () => {
  const WORDS = {
    5: /^Low risk(?:\.|: is )/,
    4: /^(?:Low risk, with (?:a trace of|\d+(?:\.\d)?% from) |Low risk: (?:is|paid)|Nothing found; a part|With (?:a trace of|\d+(?:\.\d)?% (?:from|paid to)) |Origin known, at)/,
    3: /^Medium risk(?:, not all is known|, by weaker labels| in what was read)?: /,
    2: /^High risk(?:, not all is known|, by weaker labels| in what was read)?: /,
    1: /^Very high risk(?:, not all is known|, by weaker labels)?: /,
  };
  const FINDINGS = {
    no_records: 'No records.',
    contact: 'Something was found, too little is known to rate it.',
    none_found: 'No listed contact found.',
    too_little: 'Too little could be read.',
  };

  it('has the words of its stars or of its finding', () => {
    everyResult(({ rating, texts: { headline } }) => {
      const text = headline[0]?.text ?? '';
      if (rating.kind === 'stars') expect(text).toMatch(WORDS[rating.stars]);
      else expect(text).toBe(FINDINGS[rating.finding]);
      if (text.startsWith('Nothing found')) expect(rating.contact).toBeNull();
      if (rating.kind === 'stars' && rating.cause.reason === 'paid') expect(text).toContain(': paid ');
      if (rating.kind === 'stars' && rating.cause.reason === 'own label') {
        expect(text).toMatch(/: (?:is|holds|belongs|collects|takes) /);
      }
    });
  });

  it('is followed by each contact of tier S that was taken out', () => {
    everyResult(({ rating, texts: { belowVerdict } }) => {
      const { severeSetAside } = verdictOf(rating);
      expect(belowVerdict.map(({ code }) => code)).toEqual(severeSetAside.map((name) => `severe_${name}`));
    });
  });
});

describe('the advice of text set 8', () => {
  it('never advises to return anything, and accepts nothing without four or five stars', () => {
    everyResult(({ rating, texts: { advice } }) => {
      const text = advice[0]?.text ?? '';
      expect(text).not.toMatch(/return|back|refund/i);
      if (text.startsWith('Fine')) expect(rating.kind === 'stars' && rating.stars >= 4).toBe(true);
    });
  });
});

describe('the figures in sentences of text set 8', () => {
  it('are the rounded sums of their rows', () => {
    everySentence(({ code, params, text }, { rating }) => {
      const { mixture, category, layer } = params;
      const reading = rating.mixtures.find(({ name }) => name === mixture);
      if (code === 'found_source') {
        const rows = reading?.score?.rows ?? [];
        const own = rows.filter((row) => row.category === category && (row.owners === 1) === (layer === 'direct'));
        expect(text.toLowerCase().startsWith(formatShare(shareOf(own)))).toBe(true);
      }
      if (code.startsWith('aside_')) {
        const own = reading?.setAside.filter(({ why }) => code === `aside_${why}`) ?? [];
        expect(text.toLowerCase().startsWith(formatShare(shareOf(own)))).toBe(true);
      }
      if (code === 'found_contact') expect(text).toContain(`: ${formatShare(rating.contact?.share ?? -1)} of `);
      if (code === 'found_explained' && params['share'] !== 0) {
        expect(text.toLowerCase().startsWith(formatShare(reading?.score?.near ?? -1))).toBe(true);
      }
    });
  });

  it('of an origin sum to all of it', () => {
    everyResult(({ unknownOrigin, rating, facts: { origin } }) => {
      if (origin === null) return;
      const { explained, otherNamed, bad, notFollowed } = origin;
      const sum = explained + otherNamed + bad + notFollowed + unknownOrigin + rating.exchangedNotFollowed;
      // What is exchanged is rounded to four decimals.
      expect(sum).toBeCloseTo(1, 3);
    });
  });

  it('give the stars that the result has', () => {
    everyResult(({ rating, texts: { why } }) => {
      if (rating.kind !== 'stars') {
        expect(why[0]?.text).toMatch(/^No stars: /);
        return;
      }
      const given = why
        .filter(({ code }) => code !== 'why_lower')
        .flatMap(({ code, params }) => starsSaid(code, params['stars']));
      const [last] = given.toReversed();
      expect(last, why.map(({ text }) => text).join(' ')).toBe(rating.stars);
      if ('mixture' in rating.cause) expect(why[0]?.params['mixture']).toBe(rating.cause.mixture);
    });
  });
});

/** The stars that a sentence leaves. */
function starsSaid(code: string, stars: Sentence['params'][string] | undefined): readonly (typeof stars)[] {
  if (code === 'why_some' || code === 'why_returned' || code === 'why_victims' || code === 'why_paid_least') return [3];
  if (code === 'why_far' || code === 'why_part') return [4];
  return stars === undefined ? [] : [stars];
}
