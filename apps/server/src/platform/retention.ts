/** What removes rows by itself, once an hour unless it says otherwise. */
export type RetentionJob =
  | 'upkeep'
  | 'audit upkeep'
  | 'sign-in forgetOld'
  | 'factors forgetOld'
  | 'recovery forgetOld'
  | 'bot forgetOld'
  | 'invitations forgetOld'
  | 'restore log, once a day';

/** What a table holds of people, or of what they check, and for how long. */
export type Retention =
  /**
   * A job removes rows of this age, or takes the person out of them. The days 'checks' are INQUIRY_RETENTION_DAYS, or
   * those that a company set. `underHold` says what becomes of the rows of a workspace under a legal hold: they stay, or
   * go for the reason that is given.
   */
  | {
      readonly holds: string;
      readonly days: number | 'checks';
      readonly job: RetentionJob;
      readonly underHold: 'stays' | { readonly goes: string };
    }
  /** A job removes rows when so many calendar years after that of the row are over. INVOICE_RETENTION_YEARS can be more. */
  | { readonly holds: string; readonly years: number; readonly job: RetentionJob }
  /** Rows go with those of another table that they refer to. */
  | { readonly holds: string; readonly goWith: string }
  /** Rows go by an act or a request. */
  | { readonly holds: string; readonly until: string }
  /** Kept for good, or until the operator removes it, with the reason. */
  | { readonly holds: string; readonly keptBecause: string };

/** Tables, each with what it holds. */
export type RetentionRows = readonly (readonly [table: string, retention: Retention])[];

/** Why rows of a workspace under a legal hold go all the same, or that they stay. */
export const UNDER_HOLD = {
  stays: { underHold: 'stays' },
  nobodys: { underHold: { goes: 'is of no account' } },
  logged: { underHold: { goes: 'the audit log has what was done' } },
  secret: { underHold: { goes: 'a secret that opens something' } },
  answer: { underHold: { goes: 'repeats what checks, attempts and the audit log say' } },
  restore: { underHold: { goes: 'ids of acts; the audit log has them' } },
  ended: { underHold: { goes: 'has ended itself' } },
  counted: { underHold: { goes: 'a number or a hash, which says nothing of the act' } },
} as const;

/** The same for several tables. */
export function tablesWith<R extends Retention>(retention: R, ...tables: readonly string[]): RetentionRows {
  return tables.map((table) => [table, retention] as const);
}

/** Tables whose rows go with those of another table. */
export function tablesOf(goWith: string, holds: string, ...tables: readonly string[]): RetentionRows {
  return tablesWith({ holds, goWith }, ...tables);
}
