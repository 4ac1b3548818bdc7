import type { WorkspaceRole } from '@assay/domain';

/** What a role is called and lets a member do. */
export const ROLE_WORDS: Readonly<Record<WorkspaceRole, { readonly name: string; readonly may: string }>> = {
  owner: { name: 'Owner', may: 'This role may do everything, and can close the workspace.' },
  admin: {
    name: 'Admin',
    may: 'This role may do everything except decide about owners, change logins and session policy, and close the workspace.',
  },
  analyst: { name: 'Analyst', may: 'This role may run checks, and read, share and export results.' },
  viewer: { name: 'Viewer', may: 'This role may read results.' },
  billing: { name: 'Billing', may: 'This role may see payments and invoices, buy, and change billing details.' },
};
