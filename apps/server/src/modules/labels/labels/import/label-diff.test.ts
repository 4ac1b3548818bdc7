import { describe, expect, it } from 'vitest';
import { holdReason, type LabelDiff, MOST_WITHDRAWN } from './label-diff.ts';

function diff(stored: number, added: number, changed: number, withdrawn: number): LabelDiff {
  const part = (count: number) => ({ count, examples: [] });
  return { stored, added: part(added), changed: part(changed), withdrawn: part(withdrawn) };
}

describe('a publisher’s new list', () => {
  const usual = { holdsAll: false, mostWithdrawn: MOST_WITHDRAWN };

  it('is held when it withdraws more than a tenth of the stored one', () => {
    expect(holdReason(diff(100, 0, 0, 10), usual)).toBeNull();
    expect(holdReason(diff(100, 500, 0, 11), usual)).toBe('withdraws-too-many');
  });

  it('is not held for what it adds or changes, nor when it is the first', () => {
    expect(holdReason(diff(100, 5_000, 90, 0), usual)).toBeNull();
    expect(holdReason(diff(0, 100, 0, 0), usual)).toBeNull();
  });

  it('is held when the operator decides on every difference, and only where there is one', () => {
    expect(holdReason(diff(100, 1, 0, 0), { ...usual, holdsAll: true })).toBe('operator-decides');
    expect(holdReason(diff(100, 0, 0, 0), { ...usual, holdsAll: true })).toBeNull();
  });
});
