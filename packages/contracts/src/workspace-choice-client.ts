/** The two calls of workspaces that the header of every page makes, apart from those of their own pages. */
import { objectOf } from './answer.ts';
import type { Sender } from './survey-client.ts';
import type { UserWorkspace } from './user/user.ts';
import type { WorkspacesData } from './workspaces/workspaces.ts';

export interface WorkspaceChoiceClient<Signal> {
  /** GET /workspaces. */
  list(options?: { readonly signal?: Signal }): Promise<WorkspacesData>;
  /** POST /workspaces/select. */
  select(id: string): Promise<UserWorkspace>;
}

/**
 * Which workspaces the user has, and which one is selected, over any client.
 *
 * @example
 * const { workspaces, selected } = await workspaceChoiceClient(client).list();
 */
export function workspaceChoiceClient<Signal>({ send }: Sender<Signal>): WorkspaceChoiceClient<Signal> {
  return {
    list: async (options) =>
      objectOf<WorkspacesData>(await send('GET', '/workspaces', undefined, options), { workspaces: 'array' }),
    select: async (id) =>
      objectOf<UserWorkspace>(await send('POST', '/workspaces/select', { workspace_id: id }), { id: 'string' }),
  };
}
