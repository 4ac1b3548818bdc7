import { z } from 'zod';
import { hexBytes } from '../../../formats/evm-abi.ts';
import { amountText, evmAddress, evmHash, isoTime, wholeNumber, wholeText } from '../../../formats/wire.ts';

/** The answers of Blockscout's API (version 2), as far as they are read. */

export const party = z.object({
  hash: evmAddress,
  is_contract: z.boolean().nullish(),
  proxy_type: z.string().nullish(),
});

export type Party = z.output<typeof party>;

/** Parameters to append unchanged. */
const pageParameters = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable();

const list = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    next_page_params: pageParameters,
    /** For inner transactions: 2 while the explorer has not indexed some of them yet. */
    meta: z.object({ status: z.int() }).nullish(),
  });

const inBlock = { block_number: wholeNumber.nullish(), block: wholeNumber.nullish(), timestamp: isoTime.nullable() };

const transaction = z.object({
  ...inBlock,
  hash: evmHash,
  position: wholeNumber.nullish(),
  from: party,
  to: party.nullable(),
  created_contract: party.nullish(),
  value: amountText,
  fee: z.object({ type: z.string(), value: amountText.nullable() }).nullable(),
  /** Null while it waits to be mined. */
  status: z.enum(['ok', 'error']).nullable(),
});

/** A page of a list, whose rows are read one by one. */
export const anyList = list(z.unknown());

export const transactionItem = transaction;

/** One transaction by its hash; its data is that of the call it makes. */
export const transactionAnswer = transaction.extend({ raw_input: hexBytes.nullish() });

export const innerItem = z.object({
  ...inBlock,
  transaction_hash: evmHash,
  transaction_index: wholeNumber.nullish(),
  index: wholeNumber,
  type: z.string(),
  from: party,
  to: party.nullable(),
  created_contract: party.nullish(),
  value: amountText,
  success: z.boolean(),
});

export const innerList = list(innerItem);

export const tokenItem = z.object({
  ...inBlock,
  transaction_hash: evmHash,
  log_index: wholeNumber,
  from: party,
  to: party,
  token: z.object({ address_hash: evmAddress.optional(), address: evmAddress.optional() }),
  /** Null where the explorer has no amount of the transfer. */
  total: z.object({ value: amountText }).nullable(),
});

export const tokenList = list(tokenItem);

/** A payment by the beacon chain: part of a block, and of no transaction (EIP-4895). */
export const withdrawalItem = z.object({
  index: wholeNumber,
  block_number: wholeNumber,
  timestamp: isoTime,
  /** In wei, unlike the gwei of the block itself. */
  amount: amountText,
});

export const addressAnswer = z.object({
  coin_balance: amountText.nullable(),
  is_contract: z.boolean().nullable(),
  proxy_type: z.string().nullish(),
});

export const countersAnswer = z.object({ transactions_count: wholeText });

export const tokenBalances = z.array(
  z.object({
    token: z.object({ address_hash: evmAddress.optional(), address: evmAddress.optional() }),
    value: amountText,
  }),
);

export const blockAnswer = z.object({ height: wholeNumber, timestamp: isoTime });

export const blockList = z.object({ items: z.array(blockAnswer).min(1) });
