/** The calls of batches, apart from the client so that no first page carries them. */

import { objectOf } from './answer.ts';
import type { DownloadedFile } from './download.ts';
import type { Sender } from './survey-client.ts';
import type { BatchV1, ResultFormat } from './v1/batches.ts';
import { isObject, readFailure, unexpectedAnswer } from './wire/api-error.ts';

export type Batch = BatchV1;

export interface BatchClient<Signal> {
  /** GET /batches: the newest 50. */
  list(options?: { readonly signal?: Signal }): Promise<readonly Batch[]>;
  /** POST /batches/{id}/cancel. */
  cancel(id: string): Promise<Batch>;
  /** POST /batches/{id}/resume. */
  resume(id: string): Promise<Batch>;
  /** GET /batches/{id}/results. */
  results(id: string, format: ResultFormat): Promise<DownloadedFile>;
}

interface BatchSender<Signal> extends Sender<Signal> {
  readonly download: (path: string) => Promise<DownloadedFile>;
}

/**
 * The batches of the selected workspace, over any client.
 *
 * @example
 * const [newest] = await batchClient(client).list();
 */
export function batchClient<Signal>({ send, download }: BatchSender<Signal>): BatchClient<Signal> {
  const path = (id: string, act: string) => `/batches/${encodeURIComponent(id)}/${act}`;
  return {
    async list(options) {
      const data = await send('GET', '/batches', undefined, options);
      return objectOf<{ readonly batches: readonly Batch[] }>(data, { batches: 'array' }).batches;
    },
    cancel: async (id) => batchOf(await send('POST', path(id, 'cancel'))),
    resume: async (id) => batchOf(await send('POST', path(id, 'resume'))),
    results: (id, format) => download(`${path(id, 'results')}?format=${format}`),
  };
}

/** An answer as `fetch` gives it. */
interface UploadAnswer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  json(): Promise<unknown>;
}

/**
 * The batch in the answer to an upload, which is sent as a file and not by the client.
 *
 * @throws ApiError
 */
export async function uploadedBatch(answer: UploadAnswer): Promise<Batch> {
  const body = await bodyOf(answer);
  if (answer.status !== 202) throw readFailure(answer.status, body, answer.headers.get('retry-after'));
  if (!isObject(body)) throw unexpectedAnswer(answer.status);
  return batchOf(body['data']);
}

async function bodyOf(answer: UploadAnswer): Promise<unknown> {
  try {
    return await answer.json();
  } catch (error) {
    throw unexpectedAnswer(answer.status, error);
  }
}

function batchOf(data: unknown): Batch {
  return objectOf<{ readonly batch: Batch }>(data, { batch: 'object' }).batch;
}
