import { type MoneyClient, moneyClient } from '@assay/contracts/money-client';
import { browserClient } from '../../shell/session/browser-client.ts';

/** Plans and payments as the browser asks for them. Never called while rendering on the server. */
export function money(): MoneyClient<AbortSignal> {
  return moneyClient(browserClient());
}

export type MoneyCalls = MoneyClient<AbortSignal>;
export type BillingDetails = Awaited<ReturnType<MoneyCalls['billingDetails']>>;
export type Offer = Awaited<ReturnType<MoneyCalls['offer']>>;
export type PaymentMethod = Awaited<ReturnType<MoneyCalls['methods']>>[number];
export type Order = Awaited<ReturnType<MoneyCalls['order']>>;
export type Receipt = Awaited<ReturnType<MoneyCalls['receipts']>>[number];
export type Subscription = NonNullable<Awaited<ReturnType<MoneyCalls['subscription']>>>;
export type Purchase = Pick<Parameters<MoneyCalls['paymentUrl']>[0], 'pay_for_tariff' | 'pay_for_checks'>;
export type Provider = Offer['providers'][number];
