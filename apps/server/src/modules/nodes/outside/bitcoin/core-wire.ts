import { z } from 'zod';

const HASH = /^[0-9a-f]{64}$/;
const SATOSHI = 100_000_000;

export const blockHash = z.string().regex(HASH);
export const hexBytes = z.string().regex(/^([0-9a-f]{2})*$/);

/** `initialblockdownload` is missing in nodes of other makes, `pruneheight` in those that keep every block. */
export const chainInfo = z.object({
  blocks: z.int().min(0),
  headers: z.int().min(0),
  bestblockhash: blockHash,
  initialblockdownload: z.boolean().optional(),
  pruneheight: z.int().min(0).nullish(),
});

/**
 * Coins as a decimal number of at most eight places, in satoshi. Up to all 21 million coins such a number is exact
 * after rounding: it has 16 digits.
 */
const coins = z
  .number()
  .min(0)
  .max(21_000_000)
  .transform((value) => BigInt(Math.round(value * SATOSHI)));

const spentOutput = z.object({ value: coins, scriptPubKey: z.object({ hex: hexBytes }) });

/** A block at verbosity 3; `prevout` is missing before Bitcoin Core 23, and where the node has no undo data. */
export const blockWithSpent = z.object({
  tx: z.array(z.object({ hex: hexBytes, vin: z.array(z.object({ prevout: spentOutput.optional() })) })).min(1),
});

export type BlockWithSpent = z.output<typeof blockWithSpent>;

export const notifications = z.array(z.object({ type: z.string(), address: z.string() }));
