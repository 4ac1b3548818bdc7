import { describe, expect, it } from 'vitest';
import { describeGap } from './gap-words.ts';

const USDT = { ticker: 'USDT', decimals: 6 };
const provider = 'somebody';

describe('what a history lacks, in words', () => {
  it.each([
    [
      { kind: 'unreadable', provider, rows: 2, fields: ['value', 'to'] },
      '2 entries of somebody could not be read (value, to), and were not followed.',
    ],
    [
      { kind: 'unreadable', provider, rows: 1, fields: ['value'] },
      'one entry of somebody could not be read (value), and was not followed.',
    ],
    [{ kind: 'repeated', provider, rows: 1 }, 'somebody listed one entry more than once; each counts once.'],
    [{ kind: 'parts', provider, parts: ['internal'] }, 'somebody does not list every internal transfer of contracts.'],
    [{ kind: 'held-unknown', provider }, 'How far back the history of somebody reaches is not known.'],
    [
      { kind: 'not-compared', provider },
      'Whether somebody listed every transfer is not known: they could not be compared with the present balance.',
    ],
  ] as const)('of %o', (gap, words) => {
    expect(describeGap(gap, USDT)).toBe(words);
  });

  it('says since when a provider holds a history', () => {
    const words = describeGap({ kind: 'holds-from', provider, time: 1_764_374_400 }, USDT);
    expect(words).toMatch(/^somebody holds the history from .*2025, 00:00 UTC on; what was before was not followed\.$/);
  });

  it('says how much of a history a node of short questions answers', () => {
    const words = describeGap({ kind: 'holds-from', provider, time: 1_764_374_400, blocks: 10_000 }, USDT);
    expect(words).toMatch(
      /^somebody answers 10,000 blocks a question, which is no history: it was read from .*2025, 00:00 UTC on; what was before was not followed\.$/,
    );
  });

  it('states a difference in coins, and assumes no cause', () => {
    const words = describeGap({ kind: 'differs', provider, received: '1500000', sent: '0' }, USDT);
    expect(words).toContain(
      'somebody states for now: 1.5 USDT more received, not followed. A lost entry may be the cause',
    );
    const unknown = describeGap({ kind: 'differs', provider, received: '0', sent: '0' }, USDT);
    expect(unknown).toContain('states for now. A lost entry');
  });
});
