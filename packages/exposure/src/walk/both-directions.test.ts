import { accountGraph } from '@assay/testkit';
import { describe, expect, it } from 'vitest';
import type { Direction } from '../records/record.ts';
import { MemoryAccountStore } from '../reference/memory-accounts.ts';
import { bothDirections } from './both-directions.ts';
import { emptyExposure } from './result.ts';
import type { AccountStore } from './store.ts';

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
    const { incoming, outgoing } = await bothDirections(memory, slow(log));
    expect([incoming.direction, outgoing.direction]).toEqual(['bwd', 'fwd']);
    expect(log).toEqual(['bwd begins', 'bwd ends', 'fwd begins', 'fwd ends']);
  });

  it('are walked at the same time where it answers both at once, and both have ended when one fails', async () => {
    const log: string[] = [];
    await expect(bothDirections(together, slow(log, 'bwd'))).rejects.toThrow('bwd failed');
    expect(log).toEqual(['bwd begins', 'fwd begins', 'bwd ends', 'fwd ends']);
  });
});
