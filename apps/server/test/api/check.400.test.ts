import { describe, expect, it } from 'vitest';
import { BTC_CHECK, postCheck, signedIn } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { useTestApp } from '../../src/modules/checks/checks/test/use-test-app.ts';

describe('POST /monitor/check, answered 400', () => {
  const server = useTestApp();

  it.each(['{', '', '{"address":', '[1,', 'nonsense'])('refuses a body that is no JSON: %j', async (body) => {
    const { status, body: answer } = await postCheck(server.app, body);
    expect(status).toBe(400);
    expect(answer.error.errorName).toBe('MalformedRequest');
    expect(answer.error.requestId).toMatch(/^[\w-]{16}$/);
  });

  it('names the fields that are missing or of the wrong type', async () => {
    const { status, body } = await postCheck(server.app, { address: 7, ticker: '', parent: null });
    expect(status).toBe(400);
    expect(body.error.errorName).toBe('ValidationError');
    expect(body.error.fields.map(({ field }: { field: string }) => field)).toEqual(['address', 'ticker']);
  });

  it.each([null, [], 'text', 3, {}])('refuses a body that is no request: %j', async (body) => {
    const { status, body: answer } = await postCheck(server.app, JSON.stringify(body));
    expect(status).toBe(400);
    expect(answer.error.errorName).toBe('ValidationError');
  });

  it('refuses an idempotency key that cannot be one', async () => {
    const { status } = await postCheck(server.app, BTC_CHECK, { 'idempotency-key': 'x'.repeat(129) });
    expect(status).toBe(400);
  });

  it('refuses a limit of suggestions that is no number', async () => {
    const answer = await server.app.inject({ url: '/api/wallet/suggest?address=bc1&limit=many' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.fields).toEqual([{ field: 'limit', problem: expect.any(String) }]);
  });

  it('drops keys it does not know', async () => {
    const { status } = await postCheck(server.app, { ...BTC_CHECK, extra: { deep: true } });
    expect(status).toBe(200);
  });

  it('takes nothing for any of them', async () => {
    const me = await server.app.inject({ url: '/api/auth/me', headers: signedIn(server.app) });
    expect(me.json().data.checks).toBe(9);
  });
});
