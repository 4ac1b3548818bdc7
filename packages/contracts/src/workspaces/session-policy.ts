import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';

/** Address ranges of a workspace. */
export const ADDRESS_RANGES_MAX = 50;

/** What a company asks of the sessions that work in it, in addition to what the server asks of all. */
export const SessionPolicy = z
  .object({
    /** A session may be without use for so long; from 15 minutes to the server's 7 days. Null: the server's. */
    idle_minutes: z
      .int()
      .min(15)
      .max(7 * 24 * 60)
      .nullable(),
    /** A session may be used for so long from its sign-in; from an hour to the server's 30 days. Null: the server's. */
    life_minutes: z
      .int()
      .min(60)
      .max(30 * 24 * 60)
      .nullable(),
    /** Network addresses and ranges of them (CIDR), IPv4 and IPv6. Empty: every address. */
    address_ranges: z.array(z.string().trim().min(1).max(64)).max(ADDRESS_RANGES_MAX),
  })
  .meta({
    id: 'SessionPolicy',
    examples: [{ idle_minutes: 60, life_minutes: 1440, address_ranges: ['203.0.113.0/24', '2001:db8::/32'] }],
  });

export const SessionPolicyData = z.object({
  policy: SessionPolicy,
  /** The address that this request came from, as the server sees it. */
  own_address: z.string(),
});
export type SessionPolicyData = z.infer<typeof SessionPolicyData>;

/** GET /workspace/session-policy: what the selected company asks of sessions. Owners read it from every address. */
export const ReadSessionPolicy = {
  method: 'GET',
  path: '/workspace/session-policy',
  summary: 'What the selected workspace asks of sessions',
  tag: 'workspace',
  limit: 'reads',
  needs: { ownerFromAnywhere: true, permission: 'settings' },
  answers: { 200: success(SessionPolicyData) },
  errors: ['NotFound'],
} as const satisfies Contract;

/** Changes a minute and network. */
const CHANGES_PER_MINUTE = 60;

/**
 * PUT /workspace/session-policy: replaces it. Applies to all sessions in the company from the next request on.
 * Only owners do, from every address, so that nobody can shut them out. Refused where the ranges do not include the address that the request comes from.
 */
export const SaveSessionPolicy = {
  method: 'PUT',
  path: '/workspace/session-policy',
  summary: 'Replace what the selected workspace asks of sessions',
  tag: 'workspace',
  limit: CHANGES_PER_MINUTE,
  needs: { ownerFromAnywhere: true, permission: 'ownership', stepUp: 'always' },
  body: SessionPolicy,
  answers: { 200: success(SessionPolicyData) },
  errors: ['NotFound'],
} as const satisfies Contract;
