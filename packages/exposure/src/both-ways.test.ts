import { accountGraph } from '@assay/testkit';
import { describe, expect, it } from 'vitest';
import { bothWays } from './both-ways.ts';
import { MemoryAccountStore } from './memory-accounts.ts';
import type { Direction } from './record.ts';
import type { AccountStore } from './store.ts';
import { emptyExposure } from './walk-result.ts';

const memory = new MemoryAccountStore({ ...accountGraph({ seed: 1, accounts: 5, transfers: 5 }), network: 'ETH' });
const together: AccountStore = Object.assign(Object.create(memory), { answersTogether: true });

function slow(log: string[], failing: Direction | null = null) {
  return async (direction: Direction) => {
    log.push(`${direction} begins`);
    await new Promise((resolve) => setTimeout(resolve, direction === 'bwd' ? 5 : 20));
    log.push(`${direction} ends`);
    if (direction === failing) throw new Error(`${direction} failed`);
    return emptyExposure(direction, 1e-4);
  };
}

describe('both directions of an address', () => {
  it('are walked one after the other where a store answers one at a time', async () => {
    const log: string[] = [];
    const { incoming, outgoing } = await bothWays(memory, slow(log));
    expect([incoming.direction, outgoing.direction]).toEqual(['bwd', 'fwd']);
    expect(log).toEqual(['bwd begins', 'bwd ends', 'fwd begins', 'fwd ends']);
  });

  it('are walked at the same time where it answers both at once, and both have ended when one fails', async () => {
    const log: string[] = [];
    await expect(bothWays(together, slow(log, 'bwd'))).rejects.toThrow('bwd failed');
    expect(log).toEqual(['bwd begins', 'fwd begins', 'bwd ends', 'fwd ends']);
  });
});
