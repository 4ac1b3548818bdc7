export type { Message } from './deliveries.ts';
export {
  type CryptoPayment,
  type NowPaymentsStandIn,
  startNowPaymentsStandIn,
} from './nowpayments/stand-in.ts';
export { type StripeStandIn, type StripeStandInOptions, startStripeStandIn } from './stripe/stand-in.ts';
