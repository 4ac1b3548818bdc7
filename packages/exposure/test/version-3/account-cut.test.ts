import { describe, expect, it } from 'vitest';
import type { FlowStore } from '../../src/version-3/store/flow-store.ts';
import { walkWallet } from '../../src/version-3/walk/wallet-walk.ts';
import { WalkCancelledError } from '../../src/walk/options.ts';
import { isListed, sketch, walkOf, written } from './account-sketch.ts';

/** A thief's money among as much of an exchange, halved with every account on the way to `s`. */
function halving(accounts: number): readonly string[] {
  const names = Array.from({ length: accounts }, (_, index) => `a${index}`);
  return [
    ...names.map((name) => `USDT ex 64 ${name}`),
    'USDT thief 64 a0',
    ...names.map((name, index) => `USDT ${name} 64 ${names[index + 1] ?? 's'}`),
  ];
}

describe('the cut of a walk of version 3', () => {
  it('starts another round while R by the threshold is above the target, and says how far it went', async () => {
    const store = sketch('USDT', halving(6));
    const { ever } = await walkOf(store, 's', { threshold: 0.2 });
    expect(ever?.cut).toMatchObject({ threshold: 0.002, rounds: 3, partial: [] });
    expect(ever?.notFollowed).toBe(0);
    const once = (await walkOf(store, 's', { threshold: 0.2, targetNotFollowed: 1 })).ever;
    expect(once?.cut).toMatchObject({ threshold: 0.2, rounds: 1 });
    expect(once?.notFollowed).toBeGreaterThan(0.01);
  });

  it('starts no other round because of what a sample, or a stated total, leaves in R', async () => {
    const transactions = ['USDT nobody 60 s', 'USDT thief 40 s'];
    const store = sketch('USDT', transactions, { samples: new Set(['nobody']) });
    const { ever } = await walkOf(store, 's', { statedTotal: 200n });
    expect(written(ever)).toEqual({ 'thief 1': 0.2, R: 0.8 });
    expect(ever?.cut).toMatchObject({ threshold: 1e-4, rounds: 1 });
  });

  it('takes no more states in all rounds together than it may', async () => {
    const { ever } = await walkOf(sketch('USDT', halving(30)), 's', { threshold: 0.2, maxStates: 7 });
    expect(ever?.cut.states).toBeLessThanOrEqual(7);
    expect(ever?.notFollowed).toBeGreaterThan(0);
  });

  it('leaves in R what cannot be read, names the account, and says what could be read next', async () => {
    const store = sketch('USDT', ['USDT thief 60 a', 'USDT a 60 s']);
    const hidden = store.nodeOf('a');
    const subject = await store.subject('s');
    if (subject === null) throw new Error('no records');
    const unread: number[] = [];
    const partial: FlowStore = {
      ledger: 'account',
      network: store.network,
      subject: (address) => store.subject(address),
      accounts: (nodes) => store.accounts(nodes),
      parts: (numbers) => store.parts(numbers),
      transactionIds: (positions) => store.transactionIds(positions),
      page: async (direction, asks, limit) => {
        const pages = await store.page(direction, asks, limit);
        return pages.map((page) => (page.ask.node === hidden ? { ...page, records: [], more: true } : page));
      },
    };
    const { ever } = await walkWallet(partial, subject, isListed, { onUnread: (node) => unread.push(node) });
    expect(written(ever)).toEqual({ R: 1 });
    expect(ever?.cut.partial).toEqual([{ address: 'a', records: 0 }]);
    expect(new Set(unread)).toEqual(new Set([hidden]));
  });

  it('ends soon after it is cancelled, and yields where it is asked to', async () => {
    const store = sketch('USDT', halving(200));
    let yields = 0;
    const yieldToEventLoop = async (): Promise<void> => {
      yields += 1;
    };
    await walkOf(store, 's', { threshold: 0, yieldToEventLoop });
    expect(yields).toBeGreaterThan(0);
    await expect(walkOf(store, 's', { signal: { aborted: true } })).rejects.toThrow(WalkCancelledError);
  });

  it('has neither ever nor now where nothing came in', async () => {
    const store = sketch('USDT', ['USDT s 5 q']);
    expect(await walkOf(store, 's')).toEqual({ ever: null, now: null });
    // What a source states of money that no record has brought is an average of no inflow.
    expect(await walkOf(store, 's', { statedTotal: 7n })).toEqual({ ever: null, now: null });
  });
});
