import type { Schemas } from './contracts.ts';

/** A check: its state, and its result once it is completed. */
export type Check = Schemas['Check'];
/** What a new check is asked with. */
export type NewCheck = Schemas['CreateCheck'];
/** A check of one payment of a transaction: its state, its payment, and its result once it is completed. */
export type Transfer = Schemas['Transfer'];
/** What a new transfer is asked with. */
export type NewTransfer = Schemas['CreateTransfer'];
/** A payment before it happens: what it is rated, and what it would do to the wallet that would pay it. */
export type WithdrawalAttempt = Schemas['WithdrawalAttempt'];
/** What a new withdrawal attempt is asked with. */
export type NewWithdrawalAttempt = Schemas['CreateWithdrawalAttempt'];
/** The body of every failure (RFC 9457). */
export type Problem = Schemas['Problem'];
/** Stable codes of failures: programs decide by them. */
export type ProblemCode = Problem['code'];

/** Many checks by one request. */
export type Batch = Schemas['Batch'];
/** What happened, as webhooks and the list of events say it. */
export type Event = Schemas['Event'];
export type WebhookEndpoint = Schemas['WebhookEndpoint'];
/** As it is when it is made and when its secret is replaced: `secret` is shown then and never again. */
export type NewWebhookEndpoint = Schemas['NewWebhookEndpoint'];
export type CreateWebhookEndpoint = Schemas['CreateWebhookEndpoint'];
export type UpdateWebhookEndpoint = Schemas['UpdateWebhookEndpoint'];
export type RotateWebhookSecret = Schemas['RotateWebhookSecret'];

export type Asset = Schemas['Asset'];
export type Network = Schemas['Network'];
export type Usage = Schemas['Usage'];
export type TestTransaction = Schemas['TestTransaction'];
export type TestAddress = Schemas['TestAddress'];

/** One page of a list, as the service answers it. */
export interface ListPage<Item> {
  readonly data: readonly Item[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}
