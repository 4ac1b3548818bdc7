import { describe, expect, it } from 'vitest';
import { readDay } from './read-day.ts';

describe('a day', () => {
  it('is read from seconds and milliseconds, and refused where they could be either', () => {
    expect(readDay('1700352000')).toBe('2023-11-19');
    expect(readDay('1700352000000')).toBe('2023-11-19');
    expect(readDay('500000000000')).toBeNull();
    expect(readDay('20231119')).toBeNull();
  });
});
