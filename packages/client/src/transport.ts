import type { Paths } from './contracts.ts';
import { AssayConnectionError, AssayProblemError, AssayTimeoutError } from './errors.ts';
import type { Problem } from './types.ts';

const RETRIES = 2;
const TIMEOUT_MS = 60_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;
/** A service that asks for a longer wait than this is not waited for: the caller decides. */
const LONGEST_RETRY_AFTER_SECONDS = 60;
const RETRIED_STATUS: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

export interface ClientOptions {
  /** An API key: `aml_live_…`, or `aml_test_…` for test mode. */
  readonly key: string;
  /** Where the service is, such as `https://assay.example`. */
  readonly baseUrl: string;
  /** How often a request that failed for a passing reason is sent again; default 2. */
  readonly retries?: number;
  /** How long one try may take, in milliseconds; default 60,000. */
  readonly timeoutMs?: number;
  /** Another version of the API than that of the key. */
  readonly version?: string;
  /** In place of the global `fetch`. */
  readonly fetch?: typeof fetch;
}

export interface RequestOptions {
  /** Ends the request, its retries included. */
  readonly signal?: AbortSignal;
}

/** Of a call that does something. */
export interface ActOptions extends RequestOptions {
  /** Of your own, such as the id of the deposit: within 24 hours the same key is answered as before. Default: a new one. */
  readonly idempotencyKey?: string;
}

/** A POST has the same key on every try, so that the service does what was asked once. */
export type Call = CallParts &
  (
    | { readonly method: 'GET'; readonly path: Paths['GET']; readonly idempotencyKey?: never }
    | { readonly method: 'PATCH'; readonly path: Paths['PATCH']; readonly idempotencyKey?: never }
    | { readonly method: 'DELETE'; readonly path: Paths['DELETE']; readonly idempotencyKey?: never }
    | { readonly method: 'POST'; readonly path: Paths['POST']; readonly idempotencyKey: string }
  );

interface CallParts {
  readonly query?: Readonly<Record<string, string | number | readonly string[] | undefined>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, in place of `body`. */
  readonly file?: { readonly type: string; readonly content: string };
}

type Read<Body> = (answer: Response) => Promise<Body>;

/** Sends requests, and sends them again where that may help and does nothing twice. */
export class Transport {
  readonly #options: ClientOptions;
  readonly #base: string;

  /** @throws TypeError where the address of the service is none */
  constructor(options: ClientOptions) {
    this.#options = options;
    this.#base = new URL(options.baseUrl).href.replace(/\/+$/, '');
  }

  /**
   * @returns the body of a success
   * @throws AssayProblemError, AssayConnectionError, AssayTimeoutError; the reason of `signal` where it was aborted
   */
  send<Body>(call: Call, options: RequestOptions = {}): Promise<Body> {
    return this.#sendAs(call, options, async (answer) => JSON.parse(await answer.text()));
  }

  /** The same for an answer that is a file: it is read by the caller, without a limit of time. */
  open(call: Call, options: RequestOptions = {}): Promise<ReadableStream<Uint8Array>> {
    return this.#sendAs(call, options, async ({ body }) => body ?? new ReadableStream());
  }

  async #sendAs<Body>(call: Call, { signal }: RequestOptions, read: Read<Body>): Promise<Body> {
    const { retries = RETRIES } = this.#options;
    for (let tried = 0; ; tried += 1) {
      signal?.throwIfAborted();
      const outcome = await this.#try(call, signal, read);
      if ('body' in outcome) return outcome.body;
      const waitMs = tried < retries ? waitBefore(outcome.error, tried) : null;
      if (waitMs === null) throw outcome.error;
      await pause(waitMs, signal);
    }
  }

  async #try<Body>(
    call: Call,
    signal: AbortSignal | undefined,
    read: Read<Body>,
  ): Promise<{ body: Body } | { error: Error }> {
    const { timeoutMs = TIMEOUT_MS, fetch: send = fetch } = this.#options;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), timeoutMs);
    try {
      const answer = await send(this.#urlOf(call), {
        method: call.method,
        headers: this.#headersOf(call),
        signal: signal === undefined ? late.signal : AbortSignal.any([late.signal, signal]),
        redirect: 'error',
        ...bodyOf(call),
      });
      if (answer.ok) return { body: await read(answer) };
      const retryAfterSeconds = secondsOf(answer.headers.get('retry-after'));
      const problem = problemOf(answer, await answer.text());
      return { error: new AssayProblemError({ status: answer.status, retryAfterSeconds }, problem) };
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (late.signal.aborted)
        return { error: new AssayTimeoutError(`No answer within ${timeoutMs} ms`, { cause: error }) };
      return { error: new AssayConnectionError('The service could not be reached', { cause: error }) };
    } finally {
      clearTimeout(timer);
    }
  }

  #urlOf({ path, query = {} }: Call): string {
    const url = new URL(`${this.#base}/api/v1${path}`);
    for (const [name, value] of Object.entries(query)) {
      for (const one of Array.isArray(value) ? value : [value]) {
        if (one !== undefined) url.searchParams.append(name, String(one));
      }
    }
    return url.href;
  }

  #headersOf({ body, file, idempotencyKey }: Call): Record<string, string> {
    const { key, version } = this.#options;
    return {
      authorization: `Bearer ${key}`,
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(file === undefined ? {} : { 'content-type': file.type }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...(version === undefined ? {} : { 'assay-version': version }),
    };
  }
}

function bodyOf({ body, file }: Call): { readonly body?: string } {
  if (file !== undefined) return { body: file.content };
  return body === undefined ? {} : { body: JSON.stringify(body) };
}

/** Milliseconds before the next try; null where another try would not help, or the service asks for a long wait. */
function waitBefore(error: Error, tried: number): number | null {
  if (error instanceof AssayProblemError) {
    if (!RETRIED_STATUS.has(error.status) && error.code !== 'idempotency_in_progress') return null;
    if (error.retryAfterSeconds !== null) {
      return error.retryAfterSeconds <= LONGEST_RETRY_AFTER_SECONDS ? error.retryAfterSeconds * 1_000 : null;
    }
  }
  // Half of the wait by chance, so that clients that failed at one moment do not come back at one.
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tried) * (0.5 + Math.random() / 2);
}

function problemOf(answer: Response, text: string): Problem | null {
  if (!(answer.headers.get('content-type') ?? '').startsWith('application/problem+json')) return null;
  return JSON.parse(text);
}

function secondsOf(header: string | null): number | null {
  return header !== null && /^\d{1,9}$/.test(header) ? Number(header) : null;
}

/** Waits; rejects at once with the reason of `signal` where it is aborted. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal?.addEventListener('abort', end, { once: true });
  });
}
