import type { WalksAtState } from '../../checks/index.ts';

export interface WalkCalls {
  /** Has walks done by other servers; null where no secret is shared with any. */
  readonly elsewhere: WalksAtState | null;
  /** Answers other servers from now on, if this one is to: rejects where the port cannot be taken. */
  answer(signal: AbortSignal): Promise<void>;
  /** Answers no further ones; ends when the walks under way have. */
  stop(): Promise<void>;
  /** Asks no other server any more. */
  close(): Promise<void>;
}

/** Of a server that shares no secret with others. */
export const NO_WALK_CALLS: WalkCalls = {
  elsewhere: null,
  answer: async () => undefined,
  stop: async () => undefined,
  close: async () => undefined,
};
