import { z } from 'zod';

/**
 * What the issuer of the asset says of the address itself: in every result, so that nobody mistakes 'not asked' for
 * 'not frozen'.
 */
export const IssuerFreeze = z
  .object({
    /** `not_applicable`: nobody can freeze this asset at an address. `not_asked`: somebody can, and no answer came. */
    status: z.enum(['frozen', 'not_frozen', 'not_asked', 'not_applicable']),
    /** Who can freeze it, such as Tether; null where nobody can. */
    issuer: z.string().nullable(),
    /** Since when it is frozen; null where that is not known, and where it is not frozen. */
    since: z.iso.datetime().nullable(),
    /** When the answer was given; null without one. */
    asked_at: z.iso.datetime().nullable(),
    /** Who answered, in words; null without an answer. */
    source: z.string().nullable(),
    /** The line as it reads, a whole sentence. */
    text: z.string(),
  })
  .meta({ id: 'IssuerFreeze' });
export type IssuerFreeze = z.infer<typeof IssuerFreeze>;
