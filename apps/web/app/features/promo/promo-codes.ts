import { type PromoAdminClient, promoAdminClient } from '@assay/contracts/money-client';
import { browserClient } from '../../shell/session/browser-client.ts';

export type PromoCode = Awaited<ReturnType<PromoAdminClient<AbortSignal>['list']>>[number];
export type NewPromoCode = Parameters<PromoAdminClient<AbortSignal>['create']>[0];
export type PromoCodeChange = Parameters<PromoAdminClient<AbortSignal>['change']>[1];

/** Promo codes as administrators ask for them. Never called while rendering on the server. */
export function promoCodes(): PromoAdminClient<AbortSignal> {
  return promoAdminClient(browserClient());
}
