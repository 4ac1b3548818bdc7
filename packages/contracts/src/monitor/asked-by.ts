import { z } from 'zod';

/** Who asked for a check of a company, or by which API key; for members alone. */
export const AskedBy = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('member'),
      /** Null once the account is deleted. */
      email: z.string().nullable(),
    }),
    z.object({ kind: z.literal('key'), id: z.string(), name: z.string() }),
  ])
  .meta({ id: 'AskedBy' });
export type AskedBy = z.infer<typeof AskedBy>;
