import {
  PROMO_CHECKS_MAX,
  PROMO_CODE_PATTERN,
  PROMO_DEFAULTS,
  PROMO_SOCIALS,
  PROMO_USAGES_MAX,
  type PromoSocial,
} from '@assay/contracts/client';
import { formatCount } from '@assay/wording';
import type { NewPromoCode } from './promo-codes.ts';

/** The contents of the fields. */
export interface PromoDraft {
  readonly code: string;
  readonly social: PromoSocial;
  readonly freeChecks: string;
  readonly totalUsages: string;
  /** 'YYYY-MM-DD'; empty for a code that does not expire. */
  readonly day: string;
}

/** A new code before anything was typed: today is its last day (row PROMO-07). */
export function emptyDraft(today: string): PromoDraft {
  return {
    code: '',
    social: PROMO_DEFAULTS.social,
    freeChecks: String(PROMO_DEFAULTS.free_checks),
    totalUsages: String(PROMO_DEFAULTS.total_usages),
    day: today,
  };
}

/** What is sent; without a day the code does not expire. */
export function requestOf({ code, social, freeChecks, totalUsages, day }: PromoDraft): NewPromoCode {
  return {
    code: code.trim(),
    social,
    free_checks: numberOf(freeChecks, PROMO_DEFAULTS.free_checks),
    total_usages: numberOf(totalUsages, PROMO_DEFAULTS.total_usages),
    expired_at: day === '' ? null : day,
  };
}

/** What is wrong with a code that was typed; null where nothing is. An empty one is made by the server (row PROMO-08). */
export function codeProblem(code: string): string | null {
  const text = code.trim();
  return text === '' || PROMO_CODE_PATTERN.test(text) ? null : 'Use 3 to 32 letters, digits, dashes or underscores.';
}

/** What was typed as a number; an emptied field counts as `otherwise`. */
export function numberOf(typed: string, otherwise: number): number {
  return typed.trim() === '' ? otherwise : Number(typed);
}

export function checksProblem(typed: string): string | null {
  return numberProblem(typed, PROMO_CHECKS_MAX);
}

export function usagesProblem(typed: string): string | null {
  return numberProblem(typed, PROMO_USAGES_MAX);
}

/** What is wrong with a number that was typed; null where nothing is. An emptied field means the default. */
function numberProblem(typed: string, most: number): string | null {
  const text = typed.trim();
  const isRight = text === '' || (/^\d{1,9}$/.test(text) && Number(text) <= most);
  return isRight ? null : `Use a whole number from 0 to ${formatCount(most)}.`;
}

/** What the last day means for the code. Days are compared as they are written: 'YYYY-MM-DD'. */
export function dayNote(day: string, today: string): { readonly text: string; readonly isWarning: boolean } | null {
  if (day === '') return { text: 'The code does not expire.', isWarning: false };
  return day < today ? { text: 'This day has passed: nobody can redeem the code.', isWarning: true } : null;
}

/** A social of the list; the default for one that is not. */
export function socialOf(value: string): PromoSocial {
  return PROMO_SOCIALS.find((social) => social === value) ?? PROMO_DEFAULTS.social;
}
