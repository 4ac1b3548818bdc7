import { z } from 'zod';
import { amountNumber, wholeNumber } from '../../../chains/index.ts';

/**
 * Answers of java-tron's HTTP API with `visible` false, as far as they are read: bytes are hexadecimal digits, and
 * fields that have their default value are left out.
 */

const hex = z
  .string()
  .regex(/^([0-9a-fA-F]{2})*$/)
  .toLowerCase();
const hash = z
  .string()
  .regex(/^[0-9a-fA-F]{64}$/)
  .toLowerCase();
/** `int64`, of any size. */
const long = z.union([z.int(), z.bigint()]).transform((value) => BigInt(value));
const amount = amountNumber.default(0n);

/** All fields are part of the block's id, so one that is not known here is refused. */
const blockHeader = z.strictObject({
  number: wholeNumber.default(0),
  /** Milliseconds. */
  timestamp: long.default(0n),
  txTrieRoot: hex.default(''),
  parentHash: hash,
  witness_id: long.default(0n),
  witness_address: hex.default(''),
  version: z.int().default(0),
  accountStateRoot: hex.default(''),
});

export type BlockHeader = z.output<typeof blockHeader>;

/** All of it is hashed; parts that are not known here are kept, so that they are noticed. */
const transactionResult = z.looseObject({
  contractRet: z.string().optional(),
  ret: z.string().optional(),
  fee: long.optional(),
  assetIssueID: z.string().optional(),
  withdraw_amount: long.optional(),
  unfreeze_amount: long.optional(),
  exchange_received_amount: long.optional(),
  exchange_inject_another_amount: long.optional(),
  exchange_withdraw_another_amount: long.optional(),
  exchange_id: long.optional(),
  shielded_transaction_fee: long.optional(),
  orderId: hex.optional(),
  withdraw_expire_amount: long.optional(),
});

export type TransactionResult = z.output<typeof transactionResult>;

/** What it does is read from `raw_data_hex`, which is what the block's hash covers, and not from its JSON beside it. */
const writtenTransaction = z.object({
  txID: hash,
  raw_data_hex: hex.min(2),
  signature: z.array(hex).default([]),
  ret: z.array(transactionResult).default([]),
});

export type WrittenTransaction = z.output<typeof writtenTransaction>;

const block = z.object({
  blockID: hash,
  block_header: z.object({ raw_data: blockHeader }),
  transactions: z.array(writtenTransaction).default([]),
});

export type WrittenBlock = z.output<typeof block>;

/** A node answers an empty object for what it does not have. */
const nothing = z.strictObject({}).transform(() => null);

export const oneBlock = z.union([block, nothing]);

/** Nothing where no block of the range is there. */
export const blockRange = z.object({ block: z.array(block).default([]) });

const log = z.object({
  /** Twenty bytes, without the 41 of Tron's addresses. */
  address: z.string().regex(/^[0-9a-fA-F]{40}$/),
  topics: z.array(hash).default([]),
  data: hex.default(''),
});

const innerTransaction = z.object({
  caller_address: hex.default(''),
  transferTo_address: hex.default(''),
  /** Without a token's id: coins. */
  callValueInfo: z.array(z.object({ callValue: amount, tokenId: z.string().default('') })).default([]),
  /** What it was, as bytes of text: `call`, `create`, `suicide` and others. */
  note: hex.default(''),
  rejected: z.boolean().default(false),
});

const transactionInfo = z.object({
  id: hash,
  fee: amount,
  blockNumber: wholeNumber,
  result: z.string().optional(),
  contract_address: hex.default(''),
  withdraw_amount: amount,
  log: z.array(log).default([]),
  /** Only from a node that stores them (`vm.saveInternalTx`). */
  internal_transactions: z.array(innerTransaction).optional(),
});

export type TransactionInfo = z.output<typeof transactionInfo>;

export const transactionInfos = z.union([z.array(transactionInfo), nothing.transform(() => [])]);

const numbered = z
  .string()
  .regex(/^Num:\d{1,15},/)
  .transform((text) => Number(text.slice('Num:'.length, text.indexOf(','))));

export const nodeInfo = z.object({
  solidityBlock: numbered,
  peerList: z.array(z.object({ needSyncFromPeer: z.boolean().default(false) })).default([]),
});

/** `{"Error": "class java.lang.…: what was wrong"}`, with status 200. */
export const refusal = z.object({ Error: z.string() });
