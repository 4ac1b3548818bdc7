import { beforeAll, describe, expect, it } from 'vitest';
import { VERSIONS } from '../version.ts';
import { computeScorecard, type Scorecard } from './card.ts';
import { worseLines } from './compare.ts';
import { formerText, readScorecard, readScorecardText, scorecardText } from './file.ts';
import { measuresOf } from './summary.ts';

const MINUTES = 60_000;
const FORMER = ['1', '2'] as const;

describe('the published scorecard', () => {
  let computed: Scorecard;
  beforeAll(async () => {
    computed = await computeScorecard();
  }, 5 * MINUTES);

  it('has no line that is better than what is computed, beyond its noise', () => {
    expect(worseLines(readScorecard(), computed, FORMER)).toEqual([]);
  });

  it('is what `npm run scorecard -- --write` writes of versions 1 and 2', () => {
    // Compared without printing both: a difference of a long text takes minutes to describe.
    expect(formerText(scorecardText(computed)) === formerText(readScorecardText())).toBe(true);
  });

  it('has of version 3 the same lines, cases and attacks as are computed', () => {
    const published = readScorecard();
    const namesOf = ({ lines, cases, attacks }: Scorecard) => [
      ...lines.map(({ by, value, truth }) => `${truth} ${by} ${value}`),
      ...attacks.map(({ id }) => id),
      ...new Set(cases.map(({ name }) => name)),
    ];
    expect(namesOf(published)).toEqual(namesOf(computed));
  });

  it('counts every address once by version 3: warned, at ease or without stars, and there by a finding', () => {
    for (const { cells } of computed.lines) {
      for (const reading of ['own', 'ownRecords', 'leftOutRecords'] as const) {
        const { stars, warned, comfort, unrated, high, findings } = cells[reading]['3'];
        const found = Object.values(findings).reduce((sum, count) => sum + count, 0);
        expect(warned.count + comfort.count + unrated.count).toBe(warned.of);
        expect(stars.reduce((sum, count) => sum + count, 0)).toBe(warned.of);
        expect(high.count).toBeLessThanOrEqual(warned.count);
        expect(found).toBe(unrated.count);
      }
    }
  });

  it('rates as many known addresses with and without their own label, and says how many have records', () => {
    for (const { addresses, withRecords, cells } of computed.lines) {
      for (const version of VERSIONS) {
        expect(cells.own[version].high.of).toBe(addresses);
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

  it('gives each change of stars between versions 1 and 2 a rule', () => {
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
    expect(worseLines(card, card, VERSIONS)).toEqual([]);
  });

  it('is worse by one address where the addresses are the same', () => {
    const worse = withLines(({ lines }) => ({ lines: lines.map((line) => missingOne(line)) }));
    expect(worseLines(card, worse, FORMER)[0]).toMatch(
      /known bad by all: all, version 2, own, one or two stars: \d+ of \d+ before/,
    );
    expect(worseLines(card, worse, ['3'])).toEqual([]);
  });

  it('is not worse by one address of many where the lists changed', () => {
    const other = withLines(({ lines }) => ({
      lines: lines.filter(({ by }) => by === 'all').map((line) => ({ ...missingOne(line), members: 'other' })),
    }));
    const before = { ...card, lines: card.lines.filter(({ by }) => by === 'all') };
    expect(worseLines(before, other, FORMER)).toEqual([]);
  });

  it('is worse where a line is gone, or an attack gains more', () => {
    const attacks = card.attacks.map((attack) => {
      const more = { ...attack.outcomes['2'], most: 5 };
      return attack.id === 'peel-chain' ? { ...attack, outcomes: { ...attack.outcomes, '2': more } } : attack;
    });
    expect(worseLines(card, { ...card, lines: card.lines.slice(1), attacks }, FORMER)).toEqual([
      'known bad by all: all: the line is gone',
      "attack 'Peel chain', version 2: gains 0 stars before, 5 now",
    ]);
  });
});

describe('what is read of the scorecard in a minute', () => {
  const { measures, ...card } = readScorecard();

  it('is of the lines, cases and attacks that the file has', () => {
    expect(measuresOf(card)).toEqual(measures);
  });

  it('has an interval over cases where addresses were drawn, and none where cases were written', () => {
    const [comfort] = measures;
    expect(comfort?.values['3']).toMatchObject({ of: 59, cases: 6 });
    const written = measures.filter(({ name }) => name.startsWith('Written') || name.startsWith('Ways'));
    expect(written).toHaveLength(8);
    for (const { values } of written) expect(values['3']).not.toHaveProperty('low');
  });

  it('is of as many known addresses by every version', () => {
    for (const { values } of measures) expect(new Set(VERSIONS.map((version) => values[version].of)).size).toBe(1);
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
