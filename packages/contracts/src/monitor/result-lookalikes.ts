import { z } from 'zod';

/**
 * Addresses that sent this one nothing or dust and look like somebody it deals with, so that the next payment goes to
 * them. Their transfers weigh nothing; they are listed so that nobody copies them.
 */
export const ResultLookalike = z
  .object({
    address: z.string(),
    /** The real counterparty. */
    resembles: z.string(),
  })
  .meta({ id: 'ResultLookalike' });

/** More are counted in the note and not listed. */
export const MAX_LOOKALIKES = 20;
