import { expect, it } from 'vitest';
import { refusalBy } from './session-rules.ts';

const MINUTE_MS = 60_000;
const OPEN = { idleMinutes: null, lifeMinutes: null, ranges: [] };
const used = (age: number, idle: number) => ({ ageMs: age * MINUTE_MS, idleMs: idle * MINUTE_MS });

it('asks for a newer login once the session is older than the rule, or was left alone for longer', () => {
  const rules = { ...OPEN, idleMinutes: 30, lifeMinutes: 480 };
  expect(refusalBy(rules, used(480, 30), '203.0.113.9')).toBeNull();
  expect(refusalBy(rules, used(480.1, 1), '203.0.113.9')).toBe('sign_in');
  expect(refusalBy(rules, used(60, 30.1), '203.0.113.9')).toBe('sign_in');
  expect(refusalBy(OPEN, used(40_000, 9_000), '203.0.113.9')).toBeNull();
});

it('names the address first: a newer login would not help', () => {
  const rules = { ...OPEN, lifeMinutes: 60, ranges: ['203.0.113.0/24'] };
  expect(refusalBy(rules, used(61, 0), '198.51.100.1')).toBe('address');
  expect(refusalBy(rules, used(61, 0), '203.0.113.1')).toBe('sign_in');
  expect(refusalBy(rules, used(1, 0), '203.0.113.1')).toBeNull();
});
