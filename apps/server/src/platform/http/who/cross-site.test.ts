import { describe, expect, it } from 'vitest';
import { isOwnRequest } from './cross-site.ts';

const online = { host: '0.0.0.0', publicUrl: 'https://assay.example' };
const local = { host: '127.0.0.1', publicUrl: 'http://127.0.0.1:3000' };

describe('a request that changes something', () => {
  it.each([
    [online, { 'sec-fetch-site': 'same-origin' }],
    [online, { origin: 'https://assay.example', cookie: 'a=b' }],
    [online, { cookie: 'a=b', 'the-timezone-iana': 'UTC' }],
    [online, {}],
    [online, { authorization: 'Bearer x' }],
    // The fetch of Node 24, without and with a token; a program behind a load balancer that sets cookies.
    [online, { 'sec-fetch-mode': 'cors', accept: '*/*', 'accept-language': '*', 'user-agent': 'node' }],
    [online, { 'sec-fetch-mode': 'cors', authorization: 'Bearer x' }],
    [online, { cookie: 'sticky=1', authorization: 'Bearer x' }],
    [local, { host: 'localhost:3000', origin: 'http://localhost:3000', cookie: 'a=b' }],
  ])('is ours: %j %j', (settings, headers) => {
    expect(isOwnRequest(settings, { headers })).toBe(true);
  });

  it.each([
    [online, { 'sec-fetch-site': 'cross-site' }],
    [online, { 'sec-fetch-site': 'cross-site', origin: 'https://assay.example' }],
    [online, { 'sec-fetch-site': 'same-site' }],
    [online, { 'sec-fetch-site': 'none' }],
    [online, { 'sec-fetch-site': '' }],
    [online, { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' }],
    [online, { 'x-moz': 'prefetch' }],
    [online, { origin: 'http://assay.example' }],
    [online, { origin: 'https://assay.example.evil.example' }],
    [online, { origin: 'null' }],
    [online, { origin: 'https://evil.example', host: 'evil.example' }],
    [online, { cookie: 'a=b' }],
    [online, { 'sec-fetch-mode': 'navigate' }],
    [online, { cookie: 'a=b; __Host-assay_session=i~r~a', authorization: 'Bearer x' }],
    [online, { cookie: 'sticky=1', authorization: 'Basic eDp5' }],
    [online, { 'sec-fetch-site': 'cross-site', authorization: 'Bearer x' }],
    [local, { host: 'localhost:3000', origin: 'http://localhost:4000' }],
    [local, { host: 'evil.example', origin: 'http://evil.example' }],
  ])('is not ours: %j %j', (settings, headers) => {
    expect(isOwnRequest(settings, { headers })).toBe(false);
  });
});
