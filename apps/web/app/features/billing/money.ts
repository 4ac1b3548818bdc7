import type { CallAnswer, CallBody } from '@assay/contracts/client';

export type BillingDetails = CallAnswer<'GET /payment/billing-details'>;
export type Offer = CallAnswer<'GET /payment/offer'>;
export type PaymentMethod = CallAnswer<'GET /payment/methods'>[number];
export type Order = CallAnswer<'GET /payment/orders/:order_id'>;
export type Receipt = CallAnswer<'GET /payment/receipts'>[number];
export type Subscription = NonNullable<CallAnswer<'GET /payment/subscription'>>;
export type Purchase = Pick<CallBody<'POST /payment/url'>, 'pay_for_tariff' | 'pay_for_checks'>;
export type Provider = Offer['providers'][number];
