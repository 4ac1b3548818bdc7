import type { CheckChanges } from '@assay/contracts';
import { describe, expect, it } from 'vitest';
import { describeChanges } from './describe-changes.ts';

const SAME: CheckChanges = {
  previous_sub_id: 'a'.repeat(32),
  since: '2026-11-18T09:31:00.000Z',
  riskscore: { before: 4, after: 4 },
  total: { before: 12, after: 12 },
  signals: { bwd: [], fwd: [] },
  records: { incoming: 0, outgoing: 0 },
  method_changed: false,
  labels_changed: false,
};

function move(category: string, title: string, before: number, after: number) {
  return { category, title, before, after };
}

describe('what has changed since the last result', () => {
  it('says so where nothing has', () => {
    expect(describeChanges(SAME)).toEqual(['The score is the same: 4 of 5 stars.']);
  });

  it('names the score, the largest moves of both directions, transfers, labels and method', () => {
    const lines = describeChanges({
      ...SAME,
      riskscore: { before: 0, after: 2 },
      signals: {
        bwd: [move('gambling', 'Gambling', 0, 0.123), move('miner', 'Miner', 0.5, 0.45)],
        fwd: [move('mixer', 'Mixer', 0.4, 0.1)],
      },
      records: { incoming: 1, outgoing: 2 },
      labels_changed: true,
      method_changed: true,
    });
    expect(lines).toEqual([
      'The score changed from N/A to 2 of 5 stars.',
      'Outgoing, Mixer: 40.0%, now 10.0%.',
      'Incoming, Gambling: 0.0%, now 12.3%.',
      'Incoming, Miner: 50.0%, now 45.0%.',
      '3 new transfers: 1 incoming, 2 outgoing.',
      'The labels have been updated since then.',
      'The method has been updated since then.',
    ]);
  });

  it('leaves small moves to the results', () => {
    const bwd = [1, 2, 3, 4, 5, 6].map((number) => move(`c${number}`, `C${number}`, 0, number / 100));
    const lines = describeChanges({ ...SAME, signals: { bwd, fwd: [] } });
    expect(lines).toHaveLength(6);
    expect(lines[1]).toBe('Incoming, C6: 0.0%, now 6.0%.');
    expect(lines.at(-1)).toBe('2 more shares changed.');
  });
});
