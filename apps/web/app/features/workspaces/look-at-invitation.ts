import { ApiError, type Client } from '@assay/contracts/client';
import { workspaceClient } from '@assay/contracts/workspace-client';

type Status = Awaited<ReturnType<ReturnType<typeof workspaceClient>['readInvitation']>>;

export type InvitationFinding =
  | { readonly kind: 'open'; readonly status: Status }
  | { readonly kind: 'refused'; readonly message: string };

/** What an invitation says; uses nothing up. */
export async function lookAtInvitation(
  client: Client<AbortSignal>,
  token: string,
  signal: AbortSignal,
): Promise<InvitationFinding> {
  try {
    return { kind: 'open', status: await workspaceClient(client).readInvitation(token, { signal }) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { kind: 'refused', message: error.message };
  }
}
