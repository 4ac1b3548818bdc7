import { WORKSPACE_ROLES } from '@assay/domain';
import { z } from 'zod';

/** A source of checks a user holds (row ENT-07). */
export const UserTariff = z
  .object({
    id: z.number().int(),
    left_checks: z.number().int().nonnegative(),
    /** When what is left of it lapses; null never does. */
    expired_in: z.iso.datetime().nullable(),
    used_checks: z.number().int().nonnegative(),
    plan: z.object({ id: z.number().int(), name: z.string(), type: z.string() }),
  })
  .meta({ id: 'UserTariff' });
export type UserTariff = z.infer<typeof UserTariff>;

/** What a user has, by tariff: the part of {@link User} that the ledger knows. */
export const Holdings = z.object({
  /** What remains over all tariffs. */
  checks: z.number().int().nonnegative(),
  /** Checks used so far, over all tariffs, past ones too: who used one is not asked to the survey any more. */
  used_checks: z.number().int().nonnegative(),
  /** The paid plan; without one what was last given; null where nothing ever was. */
  currentTariff: UserTariff.nullable(),
  /** In the order checks are taken from them: what lapses first comes first. */
  tariffs: z.array(UserTariff),
});
export type Holdings = z.infer<typeof Holdings>;

/** The workspace a request is made in, and the role of the user in it. */
export const UserWorkspace = z
  .discriminatedUnion('kind', [
    /** Has the id of its person. */
    z.object({ kind: z.literal('personal'), id: z.string(), name: z.null(), role: z.literal('owner') }),
    z.object({ kind: z.literal('company'), id: z.string(), name: z.string(), role: z.enum(WORKSPACE_ROLES) }),
  ])
  .meta({ id: 'UserWorkspace' });

/** Who is asking (row ENT-01), with the balance of the selected workspace. */
export const User = Holdings.extend({
  email: z.string(),
  sub: z.string(),
  isAdmin: z.boolean(),
  /** A suspended user may sign in, sees why, and may look around and no more. */
  suspension: z.object({ since: z.iso.datetime(), reason: z.string().nullable() }).nullable(),
  workspace: UserWorkspace,
  /**
   * Why the workspace refuses this session: `sign_in`, it asks for a newer login; `address`, for another network
   * address. The balance is empty then. Null: it does not.
   */
  workspaceRefusal: z.enum(['sign_in', 'address']).nullable(),
}).meta({ id: 'User' });
export type User = z.infer<typeof User>;
