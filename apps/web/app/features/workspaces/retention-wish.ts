import { RETENTION_DAYS, RETENTION_LAW } from '@assay/contracts/client';
import { formatCount } from '@assay/wording';

export interface TypedRetention {
  readonly days: string;
  readonly law: string;
}

/** What is saved: null where both fields are empty, for the usual time. */
export interface RetentionWish {
  readonly days: number;
  readonly law: string;
}

export type ReadRetention =
  | { readonly wish: RetentionWish | null; readonly wrong: null }
  | { readonly wrong: 'days' | 'law'; readonly problem: string };

/** Reads what was typed, or says what is wrong with it. The server judges by the same rules. */
export function readRetention(typed: TypedRetention): ReadRetention {
  const [days, law] = [typed.days.trim(), typed.law.trim()];
  if (days === '' && law === '') return { wish: null, wrong: null };
  // Also as this page writes it: '1,827'.
  const count = /^(\d{1,6}|\d,\d{3})$/.test(days) ? Number(days.replace(',', '')) : 0;
  const { min, max } = RETENTION_DAYS;
  if (count < min || count > max) {
    const range = `${formatCount(min)} to ${formatCount(max)}`;
    return { wrong: 'days', problem: `A whole number of days, from ${range}; empty for the usual time` };
  }
  if (law.length < RETENTION_LAW.min) return { wrong: 'law', problem: 'Name the law, with its section' };
  if (law.length > RETENTION_LAW.max)
    return { wrong: 'law', problem: `Please use at most ${RETENTION_LAW.max} characters` };
  return { wish: { days: count, law }, wrong: null };
}

/** The field that the server names in a refusal; null for a failure that is about neither. */
export function refusedField(names: readonly string[]): 'days' | 'law' | null {
  if (names.includes('retention.days')) return 'days';
  return names.includes('retention.law') ? 'law' : null;
}

/** For how many days checks are kept by it. */
export function daysKept(wish: { readonly days: number } | null, usualDays: number): number {
  return Math.max(wish?.days ?? 0, usualDays);
}
