import { accountGraph } from '@assay/testkit';
import { describe, expect, it } from 'vitest';
import type { SubjectFacts } from '../walk/store.ts';
import type { ColumnSnapshot } from './column-snapshot.ts';
import { ColumnStore } from './column-store.ts';

const graph = accountGraph({ seed: 7, accounts: 40, transfers: 4000 });
const EXACT = { threshold: 0, targetNotFollowed: 1 };

async function filled(): Promise<readonly [ColumnSnapshot, SubjectFacts]> {
  const store = new ColumnStore({ network: 'ETH' });
  for (const [address, balance] of graph.openings) store.setOpening(address, balance);
  store.append(graph.transfers);
  const snapshot = store.snapshot();
  const subject = await snapshot.subject(graph.wallets[0] ?? '');
  if (subject === null) throw new Error('the wallet has no records');
  return [snapshot, subject];
}

describe('a walk on columns', () => {
  it('gives its result at once where no caller asks it to yield', async () => {
    const [snapshot, subject] = await filled();
    expect(snapshot.walk(subject, 'bwd', EXACT)).not.toBeInstanceOf(Promise);
  });

  it('yields where it is asked to, and ends in the same result', async () => {
    const [snapshot, subject] = await filled();
    let yields = 0;
    const yieldToEventLoop = async () => {
      yields += 1;
    };
    for (const direction of ['bwd', 'fwd'] as const) {
      const yielding = snapshot.walk(subject, direction, { ...EXACT, yieldToEventLoop });
      expect(yielding).toBeInstanceOf(Promise);
      expect(await yielding).toEqual(snapshot.walk(subject, direction, EXACT));
    }
    expect(yields).toBeGreaterThan(2);
  });

  it('is not ended by what its host throws while it yields, but for that host', async () => {
    const [snapshot, subject] = await filled();
    const yieldToEventLoop = async () => {
      throw new Error('the host stops');
    };
    await expect(snapshot.walk(subject, 'bwd', { ...EXACT, yieldToEventLoop })).rejects.toThrow('the host stops');
    expect(snapshot.walk(subject, 'bwd', EXACT)).toMatchObject({ direction: 'bwd' });
  });
});
