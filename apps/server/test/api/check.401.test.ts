import { describe, expect, it } from 'vitest';
import { postCheck, testApp } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { useTestApp } from '../../src/modules/checks/checks/test/use-test-app.ts';

describe('POST /monitor/check, answered 401', () => {
  const server = useTestApp();

  it.each([
    { host: 'assay.example.org' },
    { host: 'localhost.evil.example' },
    { host: '127.0.0.1.nip.io' },
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { 'x-real-ip': '127.0.0.1' },
    { via: '1.1 proxy' },
  ])('keeps the demo account for visits on this machine: %j', async (headers) => {
    const { status, body } = await postCheck(server.app, '{ not even read', headers);
    expect(status).toBe(401);
    expect(body.error).toMatchObject({ errorName: 'Unauthorized', message: expect.stringContaining('account') });
  });

  it.each(['localhost', '127.0.0.1:3000', '[::1]:3000', 'assay.localhost:80'])('opens it for %s', async (host) => {
    const { status } = await postCheck(server.app, undefined, { host });
    expect(status).toBe(200);
  });

  it.each([
    { host: '0.0.0.0', publicUrl: 'http://localhost:3000' },
    { host: '127.0.0.1', publicUrl: 'https://assay.example.org' },
  ])('never opens it where the service is reachable from elsewhere: %j', async (settings) => {
    const open = await testApp(
      server.pool,
      {},
      { settings: { productName: 'Assay', version: '0', trustProxy: 0, ...settings } },
    );
    expect((await postCheck(open.app)).status).toBe(401);
    expect((await open.app.inject({ url: '/api/auth/me', headers: { host: 'localhost' } })).statusCode).toBe(401);
    await open.close();
  });
});
