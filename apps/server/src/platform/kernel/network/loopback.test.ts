import { describe, expect, it } from 'vitest';
import { hasForwardingHeader, isForeignRequest, isLoopbackAddress, isLoopbackVisit } from './loopback.ts';

const settings = { host: '127.0.0.1', publicUrl: 'http://localhost:3000' };

describe('the loopback rule', () => {
  it.each(['127.0.0.1', '127.1.2.3', '::1', '[::1]', '::ffff:127.0.0.1', 'localhost', 'LOCALHOST', 'assay.localhost'])(
    'takes %s for this machine',
    (host) => {
      expect(isLoopbackAddress(host)).toBe(true);
    },
  );

  it.each(['', '0.0.0.0', '::', '10.0.0.1', '127.0.0.1.example.org', 'localhost.example.org', '128.0.0.1', '127.1'])(
    'takes %j for somewhere else',
    (host) => {
      expect(isLoopbackAddress(host)).toBe(false);
    },
  );

  it('needs all of HOST, PUBLIC_URL and the Host header, and no forwarding header', () => {
    const headers = { host: 'localhost:3000' };
    expect(isLoopbackVisit(settings, headers)).toBe(true);
    expect(isLoopbackVisit(settings, {})).toBe(false);
    expect(isLoopbackVisit(settings, { host: 'user@example.org' })).toBe(false);
    for (const host of [
      'example.org@localhost',
      'localhost/example.org',
      'localhost?x',
      'localhost#x',
      'local%68ost',
    ]) {
      expect(isLoopbackVisit(settings, { host }), host).toBe(false);
    }
    expect(isLoopbackVisit({ ...settings, host: '0.0.0.0' }, headers)).toBe(false);
    expect(isLoopbackVisit({ ...settings, publicUrl: 'https://example.org' }, headers)).toBe(false);
    expect(isLoopbackVisit(settings, { ...headers, 'x-forwarded-for': '' })).toBe(false);
    expect(hasForwardingHeader({ 'cf-connecting-ip': '127.0.0.1' })).toBe(true);
  });
});

describe('a request that another site caused', () => {
  const host = 'localhost:3000';

  it.each([
    {},
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' },
    { 'sec-fetch-site': 'same-origin', origin: 'null' },
    { referer: 'http://localhost:3000/login' },
  ])('is not %j', (headers) => {
    expect(isForeignRequest({ host, ...headers })).toBe(false);
  });

  it.each([
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'none', referer: 'https://elsewhere.example/' },
    { 'sec-fetch-site': 'none', origin: 'null' },
    { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3001' },
    { origin: 'null' },
    { origin: 'http://localhost:3001' },
    { referer: 'http://127.0.0.1:3000/' },
    { referer: 'no address' },
  ])('is %j', (headers) => {
    expect(isForeignRequest({ host, ...headers })).toBe(true);
  });
});
