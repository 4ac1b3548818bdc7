import { AssayTimeoutError } from './errors.ts';
import { Pages } from './pages.ts';
import { type ActOptions, pause, type RequestOptions, type Transport } from './transport.ts';
import type { Check, NewCheck, NewTransfer, Transfer } from './types.ts';

const FIRST_LOOK_MS = 500;
const LONGEST_LOOK_MS = 5_000;
const OVER_WITHIN_MS = 5 * 60_000;

export interface WaitOptions extends ActOptions {
  /** How long it may take, in milliseconds; default five minutes. */
  readonly withinMs?: number;
}

export interface RetrieveOptions extends RequestOptions {
  /** What is answered beside the default fields. */
  readonly expand?: readonly 'evidence'[];
}

export interface ListOptions extends RequestOptions {
  /** Objects of one page, 1 to 100; default 20. */
  readonly limit?: number;
  /** Only those with exactly this reference. */
  readonly reference?: string;
}

/** What runs and ends. */
interface Running {
  readonly id: string;
  readonly status: string;
}

/** What may be asked for beside the subject. */
interface Wish {
  readonly expand?: 'evidence' | 'evidence'[] | undefined;
}

/** The calls about one kind of object that a check makes. */
class CheckCalls<New extends Wish, Made extends Running> {
  readonly #transport: Transport;
  readonly #path: '/checks' | '/transfers';
  readonly #name: string;

  constructor(transport: Transport, path: '/checks' | '/transfers', name: string) {
    this.#transport = transport;
    this.#path = path;
    this.#name = name;
  }

  /** Starts one, and waits for it as long as `wait_seconds` says (15 by default); one that takes longer is `running`. */
  create(wanted: New, { idempotencyKey = crypto.randomUUID(), ...options }: ActOptions = {}): Promise<Made> {
    return this.#transport.send({ method: 'POST', path: this.#path, body: wanted, idempotencyKey }, options);
  }

  /**
   * Starts one and waits until it is completed or failed.
   *
   * @throws AssayTimeoutError where it runs longer; it goes on, and can be retrieved
   */
  async createAndWait(wanted: New, { withinMs = OVER_WITHIN_MS, ...options }: WaitOptions = {}): Promise<Made> {
    const until = Date.now() + withinMs;
    const made = await this.create(wanted, options);
    if (made.status !== 'running') return made;
    const expand = wanted.expand === undefined ? [] : [wanted.expand].flat();
    return this.wait(made.id, { ...options, expand, withinMs: Math.max(0, until - Date.now()) });
  }

  /**
   * Waits until one is completed or failed.
   *
   * @throws AssayTimeoutError where it runs longer; it goes on, and can be retrieved
   */
  async wait(
    id: string,
    { withinMs = OVER_WITHIN_MS, ...options }: RetrieveOptions & Pick<WaitOptions, 'withinMs'> = {},
  ): Promise<Made> {
    const until = Date.now() + withinMs;
    for (let waitMs = FIRST_LOOK_MS; ; waitMs = Math.min(LONGEST_LOOK_MS, waitMs * 2)) {
      const found = await this.retrieve(id, options);
      if (found.status !== 'running') return found;
      if (Date.now() + waitMs > until)
        throw new AssayTimeoutError(`${this.#name} ${id} still runs after ${withinMs} ms`);
      await pause(waitMs, options.signal);
    }
  }

  retrieve(id: string, { expand = [], ...options }: RetrieveOptions = {}): Promise<Made> {
    return this.#transport.send(
      { method: 'GET', path: `${this.#path}/${encodeURIComponent(id)}`, query: { expand } },
      options,
    );
  }

  /** What the workspace's keys made, the newest first. */
  list({ limit, reference, ...options }: ListOptions = {}): Pages<Made> {
    return new Pages((cursor) =>
      this.#transport.send({ method: 'GET', path: this.#path, query: { limit, reference, cursor } }, options),
    );
  }

  /** Ends one that runs; it costs nothing then. */
  cancel(id: string, { idempotencyKey = crypto.randomUUID(), ...options }: ActOptions = {}): Promise<Made> {
    const path = `${this.#path}/${encodeURIComponent(id)}/cancel` as const;
    return this.#transport.send({ method: 'POST', path, idempotencyKey }, options);
  }
}

/** Checks: what an address is rated. */
export class Checks extends CheckCalls<NewCheck, Check> {
  constructor(transport: Transport) {
    super(transport, '/checks', 'Check');
  }
}

/** Transfers: what one deposit or withdrawal of a transaction is rated. */
export class Transfers extends CheckCalls<NewTransfer, Transfer> {
  constructor(transport: Transport) {
    super(transport, '/transfers', 'Transfer');
  }
}
