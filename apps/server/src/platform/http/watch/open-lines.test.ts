import { describe, expect, it } from 'vitest';
import { OpenLines } from './open-lines.ts';

describe('open lines', () => {
  it('are counted by network: one that has all of its own leaves those of the others', () => {
    const lines = new OpenLines({ most: 10, mostOfNetwork: 2 });
    expect([1, 2, 3].map(() => lines.enter('203.0.113.1'))).toEqual(['entered', 'entered', 'network full']);
    expect(lines.enter('203.0.113.2')).toBe('entered');
    lines.leave('203.0.113.1');
    expect(lines.enter('203.0.113.1')).toBe('entered');
  });

  it('are counted over all networks', () => {
    const lines = new OpenLines({ most: 3, mostOfNetwork: 2 });
    expect(['a', 'b', 'c', 'd'].map((network) => lines.enter(network))).toEqual([
      'entered',
      'entered',
      'entered',
      'full',
    ]);
    lines.leave('b');
    expect(lines.enter('d')).toBe('entered');
    expect(lines.enter('e')).toBe('full');
  });
});
