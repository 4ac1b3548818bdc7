import {
  ChangePromoCode,
  CreatePromoCode,
  DeletePromoCode,
  ListPromoCodes,
  type PromoCodeData,
  RedeemPromoCode,
} from '@assay/contracts';
import type { FastifyInstance } from 'fastify';
import { answerCall } from '../../../platform/http/answer-call.ts';
import { timeZoneOf } from '../../../platform/http/headers/time-zone.ts';
import { recordAdminAction } from '../../../platform/http/watch/security-events.ts';
import { callerOf } from '../../../platform/http/who/caller.ts';
import { endOfDay } from './end-of-day.ts';
import type { PromoService } from './promo.service.ts';
import type { PromoCode } from './promo.store.ts';

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
