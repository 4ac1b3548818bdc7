import {
  ChangePromoCode,
  CreatePromoCode,
  DeletePromoCode,
  ListPromoCodes,
  type PromoCodeData,
  RedeemPromoCode,
} from '@assay/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { callerOf, requireAdmin, requireCaller } from '../../../platform/http/caller.ts';
import { failures } from '../../../platform/http/failures.ts';
import { recordAdminAction } from '../../../platform/http/security-events.ts';
import { timeZoneOf } from '../../../platform/http/time-zone.ts';
import { endOfDay } from './end-of-day.ts';
import type { PromoService } from './promo.service.ts';
import type { PromoCode } from './promo.store.ts';

export interface PromoRoutesOptions {
  readonly promo: PromoService;
  readonly readsPerMinute: number;
}

/** Low enough to prevent guessing of codes. */
const REDEMPTIONS_PER_MINUTE = 20;

export const promoRoutes: FastifyPluginAsyncZod<PromoRoutesOptions> = async (app, { promo, readsPerMinute }) => {
  const admin = { config: { rateLimit: { max: readsPerMinute } }, preParsing: requireAdmin };

  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  app.post(
    CreatePromoCode.path,
    {
      schema: {
        summary: 'Make a promo code',
        tags: ['promo'],
        body: CreatePromoCode.body,
        response: { ...CreatePromoCode.answers, ...failures(CreatePromoCode.errors) },
      },
      ...admin,
    },
    async (request) => {
      const { code, social, free_checks, total_usages, expired_at } = request.body;
      const made = await promo.create({
        code,
        social,
        freeChecks: free_checks,
        totalUsages: total_usages,
        expiredAt: expired_at === null ? null : endOfDay(expired_at ?? new Date(), timeZoneOf(request)),
      });
      recordAdminAction(request, 'promo_code.create', made.id);
      return { data: presentCode(made) };
    },
  );

  app.get(
    ListPromoCodes.path,
    {
      schema: {
        summary: 'All promo codes',
        tags: ['promo'],
        response: { ...ListPromoCodes.answers, ...failures(ListPromoCodes.errors) },
      },
      ...admin,
    },
    async () => ({ data: (await promo.list()).map(presentCode) }),
  );

  app.patch(
    ChangePromoCode.path,
    {
      schema: {
        summary: 'Change a promo code',
        tags: ['promo'],
        params: ChangePromoCode.params,
        body: ChangePromoCode.body,
        response: { ...ChangePromoCode.answers, ...failures(ChangePromoCode.errors) },
      },
      ...admin,
    },
    async (request) => {
      const { social, free_checks, expired_at } = request.body;
      const changed = await promo.change(request.params.id, {
        ...(social === undefined ? {} : { social }),
        ...(free_checks === undefined ? {} : { freeChecks: free_checks }),
        ...(expired_at === undefined
          ? {}
          : { expiredAt: expired_at === null ? null : endOfDay(expired_at, timeZoneOf(request)) }),
      });
      recordAdminAction(request, 'promo_code.change', changed.id);
      return { data: presentCode(changed) };
    },
  );

  app.delete(
    DeletePromoCode.path,
    {
      schema: {
        summary: 'Delete a promo code',
        tags: ['promo'],
        params: DeletePromoCode.params,
        response: { ...DeletePromoCode.answers, ...failures(DeletePromoCode.errors) },
      },
      ...admin,
    },
    async (request) => {
      await promo.remove(request.params.id);
      recordAdminAction(request, 'promo_code.delete', request.params.id);
      return { data: { deleted: true as const } };
    },
  );

  app.post(
    RedeemPromoCode.path,
    {
      schema: {
        summary: 'Redeem a promo code',
        tags: ['promo'],
        params: RedeemPromoCode.params,
        response: { ...RedeemPromoCode.answers, ...failures(RedeemPromoCode.errors) },
      },
      config: { rateLimit: { max: REDEMPTIONS_PER_MINUTE } },
      preParsing: requireCaller,
    },
    async (request) => ({ data: await promo.redeem(callerOf(request).sub, request.params.code) }),
  );
};

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
