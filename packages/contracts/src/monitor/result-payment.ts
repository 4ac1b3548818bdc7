import { CATEGORY_IDS } from '@assay/domain';
import { z } from 'zod';

/** Most movements, and most parties, that a result lists. */
export const MAX_MOVES = 100;

const party = z.string().nullable();

/**
 * The payment that a check of a transaction rated: all that the transaction moved of the asset to the result's address
 * (`deposit`) or from it (`withdrawal`). Amounts are base units as decimal text.
 */
export const ResultPayment = z.object({
  /** As the records write it. */
  transaction_id: z.string(),
  direction: z.enum(['deposit', 'withdrawal']),
  time: z.string(),
  /** Null where no source gave one. */
  block: z.string().nullable(),
  /** It waited for a block when it was checked, so that another one could take its place; `time` is when it was seen. Not there for others. */
  is_pending: z.literal(true).optional(),
  /** What the transaction moved of the asset, in order, at most `MAX_MOVES`, those of the payment among them. Coins have one end: the other is null. */
  moves: z.array(
    z.object({
      from: party,
      to: party,
      amount: z.string(),
      kind: z.enum(['fee', 'native', 'internal', 'token', 'coin']),
    }),
  ),
  moves_in_all: z.number().int().nonnegative(),
  /** Who paid and received how much, fee sink left out, by amount, at most `MAX_MOVES`, the side among them. */
  parties: z.array(
    z.object({
      address: z.string(),
      paid: z.string(),
      received: z.string(),
      /** The label that counted for it when the transaction was made. */
      label: z.object({ entity: z.string(), category: z.enum(CATEGORY_IDS) }).nullable(),
    }),
  ),
});
export type ResultPayment = z.infer<typeof ResultPayment>;
