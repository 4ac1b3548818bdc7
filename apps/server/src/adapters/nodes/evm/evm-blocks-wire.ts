import { z } from 'zod';
import { log, receipt } from '../../chains/json-rpc-wire.ts';
import { evmAddress, evmHash, hexAmount, hexWhole } from '../../chains/wire.ts';

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

export const wholeBlock = blockHeader.extend({
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

export type WholeBlock = z.output<typeof wholeBlock>;

export const blockLog = log.extend({ blockHash: evmHash });

export type BlockLog = z.output<typeof blockLog>;

export const blockReceipt = receipt.extend({ blockHash: evmHash, logs: z.array(blockLog) });

export type BlockReceipt = z.output<typeof blockReceipt>;
