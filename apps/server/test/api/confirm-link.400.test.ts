import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';

describe('GET /auth/confirm-link/{link}, answered 400', () => {
  const server = useAuthApp();

  it('confirms a link once, and answers InvalidToken ever after', async () => {
    const browser = server.browser();
    const token = await server.ask(browser, 'once@firm.example');
    expect((await browser.get(`/api/auth/confirm-link/${token}`)).status).toBe(200);
    const again = await browser.get(`/api/auth/confirm-link/${token}`);
    expect(again).toMatchObject({ status: 400, errorName: 'InvalidToken', error: { message: 'Invalid Token' } });
    expect(again.error['fields'], 'and says that it was used').toMatchObject([{ field: 'link' }]);
    const unknown = await browser.get(`/api/auth/confirm-link/${'0'.repeat(32)}.${'a'.repeat(43)}`);
    expect(unknown.errorName).toBe('InvalidToken');
    expect(unknown.error['fields']).toBeUndefined();
    expect((await browser.get(`/api/auth/confirm-link/${token}/status`)).errorName).toBe('InvalidToken');
  });

  it('lets exactly one of many at once in', async () => {
    const token = await server.ask(server.browser(), 'race@firm.example');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => server.browser().get(`/api/auth/confirm-link/${token}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ errorName }) => errorName === 'InvalidToken')).toHaveLength(19);
    const { rows } = await server.pool.query(
      "SELECT count(*)::int AS sessions FROM sessions JOIN users USING (sub) WHERE email = 'race@firm.example'",
    );
    expect(rows).toEqual([{ sessions: 1 }]);
  });

  it('ends the other links of an email with the one that is used', async () => {
    const browser = server.browser();
    const first = await server.ask(browser, 'two@firm.example');
    const second = await server.ask(browser, 'two@firm.example');
    expect((await browser.get(`/api/auth/confirm-link/${second}`)).status).toBe(200);
    expect((await browser.get(`/api/auth/confirm-link/${first}`)).errorName).toBe('InvalidToken');
  });

  it('knows its own links only: nothing changed, made up or cut off signs in', async () => {
    const token = await server.ask(server.browser(), 'forged@firm.example');
    const place = fc.integer({ min: 0, max: token.length - 1 });
    const changed = fc
      .tuple(place, fc.constantFrom('0', '9', 'a', 'f', 'A', 'Z', '_', '-', '.'))
      .map(([at, letter]) => token.slice(0, at) + letter + token.slice(at + 1))
      .filter((text) => text !== token);
    const madeUp = fc.oneof(
      changed,
      place.map((end) => token.slice(0, end)),
      fc.string({ unit: 'binary', maxLength: 90 }),
    );
    const names = ['InvalidToken', 'NotFound', 'MalformedRequest', 'AddressTooLong', 'ValidationError'];
    await fc.assert(
      fc.asyncProperty(madeUp, async (text) => {
        fc.pre(text.trim() !== '' && text !== '.' && text !== '..');
        let path: string;
        try {
          path = `/api/auth/confirm-link/${encodeURIComponent(text)}`;
        } catch {
          // Half a surrogate pair cannot even be sent.
          return;
        }
        const answer = await server.client().get(path);
        expect(names).toContain(answer.errorName);
      }),
      { numRuns: 150 },
    );
    expect((await server.client().get(`/api/auth/confirm-link/${token}`)).status).toBe(200);
  });

  it('forgets a link after a week', async () => {
    const token = await server.ask(server.browser(), 'week@firm.example');
    server.passTime(8 * 24 * 3600_000);
    await server.auth.signIn.forgetOld();
    expect((await server.browser().get(`/api/auth/confirm-link/${token}`)).errorName).toBe('InvalidToken');
  });
});
