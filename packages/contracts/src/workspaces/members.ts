import { WORKSPACE_ROLES } from '@assay/domain';
import { z } from 'zod';
import { Done } from '../auth/logout.ts';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';

/** Members on one page, and invitations on one page. */
export const MEMBERS_PAGE_SIZE = 50;

export const MembersQuery = z.object({
  /** From 1; a page after the last is empty. */
  page: z.coerce.number().int().min(1).max(1_000).default(1),
});

const count = z.number().int().min(0);
export const PageMeta = z.object({ page: count, totalPages: count, total: count });

export const Member = z
  .object({
    sub: z.string(),
    email: z.string(),
    role: z.enum(WORKSPACE_ROLES),
    joined_at: z.iso.datetime(),
    /** True for the caller. */
    is_self: z.boolean(),
  })
  .meta({ id: 'Member' });
export type Member = z.infer<typeof Member>;

export const MembersData = z.object({ members: z.array(Member), meta: PageMeta });

/** GET /workspace/members: who is in the selected company workspace; owners first. */
export const Members = {
  method: 'GET',
  path: '/workspace/members',
  summary: 'Members of the selected workspace',
  tag: 'workspace',
  limit: 'reads',
  needs: { permission: 'members' },
  query: MembersQuery,
  answers: { 200: success(MembersData) },
  errors: ['NotFound'],
} as const satisfies Contract;

const MemberParams = z.object({ sub: z.string().regex(/^(?:[0-9a-f]{32}|demo)$/) });

/** What becomes of the keys, webhooks and open invitations of a member: ended, or those of the caller from now on. */
const AccessFate = z.enum(['revoke', 'hand_over']);
export type AccessFate = z.infer<typeof AccessFate>;

export const ChangeRoleBody = z
  .object({
    role: z.enum(WORKSPACE_ROLES),
    /** Of a member whose new role may not make them. Who gives up the own role has them revoked. */
    access: AccessFate.default('revoke'),
  })
  .meta({ id: 'ChangeRoleBody', examples: [{ role: 'analyst' }] });

/** Changes a minute and network. */
const CHANGES_PER_MINUTE = 60;

/**
 * PATCH /workspace/members/{sub}: gives a member another role. Only owners make owners, of administrators only. A role that
 * may not make keys ends those of the member, or hands them over, with webhooks and invitations.
 */
export const ChangeRole = {
  method: 'PATCH',
  path: '/workspace/members/:sub',
  summary: 'Change the role of a member',
  tag: 'workspace',
  limit: CHANGES_PER_MINUTE,
  needs: { permission: 'members', stepUp: 'always' },
  params: MemberParams,
  body: ChangeRoleBody,
  answers: { 200: success(Member) },
  errors: ['NotFound', 'LastOwner', 'MemberNotAdmin'],
} as const satisfies Contract;

export const MemberAccess = z
  .object({
    keys: z.array(z.object({ id: z.string(), name: z.string() })),
    webhooks: z.array(z.object({ id: z.string(), url: z.string() })),
    /** Open ones. */
    invitations: z.array(z.object({ id: z.string(), email: z.string() })),
  })
  .meta({ id: 'MemberAccess' });
export type MemberAccess = z.infer<typeof MemberAccess>;

/**
 * GET /workspace/members/{sub}/access: what goes on to work without the member: what the member made, and the keys and
 * webhooks of others whose secret or URL the member set last.
 */
export const MemberAccessOf = {
  method: 'GET',
  path: '/workspace/members/:sub/access',
  summary: 'What a member made or last changed in the workspace: keys, webhooks and open invitations',
  tag: 'workspace',
  limit: 'reads',
  needs: { permission: 'members' },
  params: MemberParams,
  answers: { 200: success(MemberAccess) },
  errors: ['NotFound'],
} as const satisfies Contract;

export const RemoveMemberQuery = z.object({ access: AccessFate.default('revoke') });

/**
 * DELETE /workspace/members/{sub}: removes a member, from the next request of that member on. Answers what was revoked or
 * handed over.
 */
export const RemoveMember = {
  method: 'DELETE',
  path: '/workspace/members/:sub',
  summary: 'Remove a member',
  tag: 'workspace',
  limit: CHANGES_PER_MINUTE,
  needs: { permission: 'members', stepUp: 'always' },
  params: MemberParams,
  query: RemoveMemberQuery,
  answers: { 200: success(MemberAccess) },
  errors: ['NotFound', 'LastOwner'],
} as const satisfies Contract;

/** POST /workspace/leave: leaves the selected company workspace; the session is in the personal one then. */
export const LeaveWorkspace = {
  method: 'POST',
  path: '/workspace/leave',
  summary: 'Leave the selected workspace',
  tag: 'workspace',
  limit: CHANGES_PER_MINUTE,
  answers: { 200: success(Done) },
  errors: ['NotFound', 'LastOwner'],
} as const satisfies Contract;
