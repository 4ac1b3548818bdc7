/** One piece of work with several waiting callers. */
interface SharedRequest {
  readonly promise: Promise<unknown>;
  readonly controller: AbortController;
  waiting: number;
}

/**
 * Concurrent equal requests share one answer. The work continues as long as any caller waits, and is aborted when the
 * last caller leaves.
 */
export class SharedRequests {
  readonly #running = new Map<string, SharedRequest>();

  async share<T>(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const sharedRequest = this.#running.get(key) ?? this.#start(key, work);
    sharedRequest.waiting += 1;
    const left = Promise.withResolvers<never>();
    const onAbort = () => left.reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return (await Promise.race([sharedRequest.promise, left.promise])) as T;
    } finally {
      signal.removeEventListener('abort', onAbort);
      sharedRequest.waiting -= 1;
      if (sharedRequest.waiting === 0) {
        sharedRequest.controller.abort(new Error('nobody waits for this any more'));
        if (this.#running.get(key) === sharedRequest) this.#running.delete(key);
      }
    }
  }

  #start<T>(key: string, work: (signal: AbortSignal) => Promise<T>): SharedRequest {
    const controller = new AbortController();
    const promise = work(controller.signal).finally(() => {
      if (this.#running.get(key) === sharedRequest) this.#running.delete(key);
    });
    // Each caller handles the rejection itself; without callers it is no error.
    promise.catch(() => undefined);
    const sharedRequest: SharedRequest = { promise, controller, waiting: 0 };
    this.#running.set(key, sharedRequest);
    return sharedRequest;
  }
}
