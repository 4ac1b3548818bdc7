import { z } from 'zod';
import { evmAddress, evmHash, hexAmount, hexWhole, log, receipt } from '../../../chains/index.ts';

export const chainId = hexWhole;

/** `false`, or an object about how far it is. */
export const syncing = z.union([z.literal(false), z.looseObject({})]);

export const blockHeader = z.object({
  number: hexWhole,
  hash: evmHash,
  parentHash: evmHash,
  timestamp: hexWhole,
});

export type BlockHeader = z.output<typeof blockHeader>;

const bytes = z
  .string()
  .regex(/^0x[0-9a-fA-F]*$/)
  .nullish();

const quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .nullish();

/** What the hash of a block is computed of, as the node writes it; other networks leave some out or add more. */
const headerFields = z.object({
  parentHash: bytes,
  sha3Uncles: bytes,
  miner: bytes,
  stateRoot: bytes,
  transactionsRoot: bytes,
  receiptsRoot: bytes,
  logsBloom: bytes,
  difficulty: quantity,
  number: quantity,
  gasLimit: quantity,
  gasUsed: quantity,
  timestamp: quantity,
  extraData: bytes,
  mixHash: bytes,
  nonce: bytes,
  baseFeePerGas: quantity,
  withdrawalsRoot: bytes,
  blobGasUsed: quantity,
  excessBlobGas: quantity,
  parentBeaconBlockRoot: bytes,
  requestsHash: bytes,
});

export type HeaderFields = z.output<typeof headerFields>;

const blockWithTransactions = blockHeader.extend({
  transactions: z.array(
    z.object({
      hash: evmHash,
      transactionIndex: hexWhole,
      from: evmAddress,
      to: evmAddress.nullish(),
      value: hexAmount,
    }),
  ),
});

/** A block with its transactions, and the fields of its header as they were written. */
export const wholeBlock = z.unknown().transform((given, issues) => {
  const block = blockWithTransactions.safeParse(given);
  const header = headerFields.safeParse(given);
  if (block.success && header.success) return { ...block.data, header: header.data };
  const path = block.error?.issues[0]?.path ?? header.error?.issues[0]?.path ?? [];
  issues.addIssue({ code: 'custom', message: 'is no block', path: [...path] });
  return z.NEVER;
});

export type WholeBlock = z.output<typeof wholeBlock>;

export const blockLog = log.extend({ blockHash: evmHash });

export type BlockLog = z.output<typeof blockLog>;

export const blockReceipt = receipt.extend({
  blockHash: evmHash,
  logs: z.array(blockLog),
  type: quantity,
  root: bytes,
  cumulativeGasUsed: quantity,
  logsBloom: bytes,
});

export type BlockReceipt = z.output<typeof blockReceipt>;
