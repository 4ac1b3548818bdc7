import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { type SecurityHeadersOptions, securityHeaders } from './security-headers.ts';

async function hstsOf(options: SecurityHeadersOptions): Promise<unknown> {
  const app = Fastify();
  await app.register(securityHeaders, options);
  app.get('/', async () => 'here');
  const { headers } = await app.inject('/');
  await app.close();
  return headers['strict-transport-security'];
}

describe('Strict-Transport-Security', () => {
  const publicUrl = 'https://assay.firm.example';

  it('covers subdomains only where the operator says so', async () => {
    expect(await hstsOf({ publicUrl })).toBe('max-age=31536000');
    expect(await hstsOf({ publicUrl, hstsCoversSubdomains: false })).toBe('max-age=31536000');
    expect(await hstsOf({ publicUrl, hstsCoversSubdomains: true })).toBe('max-age=31536000; includeSubDomains');
  });

  it('is no promise over plain http', async () => {
    expect(await hstsOf({ publicUrl: 'http://localhost:3000', hstsCoversSubdomains: true })).toBeUndefined();
  });
});
