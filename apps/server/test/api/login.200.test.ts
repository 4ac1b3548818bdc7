import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';

describe('POST /auth/login, answered 200', () => {
  const server = useAuthApp();

  it('[API-05] sends a link to a new address whose owner accepts the terms, and creates no account yet', async () => {
    const browser = server.browser();
    const answer = await browser.post('/api/auth/login', { email: ' New.Person@Firm.Example ', acceptTerms: true });
    expect(answer).toMatchObject({ status: 200, data: { email: 'new.person@firm.example', expires_in_seconds: 900 } });
    expect(answer.headers['cache-control']).toBe('no-store');
    const { rows } = await server.pool.query('SELECT email, asked_device, asked_timezone, asked_ip FROM magic_links');
    expect(rows).toEqual([
      {
        email: 'new.person@firm.example',
        asked_device: 'Firefox on Linux',
        asked_timezone: 'Europe/Tallinn',
        asked_ip: '127.0.0.1',
      },
    ]);
    expect((await server.pool.query("SELECT FROM users WHERE email LIKE 'new.person%'")).rowCount).toBe(0);
  });

  it('[API-05] keeps the asset order with the link', async () => {
    const cryptoAssetOrder = { address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', ticker: 'BTC' };
    const body = { email: 'order@firm.example', acceptTerms: true, cryptoAssetOrder };
    expect(await server.browser().post('/api/auth/login', body)).toMatchObject({ status: 200 });
    const { rows } = await server.pool.query(
      "SELECT to_jsonb(l) AS link FROM magic_links l WHERE email = 'order@firm.example'",
    );
    expect(JSON.stringify(rows)).toContain(cryptoAssetOrder.address);
  });

  it('sends a known address its link with either value of acceptTerms', async () => {
    await server.signedIn('known@firm.example');
    const answer = await server.browser().post('/api/auth/login', { email: 'known@firm.example', acceptTerms: false });
    expect(answer).toMatchObject({ status: 200, data: { email: 'known@firm.example' } });
  });

  it('sends an expired link again to an address that registered and did not confirm in time', async () => {
    await server.ask(server.browser(), 'late@firm.example');
    server.passTime(16 * 60_000);
    const answer = await server.browser().post('/api/auth/login', { email: 'late@firm.example' });
    expect(answer.status).toBe(200);
  });

  it('sets a cookie for the requesting browser that no script can read, and keeps an existing one', async () => {
    const browser = server.browser();
    const first = await browser.post('/api/auth/login', { email: 'marked@firm.example', acceptTerms: true });
    expect(first.setCookie).toHaveLength(1);
    expect(first.setCookie[0]).toMatch(/^assay_browser=[\w-]{43}; Max-Age=1200; Path=\/; HttpOnly; SameSite=Lax$/);
    const mark = browser.cookies.get('assay_browser');
    await browser.post('/api/auth/login', { email: 'marked@firm.example', acceptTerms: true });
    expect(browser.cookies.get('assay_browser')).toBe(mark);
    const { rows } = await server.pool.query(
      "SELECT DISTINCT browser_hash FROM magic_links WHERE email = 'marked@firm.example'",
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(mark);
  });

  it('stores and queues nothing that is sufficient to sign in', async () => {
    const token = await server.ask(server.client(), 'stored@firm.example');
    const { rows } = await server.pool.query('SELECT row_to_json(magic_links)::text AS line FROM magic_links');
    const kept = JSON.stringify([rows, server.auth.queued]);
    expect(kept).toContain(token.split('.')[0]);
    expect(kept).not.toContain(token.split('.')[1]);
  });

  it('responds, acts and sends the same for an address with and without an account', async () => {
    await server.signedIn('member@firm.example');
    const asked: string[] = [];
    const query = server.pool.query.bind(server.pool);
    const shape = async (email: string) => {
      const answer = await server.client().post('/api/auth/login', { email, acceptTerms: true });
      const own = /^(?:date|x-request-id|content-security-policy|x-ratelimit-.*)$/;
      const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !own.test(name)));
      const { rows } = await query(
        `SELECT (row_to_json(l)::jsonb - 'id' - 'token_hash' - 'created_at' - 'expires_at')::text AS line
           FROM magic_links l WHERE email = $1 ORDER BY created_at DESC LIMIT 1`,
        [email],
      );
      asked.push(JSON.stringify(rows));
      return { status: answer.status, headers, text: answer.text.replaceAll(email, 'X') };
    };
    const known = await shape('member@firm.example');
    const unknown = await shape('nobody@firm.example');
    expect(unknown).toEqual({ ...known, headers: { ...known.headers, 'content-length': expect.anything() } });
    expect(asked[0]?.replaceAll('member', 'X')).toBe(asked[1]?.replaceAll('nobody', 'X'));
  });
});
