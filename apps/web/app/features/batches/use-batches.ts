import { type CallAnswer, pathOf, readAnswer } from '@assay/contracts/client';
import { call, visitorTimeZone } from '../../shell/session/browser-client.ts';

export type Batch = CallAnswer<'GET /batches'>['batches'][number];

/**
 * Sends a file as a batch. It is streamed by the browser, so the client, which sends JSON, is not used; asking who is
 * signed in first renews a session that is too old.
 *
 * @throws ApiError
 */
export async function uploadBatch(file: File, asset: string): Promise<Batch> {
  await call('GET /auth/me');
  const query = { name: file.name.slice(0, 200), ...(asset === '' ? {} : { asset }) };
  const isLines = /\.(jsonl|ndjson)$/i.test(file.name);
  const answer = await fetch(`/api${pathOf('POST /batches', { query })}`, {
    method: 'POST',
    headers: {
      'content-type': isLines ? 'application/x-ndjson' : 'text/csv',
      'the-timezone-iana': visitorTimeZone(),
    },
    body: file,
  });
  return (await readAnswer('POST /batches', answer)).batch;
}
