/**
 * The calls of a workspace's own pages, an entry of the package by itself (`@assay/contracts/workspace-client`): what the client's
 * entry exports comes with every first page.
 */
import type { WorkspaceRole } from '@assay/domain';
import { objectOf } from './answer.ts';
import type { Sender } from './survey-client.ts';
import type { UserWorkspace } from './user/user.ts';
import type { Invitation, InvitationStatus, InvitationsData, InvitedRole } from './workspaces/invitations.ts';
import type { AccessFate, Member, MemberAccess, MembersData } from './workspaces/members.ts';

interface CallOptions<Signal> {
  readonly signal?: Signal;
}

export interface WorkspaceClient<Signal> {
  /** POST /workspaces: also selects it. */
  create(name: string): Promise<UserWorkspace>;
  /** PATCH /workspace. */
  rename(name: string): Promise<UserWorkspace>;
  /** POST /workspace/close. */
  close(name: string): Promise<void>;
  /** POST /workspace/leave. */
  leave(): Promise<void>;
  /** GET /workspace/members. */
  members(page: number, options?: CallOptions<Signal>): Promise<MembersData>;
  /** PATCH /workspace/members/{sub}. */
  changeRole(sub: string, role: WorkspaceRole, access?: AccessFate): Promise<Member>;
  /** DELETE /workspace/members/{sub}. */
  removeMember(sub: string, access: AccessFate): Promise<void>;
  /** GET /workspace/members/{sub}/access. */
  memberAccess(sub: string, options?: CallOptions<Signal>): Promise<MemberAccess>;
  /** GET /workspace/invitations. */
  invitations(page: number, options?: CallOptions<Signal>): Promise<InvitationsData>;
  /** POST /workspace/invitations. */
  invite(email: string, role: InvitedRole): Promise<Invitation>;
  /** POST /workspace/invitations/{id}/resend. */
  resend(id: string): Promise<Invitation>;
  /** DELETE /workspace/invitations/{id}. */
  revoke(id: string): Promise<void>;
  /** GET /workspaces/invitation/{token}. */
  readInvitation(token: string, options?: CallOptions<Signal>): Promise<InvitationStatus>;
  /** POST /workspaces/invitation/accept. */
  accept(token: string): Promise<UserWorkspace>;
}

/**
 * Workspaces, their members and invitations, over any client.
 *
 * @example
 * const { members } = await workspaceClient(client).members(1);
 */
export function workspaceClient<Signal>({ send }: Sender<Signal>): WorkspaceClient<Signal> {
  const one = async (method: string, path: string, body?: unknown) =>
    objectOf<UserWorkspace>(await send(method, path, body), { id: 'string', role: 'string' });
  const member = (sub: string) => `/workspace/members/${encodeURIComponent(sub)}`;
  const invitation = (id: string) => `/workspace/invitations/${encodeURIComponent(id)}`;
  return {
    create: (name) => one('POST', '/workspaces', { name }),
    rename: (name) => one('PATCH', '/workspace', { name }),
    async close(name) {
      await send('POST', '/workspace/close', { name });
    },
    async leave() {
      await send('POST', '/workspace/leave');
    },
    async members(page, options) {
      const data = await send('GET', `/workspace/members?page=${page}`, undefined, options);
      return objectOf<MembersData>(data, { members: 'array', meta: 'object' });
    },
    async changeRole(sub, role, access) {
      return objectOf<Member>(await send('PATCH', member(sub), { role, access }), { sub: 'string' });
    },
    async removeMember(sub, access) {
      await send('DELETE', `${member(sub)}?access=${access}`);
    },
    async memberAccess(sub, options) {
      const data = await send('GET', `${member(sub)}/access`, undefined, options);
      return objectOf<MemberAccess>(data, { keys: 'array', webhooks: 'array', invitations: 'array' });
    },
    async invitations(page, options) {
      const data = await send('GET', `/workspace/invitations?page=${page}`, undefined, options);
      return objectOf<InvitationsData>(data, { invitations: 'array', meta: 'object' });
    },
    async invite(email, role) {
      return objectOf<Invitation>(await send('POST', '/workspace/invitations', { email, role }), { id: 'string' });
    },
    async resend(id) {
      return objectOf<Invitation>(await send('POST', `${invitation(id)}/resend`), { id: 'string' });
    },
    async revoke(id) {
      await send('DELETE', invitation(id));
    },
    async readInvitation(token, options) {
      const data = await send('GET', `/workspaces/invitation/${encodeURIComponent(token)}`, undefined, options);
      return objectOf<InvitationStatus>(data, { workspace: 'string', email: 'string' });
    },
    accept: (token) => one('POST', '/workspaces/invitation/accept', { token }),
  };
}
