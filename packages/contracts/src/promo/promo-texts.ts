/** Where a code is spread (GAP-43). */
export const PROMO_SOCIALS = ['telegram', 'x', 'facebook', 'instagram', 'linkedin', 'youtube', 'other'] as const;
export type PromoSocial = (typeof PROMO_SOCIALS)[number];

/** What a new code is without further words (row PROMO-07, GAP-43). Its expiry is the end of today. */
export const PROMO_DEFAULTS = { social: 'telegram', free_checks: 1, total_usages: 1 } as const;

/** A code holds letters, digits, dashes and underscores; case does not matter. */
export const PROMO_CODE_PATTERN = /^[A-Za-z0-9_-]{3,32}$/;
export const PROMO_CHECKS_MAX = 10_000;
export const PROMO_USAGES_MAX = 1_000_000;
