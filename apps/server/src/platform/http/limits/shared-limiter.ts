import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { Log } from '../../kernel/log.ts';
import type { Limit, Limiter, LimitState } from './limiter.ts';

/** Hits of one key that were not counted yet. */
export interface NewHits {
  /** 32 hexadecimal digits. */
  readonly id: string;
  readonly count: number;
  /** Of the window, where these hits begin one. */
  readonly windowMs: number;
}

export interface CountedHits {
  readonly id: string;
  /** In the running window, by all servers. */
  readonly hits: number;
  readonly resetMs: number;
}

/** Where servers count together. */
export interface LimitCounts {
  /** Adds hits of several keys, each named once, and returns what they come to. */
  add(hits: readonly NewHits[]): Promise<readonly CountedHits[]>;
  /** Removes windows that have ended. */
  prune(): Promise<void>;
}

export interface SharedLimiterOptions {
  /** Left out, this process counts alone. */
  readonly counts?: LimitCounts;
  /** Of all servers that count together; left out, one of this process. */
  readonly secret?: Uint8Array;
  readonly log?: Pick<Log, 'warn'>;
}

/** Keys known here; the one hit longest ago is forgotten first. */
const MOST_KEYS = 20_000;
/** A limit this large lets its first half pass without waiting for the shared count. */
const LARGE_LIMIT = 100;
/** Such hits are gathered for so long before they are sent. */
const GATHER_MS = 100;
/** A count that takes longer is not waited for. */
const ANSWER_WITHIN_MS = 1_000;
/** After a failure this process counts alone for so long. */
const ALONE_MS = 1_000;
const LOG_EVERY_MS = 60_000;

interface Known {
  /** What the last shared count said, and what was hit here since. */
  hits: number;
  endsAtMs: number;
}

interface Batched {
  count: number;
  readonly windowMs: number;
  /** Each with the hits of this batch up to its own. */
  readonly waiting: { readonly count: number; readonly settle: (counted: CountedHits | null) => void }[];
}

/**
 * Counts hits of all servers of an installation together.
 *
 * - Hits that arrive while a statement runs go with the next one: one statement at a time, whatever the load.
 * - The first half of a large limit does not wait: these hits are answered by what is known here and are counted within
 *   a tenth of a second. Every other hit waits for the shared count. So a limit below `LARGE_LIMIT` is exact; a larger one
 *   lets at most those hits pass beyond it that another server has not sent yet, half of it in the worst case.
 * - A key that is known to be over its limit is refused without a statement, until its window ends.
 * - When the shared count fails or takes longer than a second, each server applies the limits to its own hits, and tries
 *   again a second later: no limit is lifted, and no visitor is refused because the count is away.
 */
export class SharedLimiter implements Limiter {
  readonly #counts: LimitCounts | null;
  /** Made once: from bytes, Node makes a key for each hash, which takes it longer than the hash. */
  readonly #secret: KeyObject;
  readonly #log: SharedLimiterOptions['log'];
  readonly #known = new Map<string, Known>();
  #batch = new Map<string, Batched>();
  #sending: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isOverdue = false;
  #isClosed = false;
  #aloneUntilMs = 0;
  #loggedAtMs = Number.NEGATIVE_INFINITY;

  constructor({ counts, secret, log }: SharedLimiterOptions = {}) {
    this.#counts = counts ?? null;
    this.#secret = createSecretKey(secret ?? randomBytes(32));
    this.#log = log;
  }

