import { expect, it } from 'vitest';
import { timeZoneOf } from './time-zone.ts';

it.each([
  ['Europe/Tallinn', 'Europe/Tallinn'],
  ['asia/tokyo', 'Asia/Tokyo'],
  ['No/Where', 'UTC'],
  ['', 'UTC'],
  ['x'.repeat(500), 'UTC'],
  [undefined, 'UTC'],
])('reads the time zone %j as %s', (named, zone) => {
  expect(timeZoneOf({ headers: named === undefined ? {} : { 'the-timezone-iana': named } })).toBe(zone);
});
