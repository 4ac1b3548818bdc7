import { createHash } from 'node:crypto';
import type { Db } from '../../db/index.ts';
import type { AnswerHolder, AnswersStore } from './answers.store.ts';
import { ProblemError } from './problem-error.ts';

/** An answer is repeated for so long. */
const KEPT_MS = 24 * 3_600_000;
/** A request that is under way for longer was lost with its server. */
const UNDER_WAY_MS = 60_000;

export interface Answer {
  readonly status: number;
  /** JSON. */
  readonly body: string;
}

export interface IdempotencyPorts {
  readonly db: Db;
  readonly answers: AnswersStore;
  readonly clock: { now(): Date };
}

export interface IdempotentRequest {
  /** The key that sent it. */
  readonly holder: AnswerHolder;
  readonly key: string;
  /** What makes two requests the same one. */
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/**
 * Runs a request once: a repeat with the same key within 24 hours gets the answer of the first. Only successes are kept;
 * after a failure the key is free.
 *
 * @throws ProblemError idempotency_key_reused for another request with the key, idempotency_in_progress while the first
 *   one runs
 */
export async function answerOnce(
  { db, answers, clock }: IdempotencyPorts,
  request: IdempotentRequest,
  work: () => Promise<Answer>,
): Promise<Answer & { readonly isReplayed: boolean }> {
  const { holder, key } = request;
  const now = clock.now();
  const fingerprint = fingerprintOf(request);
  const keptSince = new Date(now.getTime() - KEPT_MS);
  await answers.removeBefore(db, holder.workspace, keptSince);
  const underWaySince = new Date(now.getTime() - UNDER_WAY_MS);
  if (!(await answers.claim(db, { holder, key, fingerprint, now }, { keptSince, underWaySince }))) {
    const kept = await answers.find(db, holder, key);
    if (kept !== null && !kept.fingerprint.equals(fingerprint)) {
      throw new ProblemError('idempotency_key_reused', 'Use another Idempotency-Key for another request.');
    }
    if (kept === null || kept.status === null || kept.body === null) {
      throw new ProblemError('idempotency_in_progress', 'Send the request again in a second.', {
        retryAfterSeconds: 1,
      });
    }
    return { status: kept.status, body: kept.body, isReplayed: true };
  }
  try {
    const answer = await work();
    await answers.keep(db, holder, key, answer);
    return { ...answer, isReplayed: false };
  } catch (error) {
    await answers.release(db, holder, key);
    throw error;
  }
}

function fingerprintOf({ method, path, body }: IdempotentRequest): Buffer {
  return createHash('sha256')
    .update(`${method} ${path}\n${JSON.stringify(body)}`)
    .digest();
}
