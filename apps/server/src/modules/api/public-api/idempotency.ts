import { createHash } from 'node:crypto';
import type { Db } from '../../../platform/db/index.ts';
import type { Seal } from '../../../platform/kernel/seal.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import { type AnswerHolder, answersStore } from './answers.store.ts';
import { ProblemError } from './problem-error.ts';

/** An answer is repeated for so long. */
export const ANSWERS_KEPT_DAYS = 1;
const KEPT_MS = ANSWERS_KEPT_DAYS * 86_400_000;
/** A request that is under way for longer was lost with its server, where it says nothing else. */
const UNDER_WAY_MS = 60_000;

export interface Answer {
  readonly status: number;
  /** JSON. */
  readonly body: string;
}

export interface IdempotencyPorts {
  readonly db: Db;
  readonly clock: Clock;
}

export interface IdempotentRequest {
  /** The key that sent it. */
  readonly holder: AnswerHolder;
  readonly key: string;
  /** What makes two requests the same one. */
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  /** How long it may be under way. */
  readonly underWayMs?: number;
  /** Seals the answer while it is kept: it holds a secret that is stored sealed elsewhere too. */
  readonly seal?: Seal;
}

/** Keeps the answer in the transaction of the work, so that a crash cannot come between the two. */
export type KeepIn = (tx: Db, answer: Answer) => Promise<void>;

/**
 * Runs a request once: a repeat with the same key within 24 hours gets the answer of the first. Only successes are kept;
 * after a failure the key is free.
 *
 * @throws ProblemError idempotency_key_reused for another request with the key, idempotency_in_progress while the first
 *   one runs
 */
export async function answerOnce(
  { db, clock }: IdempotencyPorts,
  request: IdempotentRequest,
  work: (keepIn: KeepIn) => Promise<Answer>,
): Promise<Answer & { readonly isReplayed: boolean }> {
  const { holder, key, underWayMs = UNDER_WAY_MS } = request;
  const now = clock.now();
  const fingerprint = fingerprintOf(request);
  const keptSince = new Date(now.getTime() - KEPT_MS);
  const underWaySince = new Date(now.getTime() - underWayMs);
  if (!(await answersStore.claim(db, { holder, key, fingerprint, now }, { keptSince, underWaySince }))) {
    const kept = await answersStore.find(db, holder, key);
    if (kept !== null && !kept.fingerprint.equals(fingerprint)) {
      throw new ProblemError('idempotency_key_reused', 'Use another Idempotency-Key for another request.');
    }
    if (kept === null || kept.status === null || kept.body === null) {
      throw new ProblemError('idempotency_in_progress', 'Send the request again in a second.', {
        retryAfterSeconds: 1,
      });
    }
    return { status: kept.status, body: opened(request, kept.body), isReplayed: true };
  }
  const claim = { holder, key, claimedAt: now };
  const keep = async (where: Db, { status, body }: Answer) => {
    if (!(await answersStore.keep(where, claim, { status, body: sealed(request, body) }))) {
      throw new ProblemError('idempotency_in_progress', 'Send the request again in a second.', {
        retryAfterSeconds: 1,
      });
    }
  };
  let isKept = false;
  try {
    const answer = await work(async (tx, made) => {
      await keep(tx, made);
      isKept = true;
    });
    if (!isKept) await keep(db, answer);
    return { ...answer, isReplayed: false };
  } catch (error) {
    await answersStore.release(db, claim);
    throw error;
  }
}

function fingerprintOf({ method, path, body }: IdempotentRequest): Buffer {
  return createHash('sha256')
    .update(`${method} ${path}\n${JSON.stringify(body)}`)
    .digest();
}

function sealed({ seal, ...request }: IdempotentRequest, body: string): string {
  return seal === undefined ? body : seal.seal(sealContext(request), Buffer.from(body)).toString('base64');
}

/** @throws ProblemError idempotency_key_reused after the secret of the installation was changed */
function opened({ seal, ...request }: IdempotentRequest, kept: string): string {
  if (seal === undefined) return kept;
  const body = seal.open(sealContext(request), Buffer.from(kept, 'base64'));
  if (body !== null) return body.toString();
  throw new ProblemError('idempotency_key_reused', 'The first answer cannot be read any more: use another key.');
}

function sealContext({ holder, key }: Omit<IdempotentRequest, 'seal'>): string {
  return JSON.stringify(['answer', holder.workspace, holder.mode, key]);
}
