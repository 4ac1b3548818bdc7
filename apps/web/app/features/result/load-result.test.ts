import { createClient, type FetchAnswer } from '@assay/contracts/client';
import { describe, expect, it } from 'vitest';
import { loadResult } from './load-result.ts';

function answer(status: number, body: unknown): FetchAnswer {
  return { status, headers: { get: () => null }, text: async () => JSON.stringify(body) };
}

describe('the result of a check', () => {
  it.each<readonly [string, () => Promise<FetchAnswer>]>([
    ['is not found', async () => answer(404, { error: { errorName: 'NotFound', message: '', requestId: 'r' } })],
    ['is answered 500', async () => answer(500, '')],
    ['is answered without data', async () => answer(200, { data: null })],
    ['cannot be fetched', () => Promise.reject(new TypeError('fetch failed'))],
  ])('[RISK-08] is a 404 where it %s', async (_case, fetch) => {
    const client = createClient<AbortSignal>({ baseUrl: '/api', timezone: 'UTC', fetch });
    const { signal } = new AbortController();
    await expect(loadResult(client, '7f3a', signal)).rejects.toMatchObject({ init: { status: 404 } });
  });
});
