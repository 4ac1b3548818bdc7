import type { CallAnswer } from '@assay/contracts/client';
import { useData } from '../../shell/data/use-data.ts';
import { call } from '../../shell/session/browser-client.ts';

export type WorkspaceFacts = CallAnswer<'GET /workspaces'>['workspaces'][number];
export type MemberFacts = CallAnswer<'GET /workspace/members'>['members'][number];
export type InvitationFacts = CallAnswer<'GET /workspace/invitations'>['invitations'][number];

/** The workspaces of the user. */
export function useWorkspaces() {
  return useData('own workspaces', (signal) => call('GET /workspaces', { signal }));
}
