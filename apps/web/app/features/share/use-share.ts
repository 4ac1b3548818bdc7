import type { CallAnswer, Client } from '@assay/contracts/client';
import { useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';

export type ShareFacts = CallAnswer<'GET /monitor/check/:sub_id/share'>;

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
  readonly client: () => Client<AbortSignal>;
  readonly onFailure: (message: string) => void;
}

/** Whether a result is shared, and how its owner changes that. */
export function useShare({ subId, initial, client, onFailure }: UseShareOptions): SharedResult {
  const [state, setState] = useState(initial);
  const { isBusy, run } = useAction(({ message }) => onFailure(message));

  async function change(method: 'DELETE' | 'POST'): Promise<void> {
    await run(async () => setState(await client().call(`${method} /monitor/check/:sub_id/share`, { sub_id: subId })));
  }

  return {
    isOwner: state?.is_owner === true,
    isRevoked: state !== null && state.revoked_at !== null,
    isBusy,
    revoke: () => change('DELETE'),
    restore: () => change('POST'),
  };
}
