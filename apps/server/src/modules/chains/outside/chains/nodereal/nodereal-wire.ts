import { z } from 'zod';
import { amountNumber, evmAddress, evmHash, hexAmount, hexWhole, wholeNumber } from '../../../formats/wire.ts';

/** The answers of NodeReal's `nr_getAssetTransfers`, as far as they are read. */

/** A page, whose rows are read one by one. The last one has no key, or an empty one. */
export const transfersAnswer = z.object({
  transfers: z.array(z.unknown()),
  pageKey: z
    .string()
    .transform((key) => (key === '' ? null : key))
    .nullish(),
});

const place = {
  hash: evmHash,
  blockNum: hexWhole,
  /** Seconds. */
  blockTimeStamp: wholeNumber,
  from: evmAddress,
  value: hexAmount,
};

/** Empty where a transaction creates a contract. */
const receiver = z.union([evmAddress, z.literal('').transform(() => null)]).nullable();
/** 0: failed. */
const receiptsStatus = wholeNumber.nullish();

export const coinRow = z.discriminatedUnion('category', [
  z.object({
    ...place,
    category: z.literal('external'),
    to: receiver,
    gasPrice: amountNumber,
    gasUsed: amountNumber,
    receiptsStatus,
  }),
  z.object({ ...place, category: z.literal('internal'), to: receiver, receiptsStatus }),
]);

export const tokenRow = z.object({
  ...place,
  category: z.literal('20'),
  to: evmAddress,
  contractAddress: evmAddress,
});