  async hit(limit: Limit, key: string): Promise<LimitState> {
    const id = this.#idOf(limit, key);
    const known = this.#knownOf(id, limit.windowMs);
    if (known.hits > limit.max) return stateOf(limit, known.hits, known.endsAtMs - Date.now());
    known.hits += 1;
    const here = stateOf(limit, known.hits, known.endsAtMs - Date.now());
    if (this.#counts === null || this.#isClosed || this.#isOverdue || Date.now() < this.#aloneUntilMs) return here;
    const batched = this.#addToBatch(id, limit.windowMs);
    if (limit.max >= LARGE_LIMIT && known.hits <= limit.max / 2) {
      this.#sendLater();
      return here;
    }
    const counted = await new Promise<CountedHits | null>((settle) => {
      batched.waiting.push({ count: batched.count, settle });
      this.#send();
    });
    return counted === null ? here : stateOf(limit, counted.hits, counted.resetMs);
  }

  async prune(): Promise<void> {
    try {
      await this.#counts?.prune();
    } catch (error) {
      this.#warn(error);
    }
  }

  /** Sends what was not counted yet; hits after that are counted by this process alone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#sending;
    this.#send();
    await this.#sending;
  }

  #idOf({ name }: Limit, key: string): string {
    return createHmac('sha256', this.#secret).update(`${name}\0${key}`).digest('hex').slice(0, 32);
  }

  #knownOf(id: string, windowMs: number): Known {
    const now = Date.now();
    const former = this.#known.get(id);
    const known = former !== undefined && former.endsAtMs > now ? former : { hits: 0, endsAtMs: now + windowMs };
    this.#known.delete(id);
    this.#known.set(id, known);
    if (this.#known.size > MOST_KEYS) {
      const [oldest = id] = this.#known.keys();
      this.#known.delete(oldest);
    }
    return known;
  }

  #addToBatch(id: string, windowMs: number): Batched {
    const batched = this.#batch.get(id) ?? { count: 0, windowMs, waiting: [] };
    batched.count += 1;
    this.#batch.set(id, batched);
    return batched;
  }

  #sendLater(): void {
    if (this.#sending !== null || this.#timer !== null) return;
    this.#timer = setTimeout(() => this.#send(), GATHER_MS);
    this.#timer.unref();
  }

  #send(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#counts === null || this.#sending !== null || this.#batch.size === 0) return;
    const batch = this.#batch;
    this.#batch = new Map();
    this.#sending = this.#count(this.#counts, batch).finally(() => {
      this.#sending = null;
      this.#isOverdue = false;
      if (this.#isClosed || this.#batch.size === 0) return;
      if (isAwaited(this.#batch)) this.#send();
      else this.#sendLater();
    });
  }

  async #count(counts: LimitCounts, batch: ReadonlyMap<string, Batched>): Promise<void> {
    const overdue = setTimeout(() => {
      this.#isOverdue = true;
      this.#warn(new Error(`the shared count took longer than ${ANSWER_WITHIN_MS} ms`));
      release(batch);
      release(this.#batch);
    }, ANSWER_WITHIN_MS);
    overdue.unref();
    try {
      const hits = [...batch].map(([id, { count, windowMs }]) => ({ id, count, windowMs }));
      for (const counted of await counts.add(hits)) this.#learn(counted, batch.get(counted.id));
    } catch (error) {
      this.#aloneUntilMs = Date.now() + ALONE_MS;
      this.#warn(error);
      // These were counted here; sent later, they would fall into another window.
      release(this.#batch);
      this.#batch = new Map();
    } finally {
      clearTimeout(overdue);
      release(batch);
    }
  }

  #learn(counted: CountedHits, batched: Batched | undefined): void {
    const known = this.#known.get(counted.id);
    if (known !== undefined) {
      known.hits = counted.hits + (this.#batch.get(counted.id)?.count ?? 0);
      known.endsAtMs = Date.now() + counted.resetMs;
    }
    const before = counted.hits - (batched?.count ?? 0);
    for (const { count, settle } of batched?.waiting.splice(0) ?? []) settle({ ...counted, hits: before + count });
  }

  #warn(error: unknown): void {
    if (Date.now() - this.#loggedAtMs < LOG_EVERY_MS) return;
    this.#loggedAtMs = Date.now();
    this.#log?.warn({ err: error }, 'limits are counted by this server alone for now');
  }
}

function stateOf(limit: Limit, hits: number, resetMs: number): LimitState {
  return { hits, isExceeded: hits > limit.max, resetMs: Math.max(1, resetMs) };
}

/** Lets those who wait go by what is known here. */
function release(batch: ReadonlyMap<string, Batched>): void {
  for (const { waiting } of batch.values()) for (const { settle } of waiting.splice(0)) settle(null);
}

function isAwaited(batch: ReadonlyMap<string, Batched>): boolean {
  return [...batch.values()].some(({ waiting }) => waiting.length > 0);
}
