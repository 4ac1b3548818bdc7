import type { AttackResult } from '../attacks/run-attacks.ts';
import type { Cell, Line } from '../lines/lines.ts';
import type { Rate } from '../shares/rate.ts';
import { type ByVersion, byVersion, type Version } from '../version.ts';
import type { LongPart, Scorecard } from './card.ts';
import type { CaseReading, SceneCount } from './cases.ts';

/** One measure by version: a share with its interval, or a count of what was written down, which has none. */
export interface Measure {
  readonly name: string;
  readonly values: ByVersion<Rate | Count>;
}

export interface Count {
  readonly count: number;
  readonly of: number;
}

/**
 * What is read in a minute: each measure by every version. 'By records' is with the own label left out, of addresses that
 * the records name; written cases are with the own label left out too.
 */
export function measuresOf(card: Scorecard & LongPart): readonly Measure[] {
  const [bad, good] = [wholeLine(card.lines, 'bad').cells, wholeLine(card.lines, 'good').cells];
  const of = (cells: ByVersion<Cell>, kind: 'high' | 'warned' | 'comfort' | 'unrated') =>
    byVersion((version) => cells[version][kind]);
  const { high, warned, comfort, falseAlarms } = card.forward.totals;
  return [
    { name: 'False comfort: known bad by records, four or five stars', values: of(bad.leftOutRecords, 'comfort') },
    { name: 'Recall: known bad by records, one or two stars', values: of(bad.leftOutRecords, 'high') },
    { name: 'Recall: known bad by records, one to three stars', values: of(bad.leftOutRecords, 'warned') },
    { name: 'False alarms: known good with records, one to three stars', values: of(good.ownRecords, 'warned') },
    { name: 'The same with the own label left out', values: of(good.leftOutRecords, 'warned') },
    { name: 'Known good by records: without stars', values: of(good.leftOutRecords, 'unrated') },
    { name: 'Listed within 180 days: four or five stars before', values: comfort },
    { name: 'Listed within 180 days: one or two stars before', values: high },
    { name: 'Listed within 180 days: one to three stars before', values: warned },
    { name: 'Services in the same records: one to three stars then', values: falseAlarms },
    ...sceneMeasures(card.scenes),
    ...attackMeasures(card.attacks),
  ];
}

const SCENES = [
  { kind: 'bad', name: 'Written bad cases: four or five stars', stars: [4, 5] },
  { kind: 'bad', name: 'Written bad cases: one or two stars', stars: [1, 2] },
  { kind: 'bad', name: 'Written bad cases: one to three stars', stars: [1, 2, 3] },
  { kind: 'good', name: 'Written good cases: one to three stars', stars: [1, 2, 3] },
  { kind: 'good', name: 'Written good cases: without stars', stars: [0] },
] as const;
const READING: CaseReading = 'leftOut';

function sceneMeasures(scenes: readonly SceneCount[]): readonly Measure[] {
  return SCENES.map(({ kind, name, stars }) => ({
    name,
    values: byVersion((version) => {
      const found = scenes.find((one) => one.version === version && one.reading === READING && one.kind === kind);
      const given = found?.stars ?? [];
      return {
        count: stars.reduce<number>((sum, at) => sum + (given[at] ?? 0), 0),
        of: given.reduce((sum, cases) => sum + cases, 0),
      };
    }),
  }));
}

function attackMeasures(attacks: readonly AttackResult[]): readonly Measure[] {
  const washing = attacks.filter(({ aim }) => aim === 'raise');
  const griefing = attacks.filter(({ aim }) => aim === 'lower');
  const reaching = (of: readonly AttackResult[], reach: 'four' | 'five' | 'warned') =>
    byVersion((version: Version) => ({
      count: of.filter(({ outcomes }) => outcomes[version].reaching[reach] !== null).length,
      of: of.length,
    }));
  return [
    { name: 'Ways to wash that reach four stars', values: reaching(washing, 'four') },
    { name: 'Ways to wash that reach five stars', values: reaching(washing, 'five') },
    { name: 'Ways to grief that end at one to three stars', values: reaching(griefing, 'warned') },
  ];
}

/** The line over all addresses of a kind. @throws Error where the card has none */
function wholeLine(lines: readonly Line[], truth: Line['truth']): Line {
  const found = lines.find((line) => line.by === 'all' && line.truth === truth);
  if (found === undefined) throw new Error(`the card has no line over all ${truth} addresses`);
  return found;
}
