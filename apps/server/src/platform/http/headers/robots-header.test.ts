import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { robotsHeader } from './robots-header.ts';

describe('search engines', () => {
  async function headerOf(url: string): Promise<unknown> {
    const app = Fastify();
    await app.register(robotsHeader);
    app.get('/*', async () => '');
    const answer = await app.inject({ url });
    await app.close();
    return answer.headers['x-robots-tag'];
  }

  it.each([
    '/riskcheck/0123456789abcdef0123456789abcdef',
    '/RISKCHECK/x',
    '/riskcheck/x.data',
    '/verify/x',
    '/api/monitor/pdf/x',
    '/account?tab=history',
    '/confirm-link?link=x',
    '/login',
  ])('are kept out of %s', async (url) => {
    expect(await headerOf(url)).toBe('noindex, nofollow');
  });

  it.each(['/', '/check/BTC', '/privacy-policy', '/sources', '/accounting', '/apiary'])('may list %s', async (url) => {
    expect(await headerOf(url)).toBeUndefined();
  });
});
