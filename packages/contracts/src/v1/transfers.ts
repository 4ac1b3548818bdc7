import { CATEGORY_IDS } from '@assay/domain';
import { z } from 'zod';
import { MAX_MOVES, ResultPayment } from '../monitor/result-payment.ts';
import { addressText } from '../wire/address-text.ts';
import {
  IDEMPOTENCY_PROBLEMS,
  idempotencyHeaders,
  pageOf,
  pageQuery,
  SCOPED_PROBLEMS,
  type V1Contract,
} from './calls.ts';
import { CheckV1, CREATE_PROBLEMS, Expand, Reference, WISH_FIELDS } from './checks.ts';
import { TRANSFER, TRANSFER_REQUEST } from './transfer-examples.ts';

/** Ids of transfers of the public API. */
export const TRANSFER_ID = /^trf_[0-9A-Za-z]{20}$/;

const direction = ResultPayment.shape.direction;

export const CreateTransferV1Body = z
  .strictObject({
    transaction: z.string().trim().min(1).max(2048).describe('Id of the transaction, or a link to it in an explorer.'),
    address: addressText()
      .nullable()
      .default(null)
      .describe('Your side: who received the deposit, or paid the withdrawal. May be left out where only one did.'),
    direction: direction
      .nullable()
      .default(null)
      .describe('`deposit`: where it came from is rated; `withdrawal`: where it went. Name it, the address, or both.'),
    ...WISH_FIELDS,
  })
  .refine(({ address, direction }) => address !== null || direction !== null, {
    message: 'Name the address, or the direction.',
    path: ['direction'],
  })
  .meta({ id: 'CreateTransfer', examples: [TRANSFER_REQUEST] });

const baseUnits = z.string().regex(/^\d+$/);

const TransferPayment = z.object({
  transaction_id: z.string().describe('As the records write it.'),
  direction: direction.describe('`deposit`: `address` received it; `withdrawal`: `address` paid it.'),
  time: z.iso.datetime().nullable().describe('When it was made.'),
  block: z.string().nullable().describe('Number of its block; null where no source gave one.'),
  confirmed: z
    .boolean()
    .nullable()
    .describe(
      'False for a deposit that waited for a block when it was rated: another transaction can still take its place, `time` is when it was seen, and it has no report and no certificate. Create the transfer again once it is confirmed.',
    ),
  amount: baseUnits.nullable().describe('What was paid, in base units of the asset.'),
  amount_usd: z.number().nullable().describe('US dollars at the price of its day; null where no price is known.'),
  moves: z
    .array(
      z.object({
        from: z.string().nullable().describe('Who paid; null for an output of coins.'),
        to: z.string().nullable().describe('Who received; null for an input of coins.'),
        amount: baseUnits.describe('In base units of the asset.'),
        kind: z.enum(['fee', 'native', 'internal', 'token', 'coin']).describe('How the network moves it.'),
      }),
    )
    .nullable()
    .describe(`What the transaction moved of the asset, in order, at most ${MAX_MOVES}.`),
  moves_in_all: z.number().int().min(0).nullable().describe('All of them, with those that `moves` leaves out.'),
  parties: z
    .array(
      z.object({
        address: z.string().describe('In canonical form.'),
        paid: baseUnits.describe('In base units of the asset.'),
        received: baseUnits.describe('In base units of the asset.'),
        label: z
          .object({
            entity: z.string().describe('What the label names.'),
            category: z.enum(CATEGORY_IDS).describe('Category of the method.'),
          })
          .nullable()
          .describe('The label that counted for it when the transaction was made.'),
      }),
    )
    .nullable()
    .describe(`Who paid and received how much, by amount, at most ${MAX_MOVES}.`),
});

