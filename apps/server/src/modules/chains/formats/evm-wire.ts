import { z } from 'zod';
import { amountNumber, evmAddress, evmHash, hexAmount, hexWhole } from './wire.ts';

export const toHex = (value: number): string => `0x${value.toString(16)}`;

export const blockHead = z.object({ number: hexWhole, timestamp: hexWhole });

export const log = z.object({
  address: evmAddress,
  topics: z.array(z.string().regex(/^0x[0-9a-fA-F]{64}$/)),
  data: z.string().regex(/^0x([0-9a-fA-F]{2})*$/),
  blockNumber: hexWhole,
  /** Newer nodes include it in the log. */
  blockTimestamp: hexWhole.nullish(),
  transactionHash: evmHash,
  transactionIndex: hexWhole,
  logIndex: hexWhole,
  removed: z.boolean().nullish(),
});

export const receipt = z.object({
  transactionHash: evmHash,
  transactionIndex: hexWhole,
  blockNumber: hexWhole,
  contractAddress: evmAddress.nullish(),
  gasUsed: hexAmount,
  effectiveGasPrice: hexAmount,
  /** The fee that a second layer took for Ethereum's data. */
  l1Fee: hexAmount.nullish(),
  /** Missing in receipts from before the Byzantium fork. */
  status: z.enum(['0x0', '0x1']).nullish(),
});

export type Receipt = z.output<typeof receipt>;

export function feeOf({ gasUsed, effectiveGasPrice, l1Fee }: Receipt): bigint {
  return gasUsed * effectiveGasPrice + (l1Fee ?? 0n);
}

export const transaction = z.object({
  hash: evmHash,
  from: evmAddress,
  to: evmAddress.nullable(),
  value: hexAmount,
  blockNumber: hexWhole,
});

export const fullBlock = z.object({
  number: hexWhole,
  timestamp: hexWhole,
  transactions: z.array(z.object({ hash: evmHash, from: evmAddress, to: evmAddress.nullable(), value: hexAmount })),
});

/** Traces of rewards and of the genesis block name no transaction. */
export const filteredTrace = z.object({
  transactionHash: evmHash.nullish(),
  blockNumber: z.union([amountNumber, hexAmount]).transform(Number),
});
