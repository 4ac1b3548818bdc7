/** What a member may be in a workspace, the most powerful first. */
export const WORKSPACE_ROLES = ['owner', 'admin', 'analyst', 'viewer', 'billing'] as const;

export type WorkspaceRole = (typeof WORKSPACE_ROLES)[number];

/**
 * What a role may allow in a workspace:
 *
 * - `check`: run and cancel checks, which spends its check credits
 * - `read`: read its results and history
 * - `export`: download its history
 * - `share`: share a result and revoke that
 * - `billing`: read its plan, payments and invoices, buy, and change billing details
 * - `members`: invite members, change their roles and remove them
 * - `settings`: rename it and change its rules
 * - `keys`: make and revoke its API keys
 * - `audit`: read its audit log
 * - `ownership`: make owners and take ownership away
 * - `close`: close it
 */
export type WorkspacePermission =
  | 'check'
  | 'read'
  | 'export'
  | 'share'
  | 'billing'
  | 'members'
  | 'settings'
  | 'keys'
  | 'audit'
  | 'ownership'
  | 'close';

const ADMIN: readonly WorkspacePermission[] = [
  'check',
  'read',
  'export',
  'share',
  'billing',
  'members',
  'settings',
  'keys',
  'audit',
];

/** The one table of who may do what (docs/decisions/0080). */
export const ROLE_PERMISSIONS: Readonly<Record<WorkspaceRole, readonly WorkspacePermission[]>> = {
  owner: [...ADMIN, 'ownership', 'close'],
  admin: ADMIN,
  analyst: ['check', 'read', 'export', 'share'],
  viewer: ['read'],
  billing: ['billing'],
};

/** Whether a member with this role may do it. */
export function mayIn(role: WorkspaceRole, permission: WorkspacePermission): boolean {
  return ROLE_PERMISSIONS[role].includes(permission);
}

/**
 * Whether what a member made goes on to work once the member has this role: API keys, webhook endpoints and invitations
 * are those of members who may make them.
 */
export function keepsMade(role: WorkspaceRole): boolean {
  return mayIn(role, 'keys') && mayIn(role, 'members');
}

/** Whether a member with role `by` may give or take away role `role`: only owners decide about owners. */
export function mayAssign(by: WorkspaceRole, role: WorkspaceRole): boolean {
  return mayIn(by, role === 'owner' ? 'ownership' : 'members');
}
