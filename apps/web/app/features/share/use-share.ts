import type { Client } from '@assay/contracts/client';
import { useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';

export type ShareFacts = Awaited<ReturnType<Client<AbortSignal>['share']>>;

export interface SharedResult {
  readonly isOwner: boolean;
  /** Only the owner can open it. */
  readonly isRevoked: boolean;
  readonly isBusy: boolean;
  readonly revoke: () => Promise<void>;
  readonly restore: () => Promise<void>;
}

export interface UseShareOptions {
  readonly subId: string;
  /** The state that came with the page; null where it is unknown. */
  readonly initial: ShareFacts | null;
  readonly client: () => Pick<Client<AbortSignal>, 'revokeShare' | 'restoreShare'>;
  readonly onFailure: (message: string) => void;
}

/** Whether a result is shared, and how its owner changes that. */
export function useShare({ subId, initial, client, onFailure }: UseShareOptions): SharedResult {
  const [state, setState] = useState(initial);
  const { isBusy, run } = useAction(({ message }) => onFailure(message));

  async function change(act: (api: ReturnType<typeof client>) => Promise<ShareFacts>): Promise<void> {
    await run(async () => setState(await act(client())));
  }

  return {
    isOwner: state?.is_owner === true,
    isRevoked: state !== null && state.revoked_at !== null,
    isBusy,
    revoke: () => change((api) => api.revokeShare(subId)),
    restore: () => change((api) => api.restoreShare(subId)),
  };
}
