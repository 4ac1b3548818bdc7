import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';

const Cents = z.number().int().nonnegative();

/** A plan as the API sends it (row ENT-06). Dollars are for display; calculations use the whole cents beside them. */
export const PlanData = z
  .object({
    id: z.number().int(),
    name: z.string(),
    type: z.string(),
    payment_period: z.enum(['package', 'none', 'month', 'day', 'week', '3_months', 'half_year', 'year']),
    /** US dollars. */
    price: z.number(),
    price_without_discount: z.number(),
    per_check: z.number(),
    /** Percent off. */
    sale: z.number().int(),
    number_checks: z.number().int(),
    period_check_add: z.enum(['package', 'none', 'month', 'day', 'week', '3_months', 'half_year', 'year']),
    details: z.array(
      z.union([z.object({ name: z.string(), type: z.enum(['text', 'icon', 'none']), value: z.string() }), z.string()]),
    ),
    price_cents: Cents,
    price_without_discount_cents: Cents,
    /** Tenths of a cent. */
    per_check_mills: Cents,
    /** Checks added each `period_check_add`. */
    checks_per_add: Cents,
  })
  .meta({ id: 'Plan' });
export type PlanData = z.infer<typeof PlanData>;

/** GET /user/plans (row API-14): what is offered, to everybody. The order is the catalogue's. */
export const UserPlans = {
  method: 'GET',
  path: '/user/plans',
  summary: 'The plans that are offered',
  tag: 'payment',
  limit: 'reads',
  credentials: 'none',
  answers: { 200: success(z.array(PlanData)) },
} as const satisfies Contract;
