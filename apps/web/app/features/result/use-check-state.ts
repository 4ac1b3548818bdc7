import type { CheckFirstFacts, CheckProgress, CheckState } from '@assay/contracts';
import { ApiError, type Client, followCheck } from '@assay/contracts/client';
import { useEffect, useState } from 'react';

/** Pause between two looks at a running check, in milliseconds. */
export const POLL_MS = 1000;
/** Looks in a row that may fail before the page says so. */
export const MAX_FAILED_LOOKS = 15;

const BASE_URL = '/api';

export interface FollowedCheck {
  readonly state: CheckState;
  /** What is known of the address before its money was followed; null until told. */
  readonly facts: CheckFirstFacts | null;
  readonly progress: CheckProgress | null;
  /** Ends the check; only its owner's client may. */
  readonly cancel: () => Promise<void>;
  readonly isCancelling: boolean;
}

type ChecksClient = Pick<Client<AbortSignal>, 'checkState' | 'cancelCheck'>;

/**
 * Follows a check until it is done: by its events, and where those do not come, by looking again and again. The first
 * state comes with the page.
 */
export function useCheckState(initial: CheckState, openClient: () => ChecksClient): FollowedCheck {
  const [state, setState] = useState(initial);
  const [facts, setFacts] = useState<CheckFirstFacts | null>(null);
  const [progress, setProgress] = useState<CheckProgress | null>(null);
  const [hasEvents, setHasEvents] = useState(true);
  const [isCancelling, setCancelling] = useState(false);
  const isRunning = state.status === 'running';
  const subId = state.status === 'done' ? state.asset.sub_id : state.sub_id;

  useEffect(() => {
    if (!isRunning || !hasEvents) return;
    return followCheck((url) => new EventSource(url), BASE_URL, subId, {
      facts: setFacts,
      progress: setProgress,
      end: setState,
      lost: () => setHasEvents(false),
    });
  }, [isRunning, hasEvents, subId]);

  useLooks(state, hasEvents ? null : openClient, setState);

  async function cancel(): Promise<void> {
    setCancelling(true);
    try {
      setState(await openClient().cancelCheck(subId));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setCancelling(false);
    }
  }

  return { state, facts, progress, cancel, isCancelling };
}

/** Looks at a running check every second; not at all without a client. */
function useLooks(state: CheckState, openClient: (() => ChecksClient) | null, onState: (state: CheckState) => void) {
  const [lost, setLost] = useState(0);

  useEffect(() => {
    if (state.status !== 'running' || openClient === null) return;
    const left = new AbortController();
    const look = async () => {
      try {
        const next = await openClient().checkState(state.sub_id, { signal: left.signal });
        setLost(0);
        onState(next);
      } catch (error) {
        if (left.signal.aborted) return;
        const message = error instanceof ApiError ? error.message : 'Something went wrong';
        if (lost + 1 < MAX_FAILED_LOOKS) setLost(lost + 1);
        else onState({ status: 'failed', sub_id: state.sub_id, message });
      }
    };
    const timer = setTimeout(() => void look(), POLL_MS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [state, lost, openClient, onState]);
}
