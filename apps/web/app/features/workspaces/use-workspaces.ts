import { workspaceChoiceClient } from '@assay/contracts/workspace-choice-client';
import { workspaceClient } from '@assay/contracts/workspace-client';
import { useData } from '../../shell/data/use-data.ts';
import { browserClient } from '../../shell/session/browser-client.ts';

/** The calls of workspaces. Browser only. */
export function calls() {
  return workspaceClient(browserClient());
}

const choices = () => workspaceChoiceClient(browserClient());

export type WorkspaceFacts = Awaited<ReturnType<ReturnType<typeof choices>['list']>>['workspaces'][number];
export type MemberFacts = Awaited<ReturnType<ReturnType<typeof calls>['members']>>['members'][number];
export type InvitationFacts = Awaited<ReturnType<ReturnType<typeof calls>['invitations']>>['invitations'][number];

/** The workspaces of the user. */
export function useWorkspaces() {
  return useData('own workspaces', (signal) => choices().list({ signal }));
}
