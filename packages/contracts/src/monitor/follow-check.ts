import { isObject, type WireObject } from '../wire/api-error.ts';
import type { CheckFirstFacts, CheckProgress } from './check-events.ts';
import type { CheckState } from './check-result.ts';

/** The part of an `EventSource` that is used; the browser's fits. */
export interface EventLine {
  addEventListener(type: string, listener: (event: { readonly data?: unknown }) => void): void;
  close(): void;
  /** 2 once it will not come back by itself. */
  readonly readyState: number;
}

export interface CheckEventHandlers {
  facts(facts: CheckFirstFacts): void;
  progress(progress: CheckProgress): void;
  end(state: CheckState): void;
  /** The connection is lost for good: the caller must get the state in another way. */
  lost(): void;
}

const CLOSED = 2;

/**
 * Follows a running check by server-sent events, GET /monitor/check/{sub_id}/events. A connection that breaks is opened
 * again by the browser and receives what is known; anything that is no event of this kind is ignored.
 *
 * @returns how to stop
 * @example
 * const stop = followCheck((url) => new EventSource(url), '/api', subId, handlers);
 */
export function followCheck(
  open: (url: string) => EventLine,
  baseUrl: string,
  subId: string,
  handlers: CheckEventHandlers,
): () => void {
  const line = open(`${baseUrl}/monitor/check/${encodeURIComponent(subId)}/events`);
  const stop = () => line.close();
  line.addEventListener('facts', ({ data }) => {
    const facts = read(data);
    if (facts !== null && Array.isArray(facts.labels)) handlers.facts(facts as unknown as CheckFirstFacts);
  });
  line.addEventListener('progress', ({ data }) => {
    const progress = read(data);
    if (progress !== null && typeof progress.phase === 'string')
      handlers.progress(progress as unknown as CheckProgress);
  });
  line.addEventListener('end', ({ data }) => {
    stop();
    const state = read(data);
    if (state !== null && typeof state.status === 'string') handlers.end(state as unknown as CheckState);
    else handlers.lost();
  });
  line.addEventListener('error', () => {
    if (line.readyState === CLOSED) handlers.lost();
  });
  return stop;
}

function read(data: unknown): WireObject | null {
  if (typeof data !== 'string') return null;
  try {
    const parsed: unknown = JSON.parse(data);
    return isObject(parsed) ? parsed : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
