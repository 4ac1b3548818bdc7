import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { cardPagePolicy } from './card-page-policy.ts';
import { securityHeaders } from './security-headers.ts';

async function policiesOf(scriptUrl: string | null, paths: readonly string[]) {
  const app = Fastify();
  await app.register(securityHeaders, { publicUrl: 'https://assay.example.org' });
  await app.register(cardPagePolicy, { scriptUrl });
  app.get('/*', async () => 'page');
  const answers = await Promise.all(paths.map((url) => app.inject({ url })));
  await app.close();
  return answers.map(({ headers }) => {
    const directives = String(headers['content-security-policy']).split(';');
    return new Map(directives.map((text) => [text.split(' ')[0] ?? '', text.split(' ').slice(1)]));
  });
}

describe('the policy of the card page', () => {
  it('lets the card provider in there, beside the nonce of the answer, and on no other page', async () => {
    const [card, slash, account, like, other] = await policiesOf('https://js.stripe.com/v3/', [
      '/stripe?order_id=1',
      '/stripe/',
      '/account',
      '/stripes',
      '/?next=/stripe',
    ]);
    for (const policy of [card, slash]) {
      expect(policy?.get('script-src')).toEqual([
        "'self'",
        expect.stringMatching(/^'nonce-[0-9a-f]{32}'$/),
        'https://js.stripe.com',
        'https://*.js.stripe.com',
      ]);
      expect(policy?.get('frame-src')).toContain('https://hooks.stripe.com');
      expect(policy?.get('connect-src')).toEqual(["'self'", 'https://api.stripe.com']);
      expect(policy?.get('frame-ancestors')).toEqual(["'none'"]);
      expect(policy?.get('default-src')).toEqual(["'self'"]);
    }
    for (const policy of [account, like, other]) {
      expect(JSON.stringify([...(policy ?? [])])).not.toContain('stripe.com');
      expect(policy?.has('frame-src')).toBe(false);
    }
  });

  it('lets in the one host of another script, and nobody where no card is taken', async () => {
    const [standIn] = await policiesOf('http://127.0.0.1:4242/v3/card.js', ['/stripe?order_id=1']);
    expect(standIn?.get('script-src')?.at(-1)).toBe('http://127.0.0.1:4242');
    expect(standIn?.get('frame-src')).toEqual(["'self'", 'http://127.0.0.1:4242']);
    const [none] = await policiesOf(null, ['/stripe?order_id=1']);
    expect(none?.has('frame-src')).toBe(false);
  });
});
