import { expect, it } from 'vitest';
import { durationsWith, IDLE_CHOICES, rangesOf } from './session-choices.ts';

it('offers the durations in words, and what another client has saved among them', () => {
  expect(durationsWith(IDLE_CHOICES, 90).map(({ words }) => words)).toEqual([
    'No limit of this workspace',
    '15 minutes',
    '30 minutes',
    '1 hour',
    '90 minutes',
    '4 hours',
    '8 hours',
    '1 day',
    '3 days',
  ]);
  expect(durationsWith(IDLE_CHOICES, null)).toHaveLength(8);
});

it('reads a range a line, also between commas', () => {
  expect(rangesOf(' 203.0.113.0/24\n\n2001:db8::/32, 198.51.100.7 ')).toEqual([
    '203.0.113.0/24',
    '2001:db8::/32',
    '198.51.100.7',
  ]);
  expect(rangesOf(' \n')).toEqual([]);
});
