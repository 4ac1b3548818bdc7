import { z } from 'zod';

/** A source of checks a user holds (row ENT-07). */
export const UserTariff = z
  .object({
    id: z.number().int(),
    left_checks: z.number().int().nonnegative(),
    expired_in: z.iso.datetime().nullable(),
    used_checks: z.number().int().nonnegative(),
    plan: z.object({ id: z.number().int(), name: z.string(), type: z.string() }),
  })
  .meta({ id: 'UserTariff' });

/** Who is asking (row ENT-01). `checks` is what remains over all tariffs. */
export const User = z
  .object({
    email: z.string(),
    sub: z.string(),
    checks: z.number().int().nonnegative(),
    currentTariff: UserTariff.nullable(),
    tariffs: z.array(UserTariff),
    isAdmin: z.boolean(),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof User>;
