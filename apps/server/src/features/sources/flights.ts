/** One piece of work that several wait for. */
interface Flight {
  readonly promise: Promise<unknown>;
  readonly controller: AbortController;
  waiting: number;
}

/**
 * The same question asked while its answer is on the way waits for that answer. The work goes on as long as anybody
 * waits, and is aborted when the last one leaves.
 */
export class Flights {
  readonly #flights = new Map<string, Flight>();

  async share<T>(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const flight = this.#flights.get(key) ?? this.#start(key, work);
    flight.waiting += 1;
    const left = Promise.withResolvers<never>();
    const onAbort = () => left.reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return (await Promise.race([flight.promise, left.promise])) as T;
    } finally {
      signal.removeEventListener('abort', onAbort);
      flight.waiting -= 1;
      if (flight.waiting === 0) {
        flight.controller.abort(new Error('nobody waits for this any more'));
        if (this.#flights.get(key) === flight) this.#flights.delete(key);
      }
    }
  }

  #start<T>(key: string, work: (signal: AbortSignal) => Promise<T>): Flight {
    const controller = new AbortController();
    const promise = work(controller.signal).finally(() => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    });
    // Whoever waits hears of it; that nobody does any more is no fault.
    promise.catch(() => undefined);
    const flight: Flight = { promise, controller, waiting: 0 };
    this.#flights.set(key, flight);
    return flight;
  }
}
