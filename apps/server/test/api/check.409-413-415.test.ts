import { describe, expect, it } from 'vitest';
import { BTC_CHECK, NA_CHECK, postCheck } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { useTestApp } from '../../src/modules/checks/checks/test/use-test-app.ts';

describe('POST /monitor/check, answered 409, 413 and 415', () => {
  const server = useTestApp();

  it('refuses an idempotency key that another request used', async () => {
    const headers = { 'idempotency-key': 'one' };
    await postCheck(server.app, BTC_CHECK, headers);
    const { status, body } = await postCheck(server.app, NA_CHECK, headers);
    expect(status).toBe(409);
    expect(body.error.errorName).toBe('IdempotencyKeyReused');
  });

  it('refuses a body that exceeds the limit', async () => {
    const { status, body } = await postCheck(server.app, { ...BTC_CHECK, name: 'x'.repeat(70_000) });
    expect(status).toBe(413);
    expect(body.error.errorName).toBe('PayloadTooLarge');
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml'])(
    'refuses %s, which a form of another site could send',
    async (contentType) => {
      const { status, body } = await postCheck(server.app, BTC_CHECK, { 'content-type': contentType });
      expect(status).toBe(415);
      expect(body.error.errorName).toBe('UnsupportedMediaType');
    },
  );
});
