import { expect, it } from 'vitest';
import { namedTimeZone, timeZoneOf } from './time-zone.ts';

it.each([
  ['Europe/Tallinn', 'Europe/Tallinn'],
  ['asia/tokyo', 'Asia/Tokyo'],
  ['No/Where', 'UTC'],
  ['', 'UTC'],
  ['<b>', 'UTC'],
  ['+03:00', 'UTC'],
  ['x'.repeat(500), 'UTC'],
  [undefined, 'UTC'],
])('reads the time zone %j as %s', (named, zone) => {
  expect(timeZoneOf({ headers: named === undefined ? {} : { 'the-timezone-iana': named } })).toBe(zone);
});

it('distinguishes a zone that was named from none', () => {
  expect(namedTimeZone({ headers: { 'the-timezone-iana': 'UTC' } })).toBe('UTC');
  expect(namedTimeZone({ headers: { 'the-timezone-iana': '+99:00' } })).toBeNull();
  expect(namedTimeZone({ headers: {} })).toBeNull();
});
