import { beforeAll, describe, expect, it } from 'vitest';
import { computeScorecard, type Scorecard } from './card.ts';
import { worseLines } from './compare.ts';
import { readScorecard, readScorecardText, scorecardText } from './file.ts';

const MINUTES = 60_000;

describe('the published scorecard', () => {
  let computed: Scorecard;
  beforeAll(async () => {
    computed = await computeScorecard();
  }, 5 * MINUTES);

  it('has no line that is better than what is computed, beyond its noise', () => {
    expect(worseLines(readScorecard(), computed)).toEqual([]);
  });

  it('is what `npm run scorecard -- --write` writes', () => {
    // Compared without printing both: a difference of a long text takes minutes to describe.
    expect(scorecardText(computed) === readScorecardText()).toBe(true);
  });

  it('rates as many known addresses with and without their own label, and says how many have records', () => {
    for (const { addresses, withRecords, cells } of computed.lines) {
      for (const version of ['1', '2'] as const) {
        expect(cells.own[version].high.of).toBe(addresses);
        expect(cells.leftOut[version].unrated.of).toBe(addresses);
        expect(cells.ownRecords[version].high.of).toBe(withRecords);
        expect(cells.leftOutRecords[version].high.of).toBe(withRecords);
      }
    }
  });

  it('agrees with exact solutions, and never gives a share above them', () => {
    const { passAgainstDense, walkAbove, missedBeyondR } = computed.agreement;
    expect({ passAgainstDense, walkAbove, missedBeyondR }).toEqual({
      passAgainstDense: 0,
      walkAbove: 0,
      missedBeyondR: 0,
    });
  });

  it('gives each change of stars between the versions a rule', () => {
    expect(computed.changes.changes.filter(({ rule }) => rule === 'other')).toEqual([]);
  });

  it('closes the gaming case of each attack that version 2 was made for, or makes it dearer', () => {
    const cases = computed.attacks.filter(({ family }) => family === 'gaming_case');
    expect(cases).toHaveLength(5);
    for (const { outcomes, title } of cases) expect(outcomes['2'].most, title).toBeLessThan(outcomes['1'].most);
  });
});

describe('a scorecard compared with the one before', () => {
  const card = readScorecard();
  const withLines = (change: (card: Scorecard) => Partial<Scorecard>): Scorecard => ({ ...card, ...change(card) });

  it('is not worse than itself', () => {
    expect(worseLines(card, card)).toEqual([]);
  });

  it('is worse by one address where the addresses are the same', () => {
    const worse = withLines(({ lines }) => ({ lines: lines.map((line) => missingOne(line)) }));
    expect(worseLines(card, worse)[0]).toMatch(/known bad by all: all, version 2, own, high risk: \d+ of \d+ before/);
  });

  it('is not worse by one address of many where the lists changed', () => {
    const other = withLines(({ lines }) => ({
      lines: lines.filter(({ by }) => by === 'all').map((line) => ({ ...missingOne(line), members: 'other' })),
    }));
    const before = { ...card, lines: card.lines.filter(({ by }) => by === 'all') };
    expect(worseLines(before, other)).toEqual([]);
  });

  it('is worse where a line is gone, or an attack gains more', () => {
    const attacks = card.attacks.map((attack) => {
      const more = { ...attack.outcomes['2'], most: 5 };
      return attack.id === 'peel-chain' ? { ...attack, outcomes: { ...attack.outcomes, '2': more } } : attack;
    });
    expect(worseLines(card, { ...card, lines: card.lines.slice(1), attacks })).toEqual([
      'known bad by all: all: the line is gone',
      "attack 'Peel chain', version 2: gains 0 stars before, 5 now",
    ]);
  });
});

/** One address fewer is found by version 2. */
function missingOne(line: Scorecard['lines'][number]): Scorecard['lines'][number] {
  const { own } = line.cells;
  const { high } = own['2'];
  if (line.truth === 'good' || high.count === 0) return line;
  const fewer = { ...high, count: high.count - 1, share: (high.count - 1) / high.of };
  return { ...line, cells: { ...line.cells, own: { ...own, '2': { ...own['2'], high: fewer } } } };
}
