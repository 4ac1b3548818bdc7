/** What the page reads of `docs/scorecard/scorecard.json`; the tool that writes it has the whole of it. */
export interface PublishedScorecard {
  readonly measures: readonly PublishedMeasure[];
  readonly data: { readonly labelled: number; readonly disputed: number; readonly sampled: number };
  readonly lines: readonly PublishedLine[];
  readonly calibration: readonly PublishedCalibration[];
  readonly forward: PublishedForward;
  readonly attacks: readonly PublishedAttack[];
  readonly agreement: PublishedAgreement;
  readonly outside: readonly PublishedOutside[];
  readonly changes: {
    readonly sampled: number;
    readonly labelled: number;
    readonly changes: readonly PublishedChange[];
  };
}

/** A value for each version of the method. */
export interface ByVersion<Value> {
  readonly '1': Value;
  readonly '2': Value;
  readonly '3': Value;
}

/** A share of cases with its interval, 0 to 1; null where there is no case. */
export interface PublishedRate {
  readonly count: number;
  readonly of: number;
  readonly cases: number;
  readonly share: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** A measure of the summary: where cases were written and not drawn, a count alone. */
export interface PublishedMeasure {
  readonly name: string;
  readonly values: ByVersion<PublishedRate | { readonly count: number; readonly of: number }>;
}

export interface PublishedCell {
  readonly warned: PublishedRate;
  readonly unrated: PublishedRate;
}

export interface PublishedLine {
  /** `all`, `network`, `category`, `source` or `year`. */
  readonly by: string;
  readonly value: string;
  /** `bad` or `good`. */
  readonly truth: string;
  readonly addresses: number;
  readonly withRecords: number;
  readonly cells: {
    readonly own: ByVersion<PublishedCell>;
    readonly ownRecords: ByVersion<PublishedCell>;
    readonly leftOutRecords: ByVersion<PublishedCell>;
  };
}

export interface PublishedCalibration {
  readonly version: string;
  readonly reading: string;
  readonly stars: number;
  readonly bad: PublishedRate;
}

/** Addresses of one kind when a month began, and their stars, those without first. */
export interface PublishedMonthGroup {
  readonly addresses: number;
  readonly cases: number;
  readonly stars: ByVersion<readonly number[]>;
}

export interface PublishedForward {
  readonly withinDays: number;
  readonly months: readonly {
    readonly month: string;
    readonly listed: number;
    readonly namedBefore: number;
    readonly bad: PublishedMonthGroup;
    readonly good: PublishedMonthGroup;
  }[];
  readonly totals: {
    readonly listed: number;
    readonly listedCases: number;
    readonly namedBefore: number;
  };
}

export interface PublishedAttack {
  readonly id: string;
  readonly family: string;
  readonly title: string;
  readonly says: string;
  readonly aim: string;
  readonly attempts: readonly {
    readonly effort: string;
    readonly transactions: number;
    readonly lockedUsd: number;
  }[];
  readonly outcomes: ByVersion<{
    readonly before: number;
    readonly after: number;
    readonly gained: number;
    readonly most: number;
    readonly endsUnrated: boolean;
    readonly attempt: number | null;
    readonly usdPerStar: number | null;
  }>;
}

export interface PublishedAgreement {
  readonly graphs: number;
  readonly accounts: number;
  readonly passAgainstDense: number;
  readonly walkAbove: number;
  readonly missedBeyondR: number;
  readonly largestR: number;
  readonly comparison: readonly {
    readonly histories: string;
    readonly rule: string;
    readonly accounts: number;
    readonly above: readonly number[];
    readonly mean: number;
  }[];
}

export interface PublishedOutside {
  readonly version: string;
  readonly reading: string;
  readonly name: string;
  readonly range: readonly number[];
  readonly stars: number;
  readonly why: string;
}

export interface PublishedChange {
  readonly network: string;
  readonly ticker: string | null;
  readonly before: number;
  readonly after: number;
  readonly rule: string;
}
