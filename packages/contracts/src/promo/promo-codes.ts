import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import {
  PROMO_CHECKS_MAX,
  PROMO_CODE_PATTERN,
  PROMO_DEFAULTS,
  PROMO_SOCIALS,
  PROMO_USAGES_MAX,
} from './promo-texts.ts';

const Social = z.enum(PROMO_SOCIALS);
const FreeChecks = z.number().int().min(0).max(PROMO_CHECKS_MAX);
const TotalUsages = z.number().int().min(0).max(PROMO_USAGES_MAX);
const EXPIRES_FROM = Date.parse('2000-01-01');
/** The last day that ends in a year of four digits wherever the caller is. */
const EXPIRES_UNTIL = Date.parse('9999-12-30T00:00:00Z');
/** A day (`2026-12-31`) or a moment; either way the code is valid to the end of that day in the caller's time zone. */
const ExpiryDay = z.union([z.iso.date(), z.iso.datetime({ offset: true })]).refine((day) => {
  const time = Date.parse(day);
  return time >= EXPIRES_FROM && time <= EXPIRES_UNTIL;
}, 'a day from 2000-01-01 to 9999-12-30');

export const PromoCodeData = z
  .object({
    id: z.number().int(),
    code: z.string(),
    social: z.string(),
    free_checks: z.number().int(),
    /** 0 is without limit. */
    total_usages: z.number().int(),
    /** How often it was redeemed. */
    usages: z.number().int(),
    /** Null for a code that does not expire. */
    expired_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'PromoCode' });
export type PromoCodeData = z.infer<typeof PromoCodeData>;

export const PromoCodeBody = z
  .object({
    /** Empty: one is made. */
    code: z
      .string()
      .trim()
      .max(32)
      .refine((code) => code === '' || PROMO_CODE_PATTERN.test(code), '3 to 32 letters, digits, - or _')
      .default(''),
    social: Social.default(PROMO_DEFAULTS.social),
    free_checks: FreeChecks.default(PROMO_DEFAULTS.free_checks),
    total_usages: TotalUsages.default(PROMO_DEFAULTS.total_usages),
    /** Missing: today. Null: the code does not expire. */
    expired_at: ExpiryDay.nullish(),
  })
  .meta({ examples: [{ code: 'SPRING', free_checks: 3, total_usages: 100, expired_at: '2030-12-31' }] });

/** POST /promocode (row API-20): administrators only. */
export const CreatePromoCode = {
  method: 'POST',
  path: '/promocode',
  summary: 'Make a promo code',
  tag: 'promo',
  limit: 'reads',
  needs: { admin: true },
  body: PromoCodeBody,
  answers: { 200: success(PromoCodeData) },
  errors: ['PromoCodeTaken'],
} as const satisfies Contract;

/** GET /promocode (row API-21): newest first. */
export const ListPromoCodes = {
  method: 'GET',
  path: '/promocode',
  summary: 'All promo codes',
  tag: 'promo',
  limit: 'reads',
  needs: { admin: true },
  answers: { 200: success(z.array(PromoCodeData)) },
} as const satisfies Contract;

export const PromoCodeChange = z
  .object({
    /** Null: the code does not expire any more. */
    expired_at: ExpiryDay.nullable().optional(),
    social: Social.optional(),
    free_checks: FreeChecks.optional(),
  })
  .meta({ examples: [{ expired_at: '2031-12-31', free_checks: 5 }] });

const PromoCodeId = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) });

/** PATCH /promocode/{id} (row API-22): changes what is named, and nothing else (GAP-44). */
export const ChangePromoCode = {
  method: 'PATCH',
  path: '/promocode/:id',
  summary: 'Change a promo code',
  tag: 'promo',
  limit: 'reads',
  needs: { admin: true },
  params: PromoCodeId,
  body: PromoCodeChange,
  answers: { 200: success(PromoCodeData) },
  errors: ['NotFound'],
} as const satisfies Contract;

/** DELETE /promocode/{id} (row API-23). What was redeemed stays credited; the code may be made again. */
export const DeletePromoCode = {
  method: 'DELETE',
  path: '/promocode/:id',
  summary: 'Delete a promo code',
  tag: 'promo',
  limit: 'reads',
  needs: { admin: true },
  params: PromoCodeId,
  answers: { 200: success(z.object({ deleted: z.literal(true) })) },
  errors: ['NotFound'],
} as const satisfies Contract;
