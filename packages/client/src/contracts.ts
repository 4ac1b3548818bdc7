import type * as v1 from '@assay/contracts/v1';
import {
  BatchV1,
  CheckV1,
  CreateCheckV1Body,
  CreateTransferV1Body,
  CreateWebhookEndpointV1Body,
  CreateWithdrawalAttemptV1Body,
  EventV1,
  ListAssetsV1,
  ListTestTransactionsV1,
  NetworkV1,
  NewWebhookEndpointV1,
  Problem,
  RetrieveUsageV1,
  RotateWebhookSecretV1Body,
  TestAddressV1,
  TransferV1,
  UpdateWebhookEndpointV1Body,
  type V1Contract,
  WebhookEndpointV1,
  WithdrawalAttemptV1,
} from '@assay/contracts/v1';
import type { z } from 'zod';

/** What the service answers. */
export const ANSWERS = {
  Asset: ListAssetsV1.answers[200].shape.data.element,
  Batch: BatchV1,
  Check: CheckV1,
  Event: EventV1,
  Network: NetworkV1,
  NewWebhookEndpoint: NewWebhookEndpointV1,
  Problem,
  TestAddress: TestAddressV1,
  TestTransaction: ListTestTransactionsV1.answers[200].shape.data.element,
  Transfer: TransferV1,
  Usage: RetrieveUsageV1.answers[200],
  WebhookEndpoint: WebhookEndpointV1,
  WithdrawalAttempt: WithdrawalAttemptV1,
};

/** What it is asked with. */
export const BODIES = {
  CreateCheck: CreateCheckV1Body,
  CreateTransfer: CreateTransferV1Body,
  CreateWebhookEndpoint: CreateWebhookEndpointV1Body,
  CreateWithdrawalAttempt: CreateWithdrawalAttemptV1Body,
  RotateWebhookSecret: RotateWebhookSecretV1Body,
  UpdateWebhookEndpoint: UpdateWebhookEndpointV1Body,
};

export type Schemas = { [Name in keyof typeof ANSWERS]: z.output<(typeof ANSWERS)[Name]> } & {
  [Name in keyof typeof BODIES]: z.input<(typeof BODIES)[Name]>;
};

type Contract = Extract<(typeof v1)[keyof typeof v1], V1Contract>;
type Filled<Path> = Path extends `/v1${infer Rest}`
  ? Filled<Rest>
  : Path extends `${infer Before}:${string}/${infer After}`
    ? `${Before}${string}/${Filled<After>}`
    : Path extends `${infer Before}:${string}`
      ? `${Before}${string}`
      : Path;

/** By method, the paths of the API filled with any parameters. */
export type Paths = { [Call in Contract as Call['method']]: Filled<Call['path']> };
