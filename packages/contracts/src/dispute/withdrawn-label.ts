import { z } from 'zod';

/** A label that was withdrawn after a dispute, with the decision's number in the public log. */
export const WithdrawnLabel = z
  .object({
    dispute: z.number().int(),
    network: z.string(),
    address: z.string(),
    source: z.string(),
    entity: z.string(),
    category: z.string(),
    categoryTitle: z.string(),
    withdrawnAt: z.iso.datetime(),
  })
  .meta({ id: 'WithdrawnLabel' });
export type WithdrawnLabel = z.infer<typeof WithdrawnLabel>;
