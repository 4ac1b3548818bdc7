import { z } from 'zod';

/**
 * How the chain was read for a result, where it was an on-demand read: from which provider, at what cost, and what was
 * not read. Sent with the result; a certificate states the result only, not how it was read.
 */
export const ResultReading = z
  .object({
    /** Who was asked, in the order of their names. */
    providers: z.array(z.string()),
    /** Requests, and the most there could have been. */
    calls: z.object({ made: z.number().int().nonnegative(), budget: z.number().int().nonnegative() }),
    /** The known history of the address begins here; null where it is known from its beginning, or not at all. */
    history_from: z.iso.datetime().nullable(),
    /** What the address received and sent before that, as far as providers count it; base units as decimal text. */
    unread: z.object({ received: z.string(), sent: z.string() }),
    /** Who could not provide something and why, one sentence each; without addresses. */
    faults: z.array(z.string()),
    /** What the history of the address lacks, one sentence each; not there in results from before it was stated. */
    gaps: z.array(z.string()).optional(),
  })
  .meta({ id: 'ResultReading' });
export type ResultReading = z.infer<typeof ResultReading>;
