import { NETWORK_IDS, type NetworkId } from '@assay/domain';
import { z } from 'zod';
import { MOVES_REFUSALS, TransactionMoves } from '../monitor/transaction-moves.ts';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import type { ErrorName } from '../wire/errors.ts';
import { BotUserParams } from './bot-account.ts';
import { BotCheckHeaders, RunBotCheck } from './bot-check.ts';

/** Names what a button asks of a transaction: a button of Telegram holds 64 bytes. */
export const KeptTransactionId = z.string().regex(/^[\w-]{22}$/, 'the id of a kept transaction');

/** Most addresses that a message offers as a side. */
export const BOT_SIDES = 6;

const Network = z.enum(NETWORK_IDS as [NetworkId, ...NetworkId[]]);
const Kept = z.object({ kept: KeptTransactionId });
const Side = TransactionMoves.shape.sides.element.pick({ address: true, paid: true, received: true });
const Asset = TransactionMoves.shape.asset.pick({ ticker: true, parent: true });

/** What a transaction moved, as much of it as a message offers, with what its buttons ask; or why nothing is offered. */
export const BotTransaction = z
  .discriminatedUnion('is', [
    TransactionMoves.pick({ is: true, transaction_id: true, time: true, is_pending: true, sides_in_all: true }).extend({
      asset: TransactionMoves.shape.asset.pick({ ticker: true, parent: true, decimals: true }),
      /** The largest first, at most `BOT_SIDES`. Labels are in results alone. */
      sides: z.array(
        Side.extend({
          /** A check of what it received; null where it received nothing, or nobody holds its key. */
          deposit: Kept.nullable(),
          /** A check of what it paid; null also where the transaction waits for a block. */
          withdrawal: Kept.nullable(),
        }),
      ),
      /** What it moved of these. */
      other_assets: z.array(Asset.extend(Kept.shape)),
    }),
    /** What it moved on each of these. */
    z.object({ is: z.literal('several networks'), networks: z.array(Kept.extend({ network: Network })) }),
    z.object({
      is: z.literal('refused'),
      reason: z.enum(MOVES_REFUSALS),
      /** What is wrong and what to do, in plain English. */
      text: z.string(),
      networks: z.array(Network),
    }),
  ])
  .meta({ id: 'BotTransaction' });
export type BotTransaction = z.infer<typeof BotTransaction>;

export const BotTransactionBody = z
  .object({
    /** Its id, or a link to it in an explorer. */
    transaction: z.string().trim().min(1).max(512),
    /** Offers this address alone as a side. */
    side: z.string().trim().min(1).max(256).optional(),
  })
  .meta({ examples: [{ transaction: '5a03268cdff958f836075b19dfd60dfeed22b3cb14655223c279a8d573564683' }] });

const READING_ERRORS = [
  'AccountSuspended',
  'ChatRefused',
  'SecretNotAddress',
  'TransactionNotRated',
  'UnknownAsset',
  'InvalidAddress',
  'Overloaded',
] as const satisfies ErrorName[];

/** POST /bot/users/{user_id}/transactions: what a transaction moved. Costs nothing, and rates nothing. */
export const FindBotTransaction = {
  method: 'POST',
  path: '/bot/users/:user_id/transactions',
  summary: 'What a transaction moved, for a Telegram user',
  description: 'With what the buttons under it ask. Costs nothing.',
  tag: 'bot',
  limit: null,
  credentials: 'service',
  params: BotUserParams,
  body: BotTransactionBody,
  answers: { 200: success(BotTransaction) },
  errors: READING_ERRORS,
} as const satisfies Contract;

export const KeptTransactionParams = BotUserParams.extend({ kept: KeptTransactionId });

/** GET /bot/users/{user_id}/transactions/{kept}: the same of a network or an asset that a button names. */
export const ReadBotTransaction = {
  method: 'GET',
  path: '/bot/users/:user_id/transactions/:kept',
  summary: 'What it moved on the network or of the asset that a button names',
  tag: 'bot',
  limit: null,
  credentials: 'service',
  params: KeptTransactionParams,
  answers: { 200: success(BotTransaction) },
  errors: ['NotFound', ...READING_ERRORS],
} as const satisfies Contract;

/**
 * POST /bot/users/{user_id}/transactions/{kept}/checks: checks the payment that a button names, and is answered,
 * charged and followed as a check of an address. An id that nobody asked for in 90 days is forgotten.
 */
export const RunBotPayment = {
  method: 'POST',
  path: '/bot/users/:user_id/transactions/:kept/checks',
  summary: 'Check a payment for a Telegram user',
  description: 'Answers within 15 s: 200 with the result, or 202 while it runs.',
  tag: 'bot',
  limit: null,
  credentials: 'service',
  params: KeptTransactionParams,
  headers: BotCheckHeaders,
  answers: RunBotCheck.answers,
  errors: ['NotFound', 'TransactionNotRated', ...RunBotCheck.errors],
} as const satisfies Contract;
