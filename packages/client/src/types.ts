import type { components, paths } from './generated/api.ts';

type Json<Answer> = Answer extends { content: { 'application/json': infer Body } } ? Body : never;
type Ok<Operation> = Operation extends { responses: infer Responses }
  ? { [Status in keyof Responses]: Status extends 200 | 201 | 202 ? Json<Responses[Status]> : never }[keyof Responses]
  : never;

/** A check: its state, and its result once it is completed. */
export type Check = components['schemas']['Check'];
/** What a new check is asked with. */
export type NewCheck = components['schemas']['CreateCheck'];
/** A check of one payment of a transaction: its state, its payment, and its result once it is completed. */
export type Transfer = components['schemas']['Transfer'];
/** What a new transfer is asked with. */
export type NewTransfer = components['schemas']['CreateTransfer'];
/** A payment before it happens: what it is rated, and what it would do to the wallet that would pay it. */
export type WithdrawalAttempt = components['schemas']['WithdrawalAttempt'];
/** What a new withdrawal attempt is asked with. */
export type NewWithdrawalAttempt = components['schemas']['CreateWithdrawalAttempt'];
/** The body of every failure (RFC 9457). */
export type Problem = components['schemas']['Problem'];
/** Stable codes of failures: programs decide by them. */
export type ProblemCode = Problem['code'];

/** Many checks by one request. */
export type Batch = components['schemas']['Batch'];
/** What happened, as webhooks and the list of events say it. */
export type Event = components['schemas']['Event'];
export type WebhookEndpoint = components['schemas']['WebhookEndpoint'];
/** As it is when it is made and when its secret is replaced: `secret` is shown then and never again. */
export type NewWebhookEndpoint = components['schemas']['NewWebhookEndpoint'];
export type CreateWebhookEndpoint = components['schemas']['CreateWebhookEndpoint'];
export type UpdateWebhookEndpoint = components['schemas']['UpdateWebhookEndpoint'];
export type RotateWebhookSecret = components['schemas']['RotateWebhookSecret'];

export type Asset = Ok<paths['/api/v1/assets']['get']>['data'][number];
export type Network = Ok<paths['/api/v1/networks']['get']>['data'][number];
export type Usage = Ok<paths['/api/v1/usage']['get']>;
export type TestTransaction = Ok<paths['/api/v1/test_transactions']['get']>['data'][number];
export type TestAddress = Ok<paths['/api/v1/test_addresses']['get']>['data'][number];

/** One page of a list, as the service answers it. */
export interface ListPage<Item> {
  readonly data: readonly Item[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}
