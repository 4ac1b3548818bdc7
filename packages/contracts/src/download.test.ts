import { describe, expect, it } from 'vitest';
import { createClient, type FetchAnswer, type FetchInit } from './client.ts';
import { fileNameOf } from './download.ts';
import { ApiError } from './wire/api-error.ts';

const PDF = Uint8Array.from([0x25, 0x50, 0x44, 0x46, 0x00, 0xff]);

function clientOf(answer: Partial<FetchAnswer> & { status: number }, headers: Record<string, string> = {}) {
  const calls: { url: string; init: FetchInit<AbortSignal> }[] = [];
  const client = createClient<AbortSignal>({
    fetch: async (url, init) => {
      calls.push({ url, init });
      return {
        headers: { get: (name) => headers[name] ?? null },
        text: async () => '{}',
        arrayBuffer: async () => PDF.slice().buffer,
        ...answer,
      };
    },
    baseUrl: '/api',
    tokens: { accessToken: () => 'token' },
    timezone: 'UTC',
  });
  return { client, calls };
}

describe('downloading', () => {
  it('[API-35] fetches a call that answers a file, bytes as they are', async () => {
    const { client, calls } = clientOf(
      { status: 200 },
      { 'content-type': 'application/pdf; x=1', 'content-disposition': 'attachment; filename="a.pdf"' },
    );
    const file = await client.download('GET /monitor/pdf/:sub_id', { sub_id: '7f/3a' });
    expect(new Uint8Array(file.bytes)).toEqual(PDF);
    expect(file).toMatchObject({ type: 'application/pdf', name: 'a.pdf' });
    expect(calls[0]).toMatchObject({ url: '/api/monitor/pdf/7f%2F3a', init: { method: 'GET' } });
    expect(calls[0]?.init.headers).toEqual({ authorization: 'Bearer token', 'the-timezone-iana': 'UTC' });
    await client.download('GET /audit/export', { query: { format: 'jsonl' } });
    expect(calls[1]?.url).toBe('/api/audit/export?format=jsonl');
  });

  it('throws the failure of the table where there is no file', async () => {
    const body = { error: { errorName: 'ReportNotReady', message: 'Wait', requestId: 'r' } };
    const { client } = clientOf({ status: 409, text: async () => JSON.stringify(body) });
    const failure = await client
      .download('GET /monitor/pdf/:sub_id', { sub_id: '7f3a' })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({ errorName: 'ReportNotReady', status: 409 });
  });

  it('names a connection that broke off half way', async () => {
    const { client } = clientOf({ status: 200, arrayBuffer: async () => Promise.reject(new Error('gone')) });
    await expect(client.download('GET /audit/export')).rejects.toMatchObject({ errorName: 'NetworkError' });
  });

  it.each([
    ['attachment; filename="assay-report-1.pdf"', 'assay-report-1.pdf'],
    ['attachment; filename=plain.csv', 'plain.csv'],
    [`attachment; filename="x.pdf"; filename*=UTF-8''%C3%A4.pdf`, 'ä.pdf'],
    [`attachment; filename="x.pdf"; filename*=UTF-8''%E0%A4%A`, 'x.pdf'],
    ['attachment; filename="../../.bashrc"', 'bashrc'],
    ['attachment; filename="C:\\x\\y.pdf"', 'y.pdf'],
    ['inline', null],
    [null, null],
  ])('reads the file name of %s', (header, name) => {
    expect(fileNameOf(header)).toBe(name);
  });
});
