import { CATEGORY_IDS, NETWORK_IDS, type NetworkId } from '@assay/domain';
import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { ResultPayment } from './result-payment.ts';

/** Movements, and addresses that paid or received, on a page of what a transaction moved. */
export const MOVES_PAGE_SIZE = 50;

const Network = z.enum(NETWORK_IDS as [NetworkId, ...NetworkId[]]);
const Page = z.coerce.number().int().min(1).max(1_000_000).default(1);

export const TransactionQuery = z.object({
  /** Its id, or a link to it in an explorer. */
  transaction: z.string().trim().min(1).max(2048),
  /** Where it is looked for; by default, where its form or its link allow. */
  network: Network.optional(),
  /** Of the asset that is shown; by default one that it moved. */
  ticker: z.string().trim().min(1).max(32).optional(),
  /** Page of the movements. */
  page: Page,
  /** Page of the addresses that paid or received. */
  side_page: Page,
  /** Lists this address alone among those that paid or received. */
  side: z.string().trim().min(1).max(256).optional(),
});

const Label = z.object({ entity: z.string(), category: z.enum(CATEGORY_IDS) }).nullable();
const AssetOfMoves = z.object({ ticker: z.string(), parent: z.string().nullable(), name: z.string() });
const Usd = z.number().nonnegative().nullable();
const [Move] = [ResultPayment.shape.moves.element];

/** Amounts are base units as decimal text; US dollars are at the price of the day, null without one. */
export const TransactionMoves = z
  .object({
    is: z.literal('moved'),
    /** As the records write it. */
    transaction_id: z.string(),
    network: Network,
    time: z.iso.datetime(),
    /** Null where no source gave one. */
    block: z.string().nullable(),
    /** Who was asked for it; null where stored records are of it. */
    provider: z.string().nullable(),
    /** It creates coins, and nobody paid them. */
    is_coinbase: z.boolean(),
    /** False where the source does not give all of it: inputs without a value, or transfers within contracts. */
    is_whole: z.boolean(),
    /** It waits for a block: `time` is when it was seen, and only its deposits can be rated. Not there for others. */
    is_pending: z.literal(true).optional(),
    asset: AssetOfMoves.extend({ subticker: z.string().nullable(), decimals: z.number().int() }),
    /** What else it moved, as far as records are stored. */
    other_assets: z.array(AssetOfMoves),
    moves: z.array(Move.extend({ usd: Usd, from_label: Label, to_label: Label })),
    moves_in_all: z.number().int().nonnegative(),
    /** Who can be the side of a payment: addresses that paid or received, the largest first. */
    sides: z.array(
      z.object({
        address: z.string(),
        paid: z.string(),
        received: z.string(),
        paid_usd: Usd,
        received_usd: Usd,
        label: Label,
      }),
    ),
    sides_in_all: z.number().int().nonnegative(),
    /** Why the address that was looked for is not among them; null where it is, or none was looked for. */
    side_refused: z.enum(['not a party', 'mint or burn']).nullable(),
    /** False for visitors without a session: labels are null then. */
    has_labels: z.boolean(),
  })
  .meta({ id: 'TransactionMoves' });
export type TransactionMoves = z.infer<typeof TransactionMoves>;

/** Why what a transaction moved is not shown. */
export const MOVES_REFUSALS = [
  'no record',
  'failed',
  'other assets',
  'test network',
  'not on this network',
  /** By a provider: it waits for a block and does not say what it moves, another one took its place, or it was dropped or never was. */
  'unconfirmed',
  'replaced',
  'unknown',
  /** No provider answered. */
  'unanswered',
] as const;

export const TransactionData = z
  .discriminatedUnion('is', [
    TransactionMoves,
    /** Records of several networks have a transaction of this id: one has to be named. */
    z.object({ is: z.literal('several networks'), networks: z.array(Network) }),
    z.object({
      is: z.literal('refused'),
      reason: z.enum(MOVES_REFUSALS),
      /** What is wrong and what to do, in plain words. */
      text: z.string(),
      /** Where its form or link allow it to be. */
      networks: z.array(Network),
      /** What it moved instead. */
      other_assets: z.array(AssetOfMoves),
    }),
  ])
  .meta({ id: 'TransactionData' });
export type TransactionData = z.infer<typeof TransactionData>;

/**
 * GET /monitor/transaction: what a transaction moved by the stored records, or by its chain where none is of it; costs
 * nothing. Visitors get no labels.
 */
export const ReadTransaction = {
  method: 'GET',
  path: '/monitor/transaction',
  summary: 'What a transaction moved',
  description:
    'Movements of one asset, and the addresses that paid or received, each in pages of 50. Costs nothing. Providers are asked where no record is of it, up to a limit. Labels are for callers with an account.',
  tag: 'monitor',
  limit: 'reads',
  credentials: 'optional',
  query: TransactionQuery,
  answers: { 200: success(TransactionData) },
  errors: ['SecretNotAddress', 'TransactionNotRated', 'UnknownAsset', 'InvalidAddress', 'Overloaded'],
} as const satisfies Contract;
