import { ApiError, type CallAnswer, type Client } from '@assay/contracts/client';

export type InvitationFinding =
  | { readonly kind: 'open'; readonly status: CallAnswer<'GET /workspaces/invitation/:token'> }
  | { readonly kind: 'refused'; readonly message: string };

/** What an invitation says; uses nothing up. */
export async function lookAtInvitation(
  { call }: Client<AbortSignal>,
  token: string,
  signal: AbortSignal,
): Promise<InvitationFinding> {
  try {
    return { kind: 'open', status: await call('GET /workspaces/invitation/:token', { token, signal }) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { kind: 'refused', message: error.message };
  }
}
