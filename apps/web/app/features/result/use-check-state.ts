import type { CheckState } from '@assay/contracts';
import { ApiError, type Client } from '@assay/contracts/client';
import { useEffect, useState } from 'react';

/** Pause between two looks at a running check, in milliseconds. */
export const POLL_MS = 1000;
/** Looks in a row that may fail before the page says so. */
export const MAX_FAILED_LOOKS = 15;

/** Follows a check until it is done. The first state comes with the page. */
export function useCheckState(
  initial: CheckState,
  openClient: () => Pick<Client<AbortSignal>, 'checkState'>,
): CheckState {
  const [state, setState] = useState(initial);
  const [lost, setLost] = useState(0);

  useEffect(() => {
    if (state.status !== 'running') return;
    const left = new AbortController();
    const look = async () => {
      try {
        const next = await openClient().checkState(state.sub_id, { signal: left.signal });
        setLost(0);
        setState(next);
      } catch (error) {
        if (left.signal.aborted) return;
        const message = error instanceof ApiError ? error.message : 'Something went wrong';
        if (lost + 1 < MAX_FAILED_LOOKS) setLost(lost + 1);
        else setState({ status: 'failed', sub_id: state.sub_id, message });
      }
    };
    const timer = setTimeout(() => void look(), POLL_MS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [state, lost, openClient]);

  return state;
}
