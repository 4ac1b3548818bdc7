import { z } from 'zod';
import { AskedBy } from './asked-by.ts';

/** One check of the history (row ENT-09). With its asset and address it is also what 'Check again' sends. */
export const HistoryItem = z
  .object({
    /** The check's public id and capability: its holder can open the result. */
    sub_id: z.string(),
    ticker: z.string(),
    parent: z.string().nullable(),
    subticker: z.string().nullable(),
    name: z.string(),
    /** Canonical form. */
    address: z.string(),
    /** 1 to 5 stars, 0 is N/A. */
    riskscore: z.number().int().min(0).max(5),
    created_at: z.iso.datetime(),
    /** In a company, who asked; in a personal workspace, only an API key. Not there for what the product began itself. */
    asked_by: AskedBy.optional(),
    /** Number of the dispute after which the address was checked again at no cost; not there for other checks. */
    after_dispute: z.number().int().optional(),
    /** Only of a check of a transaction, whose side the address is. */
    payment: z
      .object({
        transaction_id: z.string(),
        direction: z.enum(['deposit', 'withdrawal']),
        /** It was not confirmed yet when it was checked; not there for others. */
        is_pending: z.literal(true).optional(),
      })
      .optional(),
  })
  .meta({ id: 'HistoryItem' });
export type HistoryItem = z.infer<typeof HistoryItem>;
