import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';

describe('POST /auth/login, answered 400', () => {
  const server = useAuthApp();

  it('asks an unknown address for the terms in the specification’s words, and sends nothing', async () => {
    const answer = await server.browser().post('/api/auth/login', { email: 'new@firm.example' });
    expect(answer.status).toBe(400);
    expect(answer.error).toMatchObject({
      errorName: 'TermsNotAccepted',
      message: 'Please read and accept the Terms of Service',
    });
    expect(server.auth.queued).toEqual([]);
    expect((await server.pool.query('SELECT FROM magic_links')).rowCount).toBe(0);
  });

  it.each([
    ['a@b', 'email'],
    ['not an address', 'email'],
    [`${'x'.repeat(250)}@firm.example`, 'email'],
    ['a@firm.example\r\nbcc: b@firm.example', 'email'],
    [7, 'email'],
    [null, 'email'],
  ])('names the field for %j', async (email, field) => {
    const answer = await server.browser().post('/api/auth/login', { email, acceptTerms: true });
    expect(answer).toMatchObject({ status: 400, errorName: 'ValidationError' });
    expect(answer.error['fields']).toEqual([expect.objectContaining({ field })]);
  });

  it('names what is wrong with a check that should travel along', async () => {
    const answer = await server
      .browser()
      .post('/api/auth/login', { email: 'a@firm.example', acceptTerms: true, cryptoAssetOrder: { address: '' } });
    expect(answer).toMatchObject({ status: 400, errorName: 'ValidationError' });
    expect(answer.text).toContain('cryptoAssetOrder.ticker');
  });

  it.each([
    ['address', 'a\u0000b'],
    ['address', '\ud800'],
    ['address', 'x'.repeat(513)],
    ['ticker', '\u0000x'],
    ['name', '\udc00'],
  ])(
    'keeps no check whose %s is %j: it could be nobody’s, and not every database could hold it',
    async (field, text) => {
      const check = { address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', ticker: 'BTC', [field]: text };
      const wish = { email: 'b@firm.example', acceptTerms: true, cryptoAssetOrder: check };
      const answer = await server.browser().post('/api/auth/login', wish);
      expect(answer).toMatchObject({ status: 400, errorName: 'ValidationError' });
      expect(answer.error['fields']).toEqual([expect.objectContaining({ field: `cryptoAssetOrder.${field}` })]);
    },
  );
});
