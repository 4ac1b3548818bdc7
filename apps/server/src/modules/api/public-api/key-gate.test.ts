import { type DeprecatedVersions, deprecation, NEWEST_API_VERSION } from '@assay/contracts/v1';
import { planLimitsOf } from '@assay/domain';
import Fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { rateLimit } from '../../../platform/http/limits/rate-limit.ts';
import type { KeyHolder } from '../api-keys/api-keys.ports.ts';
import { keyGate } from './key-gate.ts';
import { sendProblem } from './problems.ts';

const HOLDER: KeyHolder = {
  keyId: 'key_0000000000000000',
  secretHash: Buffer.alloc(32),
  heldBy: null,
  name: 'K',
  workspace: 'w',
  mode: 'live',
  scopes: ['checks:read'],
  monthlyLimit: null,
  apiVersion: NEWEST_API_VERSION,
};
const ENDING = deprecation('2027-01-01T00:00:00Z', '2028-01-01T00:00:00Z');
const SOONER = deprecation('2026-12-01T00:00:00Z', '2027-12-01T00:00:00Z');

describe('the deprecation of a version or a call', () => {
  let app = Fastify();
  afterEach(() => app.close());

  /** Answers of a plain call and of a deprecated one. */
  async function served(deprecatedVersions: DeprecatedVersions, now = '2027-06-01T00:00:00Z') {
    app = Fastify();
    app.setErrorHandler(sendProblem);
    await app.register(rateLimit, {});
    await app.register(keyGate, {
      keys: { authenticate: async () => HOLDER },
      limitsOf: async () => planLimitsOf([]),
      publicUrl: 'https://assay.example',
      deprecatedVersions,
      clock: { now: () => new Date(now) },
    });
    app.get('/plain', async () => ({}));
    app.get('/ending', { config: { deprecated: SOONER } }, async () => ({}));
    return async (url: string, version?: string) => {
      const { statusCode, headers, body } = await app.inject({
        url,
        headers: { authorization: 'Bearer k', ...(version === undefined ? {} : { 'assay-version': version }) },
      });
      return { statusCode, body: JSON.parse(body), ...headers } as Record<string, unknown>;
    };
  }

  it('is not announced where nothing ends', async () => {
    const answer = await (await served({}))('/plain');
    expect([answer['statusCode'], answer['deprecation'], answer['sunset'], answer['link']]).toEqual([
      200,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('is announced by each answer of the version: since when, until when, and where to read of it', async () => {
    const ask = await served({ [NEWEST_API_VERSION]: ENDING });
    expect(await ask('/plain')).toMatchObject({
      statusCode: 200,
      'assay-version': NEWEST_API_VERSION,
      deprecation: '@1798761600',
      sunset: 'Sat, 01 Jan 2028 00:00:00 GMT',
      link: '<https://assay.example/developers#versions>; rel="deprecation"; type="text/html"',
    });
    expect(new Date(1_798_761_600_000).toISOString()).toBe('2027-01-01T00:00:00.000Z');
  });

  it('is that of the call where it ends, and the sooner of both', async () => {
    const sunset = 'Wed, 01 Dec 2027 00:00:00 GMT';
    expect(await (await served({}))('/ending')).toMatchObject({ deprecation: '@1796083200', sunset });
    await app.close();
    expect(await (await served({ [NEWEST_API_VERSION]: ENDING }))('/ending')).toMatchObject({ sunset });
  });

  it('ends the version: it is refused after that, also to a key that was made for it', async () => {
    const ask = await served({ [NEWEST_API_VERSION]: ENDING }, '2028-01-01T00:00:01Z');
    for (const version of [undefined, NEWEST_API_VERSION]) {
      expect(await ask('/plain', version)).toMatchObject({
        statusCode: 400,
        body: { code: 'unknown_version', detail: expect.stringContaining('has ended') },
      });
    }
  });

  it('gives a year at least', () => {
    expect(() => deprecation('2027-01-01T00:00:00Z', '2027-12-31T00:00:00Z')).toThrow('A deprecation gives 365 days');
    expect(() => deprecation('soon', '2027-12-31T00:00:00Z')).toThrow(RangeError);
  });
});