/** A check of one payment of a transaction. Its result has the shape of a check's, and a `payment`. */
export const TransferV1 = CheckV1.extend({
  id: z.string().describe('`trf_` and 20 characters. It opens nothing without a key of the workspace.'),
  object: z.literal('transfer'),
  address: z.string().describe('Whose payment it is, in canonical form: the side.'),
  payment: TransferPayment.describe(
    'The payment that is rated. All but its transaction and direction are null until `status` is `completed`.',
  ),
}).meta({ id: 'Transfer', examples: [TRANSFER] });
export type TransferV1 = z.infer<typeof TransferV1>;

const TransferListV1 = pageOf(TransferV1);

const transferParams = z.object({ id: z.string().regex(TRANSFER_ID).describe('Id of the transfer.') });

/**
 * POST /v1/transfers: rates one deposit or withdrawal of a transaction (docs/method/transactions), as POST /v1/checks
 * rates an address.
 */
export const CreateTransferV1 = {
  method: 'POST',
  path: '/v1/transfers',
  summary: 'Create a transfer',
  description:
    'Rates one deposit or withdrawal of a transaction and waits for the result, 15 seconds at most; what takes longer is answered as `running`. The same payment within 24 hours is free. One that fails, is refused or cannot be rated costs nothing.',
  tag: 'transfers',
  scope: 'checks:write',
  answersTestKeys: true,
  headers: idempotencyHeaders,
  body: CreateTransferV1Body,
  answers: { 201: TransferV1 },
  problems: [
    ...CREATE_PROBLEMS,
    'asset_not_moved',
    'invalid_address',
    'invalid_transaction',
    'no_such_payment',
    'side_required',
    'sources_unavailable',
    'test_transaction_required',
    'transaction_failed',
    'transaction_not_found',
    'transaction_replaced',
    'transaction_unconfirmed',
  ],
} as const satisfies V1Contract;

/** GET /v1/transfers/{id}. A finished transfer carries an `ETag`. */
export const RetrieveTransferV1 = {
  method: 'GET',
  path: '/v1/transfers/:id',
  summary: 'Retrieve a transfer',
  description:
    'As it is now. A finished transfer has an `ETag`: with `If-None-Match` it is answered by 304 while it is the same.',
  tag: 'transfers',
  scope: 'checks:read',
  answersTestKeys: true,
  hasETag: true,
  headers: z.object({
    'if-none-match': z.string().optional().describe('The `ETag` of the answer that you have.'),
  }),
  params: transferParams,
  query: z.object({ expand: Expand }),
  answers: { 200: TransferV1 },
  problems: [...SCOPED_PROBLEMS, 'invalid_request', 'not_found'],
} as const satisfies V1Contract;

/** GET /v1/transfers: those that keys of the workspace made in the mode of this one, the newest first. */
export const ListTransfersV1 = {
  method: 'GET',
  path: '/v1/transfers',
  summary: 'List transfers',
  description: 'Transfers that keys of the workspace made in the mode of this one, the newest first.',
  tag: 'transfers',
  scope: 'checks:read',
  answersTestKeys: true,
  query: pageQuery.extend({
    reference: Reference.optional().describe('Only those with exactly this reference.'),
  }),
  answers: { 200: TransferListV1 },
  problems: [...SCOPED_PROBLEMS, 'invalid_request'],
} as const satisfies V1Contract;

/** POST /v1/transfers/{id}/cancel: ends a running one; it costs nothing then. */
export const CancelTransferV1 = {
  method: 'POST',
  path: '/v1/transfers/:id/cancel',
  summary: 'Cancel a running transfer',
  description: 'Its check ends as `failed` and costs nothing. The transaction itself is not touched.',
  tag: 'transfers',
  scope: 'checks:write',
  answersTestKeys: true,
  headers: idempotencyHeaders,
  params: transferParams,
  answers: { 200: TransferV1 },
  problems: [...SCOPED_PROBLEMS, 'invalid_request', 'not_found', 'check_is_over', ...IDEMPOTENCY_PROBLEMS],
} as const satisfies V1Contract;
