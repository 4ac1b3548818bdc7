import type { CheckFirstFacts, CheckProgress, CheckState } from '@assay/contracts';
import { type Client, followCheck } from '@assay/contracts/client';
import { useEffect, useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { useData } from '../../shell/data/use-data.ts';

/** Pause between two requests for a running check, in milliseconds. */
export const POLL_MS = 1000;
/** Failed requests in a row after which the page shows an error. */
export const MAX_FAILURES = 15;

const BASE_URL = '/api';

export interface FollowedCheck {
  readonly state: CheckState;
  /** What lists contain about the address itself; null until received. */
  readonly facts: CheckFirstFacts | null;
  readonly progress: CheckProgress | null;
  /** Cancels the check; only its owner may. */
  readonly cancel: () => Promise<void>;
  readonly isCancelling: boolean;
}

/** Follows a check until it is done: by its events, and without them by polling. The first state comes with the page. */
export function useCheckState(initial: CheckState, openClient: () => Client<AbortSignal>): FollowedCheck {
  const [state, setState] = useState(initial);
  const [facts, setFacts] = useState<CheckFirstFacts | null>(null);
  const [progress, setProgress] = useState<CheckProgress | null>(null);
  const [hasEvents, setHasEvents] = useState(true);
  const [isCancelled, setCancelled] = useState(false);
  const { isBusy, run } = useAction();
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

  const { data, failures, problem } = useData(
    isRunning && !hasEvents ? `check ${subId}` : null,
    (signal) =>
      openClient().call('GET /monitor/check/:sub_id', { sub_id: subId, signal, expects: { status: 'string' } }),
    { delayMs: POLL_MS, againMs: (_answer, failures) => (failures < MAX_FAILURES ? POLL_MS : null) },
  );
  useEffect(() => {
    if (data !== null) setState(data);
  }, [data]);
  useEffect(() => {
    if (problem !== null && failures >= MAX_FAILURES) setState({ status: 'failed', sub_id: subId, message: problem });
  }, [problem, failures, subId]);

  async function cancel(): Promise<void> {
    const end = () => openClient().call('POST /monitor/check/:sub_id/cancel', { sub_id: subId });
    setCancelled(await run(async () => setState(await end())));
  }

  return { state, facts, progress, cancel, isCancelling: isBusy || isCancelled };
}
