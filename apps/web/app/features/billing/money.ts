import { type MoneyClient, moneyClient } from '@assay/contracts/client';
import { browserClient } from '../../shell/session/browser-client.ts';

/** Plans and payments as the browser asks for them. Never called while rendering on the server. */
export function money(): MoneyClient<AbortSignal> {
  return moneyClient(browserClient());
}

type Money = MoneyClient<AbortSignal>;
export type Offer = Awaited<ReturnType<Money['offer']>>;
export type PaymentMethod = Awaited<ReturnType<Money['methods']>>[number];
export type Order = Awaited<ReturnType<Money['order']>>;
export type Receipt = Awaited<ReturnType<Money['receipts']>>[number];
export type Subscription = NonNullable<Awaited<ReturnType<Money['subscription']>>>;
export type Purchase = Pick<Parameters<Money['paymentUrl']>[0], 'pay_for_tariff' | 'pay_for_checks'>;
export type Provider = Offer['providers'][number];
