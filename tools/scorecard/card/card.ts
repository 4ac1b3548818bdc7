import { type AgreementResult, measureAgreement } from '../agreement/agreement.ts';
import { ATTACKS, type AttackResult, runAttack } from '../attacks/run-attacks.ts';
import { type ChangeReport, findChanges } from '../changes/changes.ts';
import { type Change3, type ChangeReport3, findChanges3 } from '../changes/changes-3.ts';
import { type ForwardResult, rateForward } from '../forward/by-month.ts';
import { isDisputed } from '../lines/known.ts';
import { type Calibration, calibrationOf, type Line, linesOf } from '../lines/lines.ts';
import { rateKnown } from '../lines/rate-known.ts';
import { sampleWorlds } from '../lines/sample-worlds.ts';
import { readStarterLabels } from '../starter-labels.ts';
import {
  type CaseRow,
  caseRows,
  countScenes,
  type OutsideCase,
  outsideOf,
  type SceneCount,
  scoreCases,
} from './cases.ts';
import { type Measure, measuresOf } from './summary.ts';

/** What the scorecard says, without what takes minutes. The same data and code give the same bytes. */
export interface Scorecard {
  /** Of the data that ship: labelled addresses, those that lists disagree about, and addresses in the records. */
  readonly data: { readonly labelled: number; readonly disputed: number; readonly sampled: number };
  readonly lines: readonly Line[];
  readonly calibration: readonly Calibration[];
  readonly attacks: readonly AttackResult[];
  readonly agreement: AgreementResult;
  readonly scenes: readonly SceneCount[];
  readonly outside: readonly OutsideCase[];
  readonly cases: readonly CaseRow[];
  /** Between versions 1 and 2. */
  readonly changes: ChangeReport;
}

/** What takes minutes: the command computes it, and tests do not. */
export interface LongPart {
  readonly forward: ForwardResult;
  /** Between versions 2 and 3. */
  readonly changes3: ChangeReport3;
}

/** Everything as it is published. */
export type PublishedCard = { readonly measures: readonly Measure[] } & Scorecard & LongPart;

/** Computes the scorecard but for its long part; seconds to a minute. */
export async function computeScorecard(): Promise<Scorecard> {
  const labels = readStarterLabels();
  const worlds = sampleWorlds(labels);
  const usdt = worlds.find(({ ticker }) => ticker === 'USDT');
  if (usdt === undefined) throw new Error('the records that ship have no USDT');
  const rated = await rateKnown(labels, worlds);
  const cases = await scoreCases();
  return {
    data: {
      labelled: labels.length,
      disputed: labels.filter(isDisputed).length,
      sampled: worlds.reduce((sum, { addresses }) => sum + addresses.length, 0),
    },
    lines: linesOf(rated),
    calibration: calibrationOf(rated),
    attacks: await runAttacks(),
    agreement: await measureAgreement(usdt),
    scenes: countScenes(cases),
    outside: outsideOf(cases),
    cases: caseRows(cases),
    changes: await findChanges(labels, worlds),
  };
}

/** The last month that is rated forward in time: that of the newest listing that ships. */
const LAST_MONTH = '2026-08-01';

/** Computes the long part; a few minutes. */
export async function computeLongPart(): Promise<{
  readonly part: LongPart;
  /** Every address that versions 2 and 3 rate differently. */
  readonly changes: readonly Change3[];
}> {
  const labels = readStarterLabels();
  const { report, changes } = await findChanges3(labels, sampleWorlds(labels));
  return { part: { forward: await rateForward(labels, LAST_MONTH), changes3: report }, changes };
}

/** The card with what is read of it in a minute. */
export function publishedCard(card: Scorecard, part: LongPart): PublishedCard {
  const whole = { ...card, ...part };
  return { measures: measuresOf(whole), ...whole };
}

/** Every attack with every effort, under every version. */
export async function runAttacks(): Promise<readonly AttackResult[]> {
  const results: AttackResult[] = [];
  for (const attack of ATTACKS) results.push(await runAttack(attack));
  return results;
}
