import {
  ChangePromoCode,
  CreatePromoCode,
  DeletePromoCode,
  ListPromoCodes,
  type PromoCodeData,
  RedeemPromoCode,
} from '@assay/contracts';
import { fieldDay } from '@assay/wording';
import type { FastifyInstance } from 'fastify';
import { answerCall } from '../../../platform/http/answer-call.ts';
import { timeZoneOf } from '../../../platform/http/headers/time-zone.ts';
import { recordAdminAction } from '../../../platform/http/watch/security-events.ts';
import { callerOf } from '../../../platform/http/who/caller.ts';
import { startOfDay } from '../../../platform/kernel/time/zoned-days.ts';
import type { PromoService } from './promo.service.ts';
import type { PromoCode } from './promo.store.ts';

const DAY_MS = 86_400_000;

/**
 * The last millisecond of a day in a time zone.
 *
 * @param day `2026-12-31`, or a moment, which means its day in the zone
 * @param timeZone an IANA name
 * @throws RangeError for a text that is no day.
 * @example endOfDay('2026-12-31', 'Europe/Tallinn') // 2026-12-31T21:59:59.999Z
 */
export function endOfDay(day: string | Date, timeZone: string): Date {
  const date =
    typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : fieldDay(new Date(day).toISOString(), timeZone);
  return new Date(startOfDay(Date.parse(date) + DAY_MS, timeZone).getTime() - 1);
}

export interface PromoRoutesOptions {
  readonly promo: PromoService;
}

/** Calls about promo codes: administrators make and change them, users redeem them. */
export async function promoRoutes(app: FastifyInstance, { promo }: PromoRoutesOptions): Promise<void> {
  answerCall(app, CreatePromoCode, async ({ body, request }) => {
    const { code, social, free_checks, total_usages, expired_at } = body;
    const made = await promo.create({
      code,
      social,
      freeChecks: free_checks,
      totalUsages: total_usages,
      expiredAt: expired_at === null ? null : endOfDay(expired_at ?? new Date(), timeZoneOf(request)),
    });
    recordAdminAction(request, 'promo_code.create', made.id);
    return presentCode(made);
  });

  answerCall(app, ListPromoCodes, async () => (await promo.list()).map(presentCode));

  answerCall(app, ChangePromoCode, async ({ params, body, request }) => {
    const { social, free_checks, expired_at } = body;
    const changed = await promo.change(params.id, {
      ...(social === undefined ? {} : { social }),
      ...(free_checks === undefined ? {} : { freeChecks: free_checks }),
      ...(expired_at === undefined
        ? {}
        : { expiredAt: expired_at === null ? null : endOfDay(expired_at, timeZoneOf(request)) }),
    });
    recordAdminAction(request, 'promo_code.change', changed.id);
    return presentCode(changed);
  });

  answerCall(app, DeletePromoCode, async ({ params, request }) => {
    await promo.remove(params.id);
    recordAdminAction(request, 'promo_code.delete', params.id);
    return { deleted: true as const };
  });

  answerCall(app, RedeemPromoCode, ({ params, request }) => promo.redeem(callerOf(request).sub, params.code));
}

function presentCode(code: PromoCode): PromoCodeData {
  return {
    id: code.id,
    code: code.code,
    social: code.social,
    free_checks: code.freeChecks,
    total_usages: code.totalUsages,
    usages: code.usages,
    expired_at: code.expiredAt?.toISOString() ?? null,
    created_at: code.createdAt.toISOString(),
    updated_at: code.updatedAt.toISOString(),
  };
}
