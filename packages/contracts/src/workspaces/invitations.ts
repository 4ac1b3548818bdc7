import { WORKSPACE_ROLES } from '@assay/domain';
import { z } from 'zod';
import { EmailAddress } from '../auth/login.ts';
import { Done } from '../auth/logout.ts';
import { UserWorkspace } from '../user/user.ts';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { MembersQuery, PageMeta } from './members.ts';

/** What a person can be invited as. Owners are made of administrators who are members already. */
export const INVITED_ROLES = WORKSPACE_ROLES.filter((role) => role !== 'owner');
export const InvitedRole = z.enum(INVITED_ROLES);
export type InvitedRole = z.infer<typeof InvitedRole>;

/** An invitation that was neither accepted nor revoked. */
export const Invitation = z
  .object({
    id: z.string(),
    email: z.string(),
    role: InvitedRole,
    /** Of the newest mail. */
    sent_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
    is_expired: z.boolean(),
  })
  .meta({ id: 'Invitation' });
export type Invitation = z.infer<typeof Invitation>;

export const InvitationsData = z.object({ invitations: z.array(Invitation), meta: PageMeta });

/** GET /workspace/invitations: open invitations of the selected company workspace, the newest first. */
export const Invitations = {
  method: 'GET',
  path: '/workspace/invitations',
  summary: 'Open invitations of the selected workspace',
  tag: 'workspace',
  limit: 'reads',
  needs: { permission: 'members' },
  query: MembersQuery,
  answers: { 200: success(InvitationsData) },
  errors: ['NotFound'],
} as const satisfies Contract;

export const InviteBody = z
  .object({ email: EmailAddress, role: InvitedRole })
  .meta({ id: 'InviteBody', examples: [{ email: 'colleague@example.org', role: 'analyst' }] });

/** Changes a minute and network. */
const CHANGES_PER_MINUTE = 60;

/** POST /workspace/invitations: invites by mail; the same answer whether or not the address has an account. */
export const Invite = {
  method: 'POST',
  path: '/workspace/invitations',
  summary: 'Invite somebody by mail',
  tag: 'workspace',
  limit: CHANGES_PER_MINUTE,
  needs: { permission: 'members', stepUp: 'always' },
  body: InviteBody,
  answers: { 200: success(Invitation) },
  errors: ['NotFound', 'EmailDomainNotAllowed', 'AlreadyMember', 'TooManyMembers'],
} as const satisfies Contract;

const InvitationParams = z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) });

/** POST /workspace/invitations/{id}/resend: sends a new link for 7 days; the former one stops working. */
export const ResendInvitation = {
  method: 'POST',
  path: '/workspace/invitations/:id/resend',
  summary: 'Send an invitation again',
  tag: 'workspace',
  limit: CHANGES_PER_MINUTE,
  needs: { permission: 'members', stepUp: 'always' },
  params: InvitationParams,
  answers: { 200: success(Invitation) },
  errors: ['NotFound'],
} as const satisfies Contract;

/** DELETE /workspace/invitations/{id}: revokes an invitation. */
export const RevokeInvitation = {
  method: 'DELETE',
  path: '/workspace/invitations/:id',
  summary: 'Revoke an invitation',
  tag: 'workspace',
  limit: CHANGES_PER_MINUTE,
  needs: { permission: 'members', stepUp: 'always' },
  params: InvitationParams,
  answers: { 200: success(Done) },
  errors: ['NotFound'],
} as const satisfies Contract;

export const InvitationTokenBody = z
  .object({ token: z.string().max(200) })
  .meta({ id: 'InvitationTokenBody', examples: [{ token: '0123456789abcdef0123456789abcdef.signature' }] });

export const InvitationStatus = z
  .object({
    workspace: z.string(),
    /** Email of who invites; null once that account was deleted. */
    invited_by: z.string().nullable(),
    role: InvitedRole,
    /** The invited mailbox, shortened: `m…@example.org`. */
    email: z.string(),
    expires_at: z.iso.datetime(),
    /** Whether the account that asks has the invited mailbox; null for a visitor. */
    is_for_caller: z.boolean().nullable(),
  })
  .meta({ id: 'InvitationStatus' });

/** Tokens tried a minute and network; each is 256 bits. */
const TOKENS_PER_MINUTE = 30;

/** GET /workspaces/invitation/{token}: what an invitation says; uses nothing up. */
export const ReadInvitation = {
  method: 'GET',
  path: '/workspaces/invitation/:token',
  summary: 'What an invitation says',
  tag: 'workspace',
  limit: TOKENS_PER_MINUTE,
  credentials: 'optional',
  params: z.object({ token: z.string().max(200) }),
  answers: { 200: success(InvitationStatus) },
  errors: ['InvitationNotValid', 'InvitationExpired'],
} as const satisfies Contract;

/** POST /workspaces/invitation/accept: joins the workspace, once, and selects it for this session. */
export const AcceptInvitation = {
  method: 'POST',
  path: '/workspaces/invitation/accept',
  summary: 'Accept an invitation',
  tag: 'workspace',
  limit: TOKENS_PER_MINUTE,
  body: InvitationTokenBody,
  answers: { 200: success(UserWorkspace) },
  errors: ['InvitationNotValid', 'InvitationForOther', 'TooManyWorkspaces', 'TooManyMembers', 'InvitationExpired'],
} as const satisfies Contract;
