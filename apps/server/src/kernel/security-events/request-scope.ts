import { AsyncLocalStorage } from 'node:async_hooks';

const requests = new AsyncLocalStorage<string>();

/** Runs `work`, and everything it starts, as part of the request with this id. */
export function inRequest<T>(requestId: string, work: () => T): T {
  return requests.run(requestId, work);
}

/** Id of the request that the calling code works for; null in jobs and commands. */
export function currentRequestId(): string | null {
  return requests.getStore() ?? null;
}
