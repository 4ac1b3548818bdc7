import { setTimeout as sleep } from 'node:timers/promises';

export interface Repetition {
  /** No further round; resolves when the running one has ended. */
  readonly stop: () => Promise<void>;
}

/** Does `work` now and then again and again, `pauseMs` after it ended, until stopped. `work` must not reject. */
export function everyWhile(pauseMs: number, signal: AbortSignal, work: () => Promise<void>): Repetition {
  const own = new AbortController();
  const until = AbortSignal.any([signal, own.signal]);
  async function repeat(): Promise<void> {
    while (!until.aborted) {
      await work();
      try {
        await sleep(pauseMs, undefined, { signal: until, ref: false });
      } catch {
        // Woken by the stop: the loop's condition ends it.
      }
    }
  }
  const ended = repeat();
  return {
    stop: () => {
      own.abort();
      return ended;
    },
  };
}

/** As `Promise.all`, and rejects only once every work has ended: nothing of it goes on in a transaction that is over. */
export async function allEnded<const Works extends readonly unknown[]>(
  works: Works,
): Promise<{ -readonly [Work in keyof Works]: Awaited<Works[Work]> }> {
  await Promise.allSettled(works);
  return Promise.all(works);
}

export interface KeepOptions<T> {
  /** Answers that are kept; default all. */
  readonly isKept?: (answer: T) => boolean;
  /** A clock in milliseconds that never goes back. */
  readonly now?: () => number;
}

/** Asks at most once in `ageMs`; callers in between get the same answer. A failure is not kept. */
export function keepFor<T>(
  ageMs: number,
  ask: () => Promise<T>,
  { isKept = () => true, now = () => performance.now() }: KeepOptions<T> = {},
): () => Promise<T> {
  let kept: { readonly at: number; readonly answer: Promise<T> } | undefined;
  return () => {
    if (kept !== undefined && now() - kept.at < ageMs) return kept.answer;
    const asked = { at: now(), answer: ask() };
    kept = asked;
    const forget = () => {
      if (kept === asked) kept = undefined;
    };
    asked.answer.then((answer) => {
      if (!isKept(answer)) forget();
    }, forget);
    return asked.answer;
  };
}

/** Resolves when the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Resolves as `work` does, at the latest after `ms`: then to null. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  if (ms === Number.POSITIVE_INFINITY) return work;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** `work`, or a rejection as soon as the signal says so, even where `work` does not listen to it. */
export async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const { promise: cutOff, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, cutOff]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
