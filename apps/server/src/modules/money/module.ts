import type { FastifyPluginAsync } from 'fastify';
import { type PaymentsRoutesOptions, paymentsRoutes, webhookRoutes } from './payments/payments.routes.ts';
import { type PromoRoutesOptions, promoRoutes } from './promo/promo.routes.ts';
import { type SurveyRoutesOptions, surveyRoutes } from './survey/survey.routes.ts';

export interface MoneyCallsOptions extends PaymentsRoutesOptions, PromoRoutesOptions {
  readonly surveys: SurveyRoutesOptions;
}

/** Payments, what providers say of them, promo codes and the survey. */
export function moneyCalls({ surveys, ...options }: MoneyCallsOptions): FastifyPluginAsync {
  return async (calls) => {
    await calls.register(surveyRoutes, surveys);
    await calls.register(paymentsRoutes, options);
    await calls.register(webhookRoutes, options);
    await calls.register(promoRoutes, options);
  };
}
