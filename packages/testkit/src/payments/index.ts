export type { Message } from './deliveries.ts';
export { type StripeStandIn, type StripeStandInOptions, startStripeStandIn } from './stripe/stand-in.ts';
