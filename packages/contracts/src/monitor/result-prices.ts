import { z } from 'zod';

/** Which prices the dollars of a result come from. Without any, every amount in USD is null: never zero. */
export const ResultPrices = z
  .object({
    /** `par`: a stablecoin at one dollar. `daily`: by the day of each transfer. `none`: no price is known. */
    rule: z.enum(['par', 'daily', 'none']),
    /** SHA-256 over every day used with its price and source; null where none was used. */
    digest: z.string().nullable(),
    /** First 16 digits of `digest`. */
    version: z.string().nullable(),
    /** Whose prices they are, in the order of their names. */
    sources: z.array(z.string()),
    /** First and last day looked up, `YYYY-MM-DD`; null where none was. */
    first_day: z.string().nullable(),
    last_day: z.string().nullable(),
    /** Days with a transfer that were looked up, and those among them no price is known for. */
    days: z.number().int().nonnegative(),
    missing_days: z.number().int().nonnegative(),
    /** The line as it reads. */
    text: z.string(),
  })
  .meta({ id: 'ResultPrices' });
export type ResultPrices = z.infer<typeof ResultPrices>;
