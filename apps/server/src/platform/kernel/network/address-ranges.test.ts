import { describe, expect, it } from 'vitest';
import { isWithin, plainAddress, rangeProblem } from './address-ranges.ts';

describe('a range of addresses', () => {
  it.each(['203.0.113.7', '203.0.113.0/24', '10.1.2.3/8', '2001:db8::/32', '2001:db8::1', '::1/128'])(
    '%s is one',
    (text) => expect(rangeProblem(text)).toBeNull(),
  );

  it.each([
    ['', /neither/],
    ['office', /neither/],
    ['203.0.113.0/24/8', /neither/],
    ['203.0.113', /neither/],
    ['203.0.113.0 - 203.0.113.9', /neither/],
    ['fe80::1%eth0', /neither/],
    ['203.0.113.0/33', /1 to 32/],
    ['203.0.113.0/-1', /1 to 32/],
    ['203.0.113.0/', /1 to 32/],
    ['2001:db8::/129', /1 to 128/],
    ['0.0.0.0/0', /every address/],
    ['::/0', /every address/],
    ['::ffff:203.0.113.0/120', /as IPv4/],
  ])('%s is none, and says why', (text, why) => expect(rangeProblem(text)).toMatch(why));

  it('holds what its first bits say, of its own family', () => {
    const ranges = ['203.0.113.0/24', '198.51.100.7', '2001:db8::/32'];
    const within = ['203.0.113.255', '198.51.100.7', '2001:db8:ffff::1', '::ffff:203.0.113.9', '2001:db8::1%eth0'];
    const outside = ['203.0.114.0', '198.51.100.8', '2001:db9::1', '::ffff:203.0.114.9', 'unknown', ''];
    expect(within.map((ip) => isWithin(ranges, ip))).toEqual(within.map(() => true));
    expect(outside.map((ip) => isWithin(ranges, ip))).toEqual(outside.map(() => false));
    expect(isWithin([], '203.0.113.9')).toBe(false);
  });

  it('takes a range that begins within itself', () => expect(isWithin(['10.1.2.3/8'], '10.200.0.1')).toBe(true));
});

it('shows an IPv4 address that arrived over IPv6 as IPv4', () => {
  expect(['::ffff:203.0.113.9', '203.0.113.9:5001', 'fe80::1%eth0'].map(plainAddress)).toEqual([
    '203.0.113.9',
    '203.0.113.9',
    'fe80::1',
  ]);
});
