import { AssayTimeoutError } from './errors.ts';
import { Pages } from './pages.ts';
import { pause, type RequestOptions, type Transport } from './transport.ts';
import type { Check, NewCheck } from './types.ts';

const FIRST_LOOK_MS = 500;
const LONGEST_LOOK_MS = 5_000;
const OVER_WITHIN_MS = 5 * 60_000;

export interface CreateOptions extends RequestOptions {
  /** Of your own, such as the id of the deposit: within 24 hours the same key is answered as before. Default: a new one. */
  readonly idempotencyKey?: string;
}

export interface WaitOptions extends CreateOptions {
  /** How long the check may take, in milliseconds; default five minutes. */
  readonly withinMs?: number;
}

export interface RetrieveOptions extends RequestOptions {
  /** What is answered beside the default fields. */
  readonly expand?: readonly 'evidence'[];
}

export interface ListOptions extends RequestOptions {
  /** Checks of one page, 1 to 100; default 20. */
  readonly limit?: number;
  /** Only those with exactly this reference. */
  readonly reference?: string;
}

/** Checks: what an address is rated. */
export class Checks {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Starts a check, and waits for it as long as `wait_seconds` says (15 by default); one that takes longer is `running`. */
  create(check: NewCheck, { idempotencyKey = crypto.randomUUID(), ...options }: CreateOptions = {}): Promise<Check> {
    return this.#transport.send({ method: 'POST', path: '/checks', body: check, idempotencyKey }, options);
  }

  /**
   * Starts a check and waits until it is completed or failed.
   *
   * @throws AssayTimeoutError where it runs longer; it goes on, and can be retrieved
   */
  async createAndWait(check: NewCheck, { withinMs = OVER_WITHIN_MS, ...options }: WaitOptions = {}): Promise<Check> {
    const until = Date.now() + withinMs;
    const made = await this.create(check, options);
    if (made.status !== 'running') return made;
    const expand = check.expand === undefined ? [] : [check.expand].flat();
    return this.wait(made.id, { ...options, expand, withinMs: Math.max(0, until - Date.now()) });
  }

  /**
   * Waits until a check is completed or failed.
   *
   * @throws AssayTimeoutError where it runs longer; it goes on, and can be retrieved
   */
  async wait(
    id: string,
    { withinMs = OVER_WITHIN_MS, ...options }: RetrieveOptions & Pick<WaitOptions, 'withinMs'> = {},
  ): Promise<Check> {
    const until = Date.now() + withinMs;
    for (let waitMs = FIRST_LOOK_MS; ; waitMs = Math.min(LONGEST_LOOK_MS, waitMs * 2)) {
      const found = await this.retrieve(id, options);
      if (found.status !== 'running') return found;
      if (Date.now() + waitMs > until) throw new AssayTimeoutError(`Check ${id} still runs after ${withinMs} ms`);
      await pause(waitMs, options.signal);
    }
  }

  retrieve(id: string, { expand = [], ...options }: RetrieveOptions = {}): Promise<Check> {
    return this.#transport.send(
      { method: 'GET', path: `/checks/${encodeURIComponent(id)}`, query: { expand } },
      options,
    );
  }

  /** The checks of the workspace's keys, the newest first. */
  list({ limit, reference, ...options }: ListOptions = {}): Pages<Check> {
    return new Pages((cursor) =>
      this.#transport.send({ method: 'GET', path: '/checks', query: { limit, reference, cursor } }, options),
    );
  }

  /** Ends a running check; it costs nothing then. */
  cancel(id: string, options: RequestOptions = {}): Promise<Check> {
    return this.#transport.send({ method: 'POST', path: `/checks/${encodeURIComponent(id)}/cancel` }, options);
  }
}
