import { z } from 'zod';
import { amount, evmAddress, evmHash, isoTime, whole } from './wire.ts';

/** What Blockscout's API (version 2) answers, as far as it is read. */

export const party = z.object({
  hash: evmAddress,
  is_contract: z.boolean().nullish(),
  proxy_type: z.string().nullish(),
});

export type Party = z.output<typeof party>;

/** Parameters to append as they came. */
const pageParameters = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable();

const list = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next_page_params: pageParameters });

const inBlock = { block_number: whole.nullish(), block: whole.nullish(), timestamp: isoTime.nullable() };

export const transactionList = list(
  z.object({
    ...inBlock,
    hash: evmHash,
    position: whole.nullish(),
    from: party,
    to: party.nullable(),
    created_contract: party.nullish(),
    value: amount,
    fee: z.object({ type: z.string(), value: amount }).nullable(),
    /** Null while it waits to be mined. */
    status: z.enum(['ok', 'error']).nullable(),
  }),
);

export const innerList = list(
  z.object({
    ...inBlock,
    transaction_hash: evmHash,
    transaction_index: whole.nullish(),
    index: whole,
    type: z.string(),
    from: party,
    to: party.nullable(),
    created_contract: party.nullish(),
    value: amount,
    success: z.boolean(),
  }),
);

export const tokenList = list(
  z.object({
    ...inBlock,
    transaction_hash: evmHash,
    log_index: whole,
    from: party,
    to: party,
    token: z.object({ address_hash: evmAddress.optional(), address: evmAddress.optional() }),
    total: z.object({ value: amount }),
  }),
);

export const addressAnswer = z.object({
  coin_balance: amount.nullable(),
  is_contract: z.boolean(),
  proxy_type: z.string().nullish(),
});

export const countersAnswer = z.object({ transactions_count: whole });

export const tokenBalances = z.array(
  z.object({ token: z.object({ address_hash: evmAddress.optional(), address: evmAddress.optional() }), value: amount }),
);

export const blockAnswer = z.object({ height: whole, timestamp: isoTime });

export const blockList = z.object({ items: z.array(blockAnswer).min(1) });
