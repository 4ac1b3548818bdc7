import { Writable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../../../../test/support/auth-app.ts';

describe('the log of signing in', () => {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const server = useAuthApp({ logger: pino({ level: 'trace' }, sink) });

  it('names routes and holds no token, cookie or address of a person, whatever happens', async () => {
    const browser = server.browser();
    const token = await server.ask(browser, 'secretive@firm.example');
    const wrong = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    for (const path of [token, wrong, `${token}/status`, token]) await browser.get(`/api/auth/confirm-link/${path}`);
    await browser.get(`/confirm-link?link=${token}`);
    await browser.get(`/confirm-link/${token}/nothing`);
    await browser.get(`/api/auth/confirm-link/${token}`, { 'sec-fetch-site': 'cross-site' });
    const session = browser.cookies.get('assay_session') ?? '';
    await browser.get('/api/auth/refresh');
    server.passTime(60_000);
    await server.browser().get('/api/auth/refresh', { cookie: `assay_session=${session}` });
    await server.browser().post('/api/auth/login', { email: 'secretive@mailinator.com' });
    const late = await server.ask(browser, 'secretive@firm.example');
    server.passTime(16 * 60_000);
    expect((await browser.get(`/api/auth/confirm-link/${late}`)).status).toBe(410);
    const log = lines.join('');
    expect(log).toContain('/api/auth/confirm-link/:link');
    expect(log).toContain('answered');
    const secrets = [
      token,
      late,
      wrong,
      token.split('.')[1],
      ...session.split('~').slice(1),
      ...browser.cookies.values(),
    ];
    for (const secret of [...secrets, 'secretive', 'mailinator']) {
      expect(secret).toBeTruthy();
      expect(log).not.toContain(secret);
    }
  });
});
