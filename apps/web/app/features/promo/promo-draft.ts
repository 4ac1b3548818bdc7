import { PROMO_CODE_PATTERN, PROMO_DEFAULTS, PROMO_SOCIALS, type PromoSocial } from '@assay/contracts/client';
import type { NewPromoCode } from './promo-codes.ts';

/** The contents of the fields. */
export interface PromoDraft {
  readonly code: string;
  readonly social: PromoSocial;
  readonly freeChecks: string;
  readonly totalUsages: string;
  /** 'YYYY-MM-DD'; empty for none chosen. */
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

/** What is sent; without a day the server takes today. */
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

/** Digits of what was typed; an emptied field counts as `otherwise`. */
export function numberOf(typed: string, otherwise: number): number {
  return typed === '' ? otherwise : Number(typed);
}

export function onlyDigits(typed: string): string {
  return typed.replace(/\D/g, '').slice(0, 7);
}

/** A social of the list; the default for one that is not. */
export function socialOf(value: string): PromoSocial {
  return PROMO_SOCIALS.find((social) => social === value) ?? PROMO_DEFAULTS.social;
}
