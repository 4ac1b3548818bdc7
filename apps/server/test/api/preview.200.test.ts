import { describe, expect, it } from 'vitest';
import { NA_CHECK, postCheck } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { useTestApp } from '../../src/modules/checks/checks/test/use-test-app.ts';

describe('GET /monitor/check/{sub_id}/preview.png, answered 200', () => {
  const server = useTestApp();

  it.each([
    ['rated', undefined],
    ['not rated', NA_CHECK],
  ])('gives the picture of a result that is %s, 1200 by 630', async (_name, request) => {
    const { body } = await postCheck(server.app, request);
    const url = `/api/monitor/check/${body.data.asset.sub_id}/preview.png`;
    const answer = await server.app.inject({ url });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png']);
    expect([answer.rawPayload.readUInt32BE(16), answer.rawPayload.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(answer.headers['cache-control']).toBe('private, no-cache');
    const again = await server.app.inject({ url, headers: { 'if-none-match': String(answer.headers.etag) } });
    expect(again.statusCode).toBe(304);
  });
});
