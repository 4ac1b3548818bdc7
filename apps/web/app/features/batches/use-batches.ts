import { type Batch, batchClient, uploadedBatch } from '@assay/contracts/batch-client';
import { browserClient, visitorTimeZone } from '../../shell/session/browser-client.ts';

export type { Batch };

/** The calls of batches, in the browser. */
export function batchCalls() {
  return batchClient(browserClient());
}

/**
 * Sends a file as a batch. It is streamed by the browser, so the client, which sends JSON, is not used; asking who is
 * signed in first renews a session that is too old.
 *
 * @throws ApiError
 */
export async function uploadBatch(file: File, asset: string): Promise<Batch> {
  await browserClient().me();
  const query = new URLSearchParams({ name: file.name.slice(0, 200), ...(asset === '' ? {} : { asset }) });
  const isLines = /\.(jsonl|ndjson)$/i.test(file.name);
  const answer = await fetch(`/api/batches?${query.toString()}`, {
    method: 'POST',
    headers: {
      'content-type': isLines ? 'application/x-ndjson' : 'text/csv',
      'the-timezone-iana': visitorTimeZone(),
    },
    body: file,
  });
  return uploadedBatch(answer);
}
