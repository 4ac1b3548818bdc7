import type { ByVersion, PublishedScorecard } from './published-scorecard.ts';

/** A share as it is shown: the percentage, how many of how many, and the interval; texts may be empty. */
export interface ShownRate {
  readonly share: string;
  readonly cases: string;
  readonly interval: string;
}

export interface ShownLine {
  readonly name: string;
  readonly isCode: boolean;
  readonly addresses: number;
  readonly withRecords: number;
  readonly warned: ByVersion<ShownRate>;
  readonly unrated: ByVersion<ShownRate>;
  readonly leftOut: ByVersion<ShownRate>;
}

export interface ShownGroup {
  readonly id: string;
  readonly title: string;
  readonly bad: readonly ShownLine[];
  readonly good: readonly ShownLine[];
}

export interface ShownOutcome {
  /** What becomes of the stars, such as '2 to 5 stars'. */
  readonly stars: string;
  /** What it costs, or what was tried in vain. */
  readonly cost: string;
}

export interface ShownAttack {
  readonly title: string;
  readonly says: string;
  readonly outcomes: ByVersion<ShownOutcome>;
}

export interface ShownChange {
  readonly asset: string;
  readonly rule: string;
  readonly stars: string;
  readonly addresses: number;
}

/** Everything that the page shows. */
export interface ScorecardView {
  readonly sums: readonly { readonly name: string; readonly value: number }[];
  readonly disputed: number;
  readonly summary: readonly ShownSummary[];
  readonly groups: readonly ShownGroup[];
  readonly calibration: readonly ShownCalibration[];
  readonly forward: ShownForward;
  readonly gamingCases: readonly ShownAttack[];
  readonly washing: readonly ShownAttack[];
  readonly griefing: readonly ShownAttack[];
  readonly agreement: PublishedScorecard['agreement'];
  readonly changes: readonly ShownChange[];
  readonly compared: number;
  readonly outside: readonly ShownOutside[];
}

/** A written case outside its range. */
export interface ShownOutside {
  readonly name: string;
  readonly why: string;
  readonly version: string;
  /** Whether the address's own label is known, left out, or either. */
  readonly label: string;
  readonly range: string;
  readonly stars: string;
}

/** One line of the summary. */
export interface ShownSummary {
  readonly name: string;
  readonly values: ByVersion<ShownRate>;
}

/** Of the addresses with so many stars, those that are known to be bad. */
export interface ShownCalibration {
  readonly stars: string;
  readonly own: ByVersion<ShownRate>;
  readonly leftOut: ByVersion<ShownRate>;
}

export interface ShownForward {
  readonly withinDays: number;
  readonly listed: number;
  readonly cases: number;
  readonly namedBefore: number;
  /** Those in which the records name something that was listed. */
  readonly months: readonly ShownMonth[];
  /** How many months the records name nothing of. */
  readonly without: number;
}

/** Stars when a month began, such as '14 with 3, 8 with 5'. */
export interface ShownMonth {
  readonly month: string;
  readonly listed: number;
  readonly bad: string;
  readonly badStars: ByVersion<string>;
  readonly good: string;
  readonly goodStars: ByVersion<string>;
}
