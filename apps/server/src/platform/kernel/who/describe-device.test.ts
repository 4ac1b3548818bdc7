import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeDevice } from './describe-device.ts';

describe('the name of the device or program that sent a request', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iOS',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    ['curl/8.5.0', 'An API client'],
    ['python (Linux)', 'A program on Linux'],
    [undefined, 'An API client'],
  ])('of %s is %s', (userAgent, name) => {
    expect(describeDevice(userAgent)).toBe(name);
  });

  it('contains only fixed words, for any user agent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => {
        expect(describeDevice(`<b>${text}</b>`)).toMatch(/^[A-Za-z ]{2,40}$/);
      }),
    );
  });
});
