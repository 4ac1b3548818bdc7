import type { CheckWalks } from '../checks/index.ts';
import type { WalkQuestion } from './walk-question.ts';

/** What came of asking a memory server to walk. Every one but `answered` makes the caller walk over PostgreSQL. */
export type WalkReply =
  | { readonly is: 'answered'; readonly walks: CheckWalks }
  /** Its memory has another state of the records or labels, or does not have the asset. */
  | { readonly is: 'another state' }
  /** It walks as much as it may already. */
  | { readonly is: 'busy' }
  /** It did not accept the signature: another secret, or another time of day. */
  | { readonly is: 'refused' }
  /** No whole answer within the time of a call. */
  | { readonly is: 'late' }
  /** No connection, a connection that broke, or an answer that is none. */
  | { readonly is: 'failed'; readonly reason: string }
  /** The caller no longer wants it. */
  | { readonly is: 'cancelled' };

export type WalkOutcome = WalkReply['is'];

/** Asks one memory server. Never rejects. */
export type AskToWalk = (url: string, question: WalkQuestion, signal: AbortSignal) => Promise<WalkReply>;

/** What became of a question that this server was asked. */
export type AnswerOutcome = 'answered' | 'another state' | 'busy' | 'cancelled';

export interface MemoryServersLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
}
