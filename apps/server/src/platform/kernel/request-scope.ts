import { AsyncLocalStorage } from 'node:async_hooks';

/** The browser of a request. */
export interface RequestBrowser {
  /** The mark that the browser keeps between logins; a new one where it has none, which the answer gives it. */
  mark(): string;
  /** The mark that came with the request; null where it has none. */
  readonly kept: string | null;
  /** Whether the mark was asked for. */
  readonly isMarked: boolean;
}

/** The request that code works for, wherever below its route that code is. */
export interface RequestScope {
  readonly id: string;
  readonly ip: string;
  /** In fixed words, such as 'Firefox on Linux'. */
  readonly device: string;
  /** The account that is signed in; null for visitors, and until it is looked up. */
  sub: string | null;
  /** Set once the bot acts for a Telegram user: the account that the chat is joined to; null for a chat of its own. */
  chatOf?: string | null;
  /** Id of the API key that opened the request. */
  key?: string;
  /** Null for programs, which keep no cookies. */
  browser: RequestBrowser | null;
}

const requests = new AsyncLocalStorage<RequestScope>();

/** Runs `work`, and everything it starts, as part of the request. */
export function inRequest<T>(scope: RequestScope, work: () => T): T {
  return requests.run(scope, work);
}

/** Says for whom the bot acts in the current request. */
export function actThroughBot(sub: string | null): void {
  const request = requests.getStore();
  if (request !== undefined) request.chatOf = sub;
}

/** Says which API key acts in the current request. */
export function actByKey(key: string): void {
  const request = requests.getStore();
  if (request !== undefined) request.key = key;
}

/** The request that the calling code works for; null in jobs and commands. */
export function currentRequest(): Readonly<RequestScope> | null {
  return requests.getStore() ?? null;
}
