import { ApiError, type Client } from '@assay/contracts/client';
import { useState } from 'react';

export type ShareFacts = Awaited<ReturnType<Client<AbortSignal>['share']>>;

export interface SharedResult {
  readonly isOwner: boolean;
  /** Nobody but the owner can open it. */
  readonly isRevoked: boolean;
  readonly isBusy: boolean;
  readonly revoke: () => Promise<void>;
  readonly restore: () => Promise<void>;
}

export interface UseShareOptions {
  readonly subId: string;
  /** What the server said with the page; null where it could not be asked. */
  readonly initial: ShareFacts | null;
  readonly client: () => Pick<Client<AbortSignal>, 'revokeShare' | 'restoreShare'>;
  readonly onFailure: (message: string) => void;
}

/** Whether a result is shared, and how its owner changes that. */
export function useShare({ subId, initial, client, onFailure }: UseShareOptions): SharedResult {
  const [state, setState] = useState(initial);
  const [isBusy, setBusy] = useState(false);

  async function change(act: (api: ReturnType<typeof client>) => Promise<ShareFacts>) {
    setBusy(true);
    try {
      setState(await act(client()));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      onFailure(error.message);
    } finally {
      setBusy(false);
    }
  }

  return {
    isOwner: state?.is_owner === true,
    isRevoked: state !== null && state.revoked_at !== null,
    isBusy,
    revoke: () => change((api) => api.revokeShare(subId)),
    restore: () => change((api) => api.restoreShare(subId)),
  };
}
