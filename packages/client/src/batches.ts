import { AssayTimeoutError } from './errors.ts';
import { Pages } from './pages.ts';
import { type ActOptions, pause, type RequestOptions, type Transport } from './transport.ts';
import type { Batch } from './types.ts';

const LOOK_MS = 2_000;
const OVER: ReadonlySet<Batch['status']> = new Set(['completed', 'canceled']);

/** One address of a batch. Other fields are carried through to the results. */
export interface BatchRow {
  readonly address: string;
  readonly asset?: string;
  readonly network?: string;
  readonly reference?: string;
  readonly [field: string]: unknown;
}

export interface CreateBatchOptions extends ActOptions {
  readonly name?: string;
  /** Of rows that name none. */
  readonly asset?: string;
  readonly network?: string;
}

export interface WaitForBatchOptions extends RequestOptions {
  /** How long to wait, in milliseconds; default: for as long as it takes. A batch may pause: then it is not over. */
  readonly withinMs?: number;
}

/** Batches: up to 100,000 addresses at a time, 32 MiB. */
export class Batches {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Stores the rows and has them checked: as objects, or as the text of a file. */
  create(
    rows: Iterable<BatchRow> | { readonly csv: string } | { readonly jsonl: string },
    { name, asset, network, idempotencyKey = crypto.randomUUID(), ...options }: CreateBatchOptions = {},
  ): Promise<Batch> {
    const file = fileOf(rows);
    const query = { name, asset, network };
    return this.#transport.send({ method: 'POST', path: '/batches', query, file, idempotencyKey }, options);
  }

  retrieve(id: string, options: RequestOptions = {}): Promise<Batch> {
    return this.#transport.send({ method: 'GET', path: pathOf(id) }, options);
  }

  /** The batches of the workspace, the newest first. */
  list({ limit, ...options }: RequestOptions & { readonly limit?: number } = {}): Pages<Batch> {
    return new Pages((cursor) =>
      this.#transport.send({ method: 'GET', path: '/batches', query: { limit, cursor } }, options),
    );
  }

  /** @throws AssayTimeoutError where it takes longer than asked; it goes on */
  async wait(
    id: string,
    { withinMs = Number.POSITIVE_INFINITY, ...options }: WaitForBatchOptions = {},
  ): Promise<Batch> {
    const until = Date.now() + withinMs;
    for (;;) {
      const batch = await this.retrieve(id, options);
      if (OVER.has(batch.status)) return batch;
      if (Date.now() + LOOK_MS > until)
        throw new AssayTimeoutError(`Batch ${id} is ${batch.status} after ${withinMs} ms`);
      await pause(LOOK_MS, options.signal);
    }
  }

  /** Every row in the order of the input, one by one, also while the batch runs. */
  async *results(id: string, options: RequestOptions = {}): AsyncGenerator<Readonly<Record<string, unknown>>> {
    const reader = (await this.resultsFile(id, 'jsonl', options)).getReader();
    const decoder = new TextDecoder();
    try {
      for (let rest = ''; ; ) {
        const { done, value } = await reader.read();
        const lines = (rest + decoder.decode(value, { stream: !done })).split('\n');
        rest = done ? '' : (lines.pop() ?? '');
        for (const line of lines) if (line !== '') yield JSON.parse(line);
        if (done) return;
      }
    } finally {
      // Where the caller has seen enough, the rest is not sent.
      await reader.cancel();
    }
  }

  /** The results as a file. */
  resultsFile(
    id: string,
    format: 'jsonl' | 'csv' | 'parquet',
    options: RequestOptions = {},
  ): Promise<ReadableStream<Uint8Array>> {
    return this.#transport.open({ method: 'GET', path: `${pathOf(id)}/results`, query: { format } }, options);
  }

  /** Ends it: nothing else is checked, and what runs costs nothing. */
  cancel(id: string, { idempotencyKey = crypto.randomUUID(), ...options }: ActOptions = {}): Promise<Batch> {
    return this.#transport.send({ method: 'POST', path: `${pathOf(id)}/cancel`, idempotencyKey }, options);
  }

  /** Has a paused batch go on. */
  resume(id: string, { idempotencyKey = crypto.randomUUID(), ...options }: ActOptions = {}): Promise<Batch> {
    return this.#transport.send({ method: 'POST', path: `${pathOf(id)}/resume`, idempotencyKey }, options);
  }
}

function fileOf(rows: Iterable<BatchRow> | { readonly csv: string } | { readonly jsonl: string }) {
  if ('csv' in rows) return { type: 'text/csv', content: rows.csv };
  const content = 'jsonl' in rows ? rows.jsonl : Array.from(rows, (row) => `${JSON.stringify(row)}\n`).join('');
  return { type: 'application/x-ndjson', content };
}

function pathOf(id: string): `/batches/${string}` {
  return `/batches/${encodeURIComponent(id)}`;
}
