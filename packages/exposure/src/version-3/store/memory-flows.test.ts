import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Flow } from '../flow.ts';
import { MemoryFlows, type MemoryFlowsInput } from './memory-flows.ts';
import { randomTransfers, transfersOf } from './transfers.cases.ts';

function storeOf(transactions: readonly string[], input: Partial<MemoryFlowsInput> = {}): MemoryFlows {
  return new MemoryFlows({ network: 'ETH', asset: 'USDT', transfers: transfersOf(...transactions), ...input });
}

const nameOf = (store: MemoryFlows, node: number): string => store.partyOf(node).address ?? 'pool';

const ends = (store: MemoryFlows, { from, to, amount }: Flow): string =>
  `${nameOf(store, from)} ${amount} ${nameOf(store, to)}`;

const flowsIn = (store: MemoryFlows): readonly string[] => store.flows.map((flow) => ends(store, flow));

function flow(store: MemoryFlows, text: string): Flow {
  const found = store.flows.find((one) => ends(store, one) === text);
  if (found === undefined) throw new RangeError(`no flow ${text} in ${flowsIn(store).join(', ')}`);
  return found;
}

const nodeOf = (store: MemoryFlows, address: string): number => store.nodeOf(address) ?? -1;

describe('the flows of an asset', () => {
  it('are the records, at their positions, where each payer pays its payees by a record each', () => {
    const store = storeOf(['USDT a 5 b', 'ETH a 1 b', 'USDT b 2 d, USDT b 1 c']);
    expect(flowsIn(store)).toEqual(['a 5 b', 'b 2 d', 'b 1 c']);
    expect(store.flows.map(({ position, transaction }) => [position, transaction])).toEqual([
      [1, 1],
      [2, 2],
      [3, 2],
    ]);
  });

  it('follow after the records of their transaction where they are others', () => {
    const store = storeOf(['USDT a 5 b, USDT b 5 c, USDT d 1 e', 'USDT c 1 d']);
    expect(store.flows.map((one) => [one.position, one.transaction, ends(store, one)])).toEqual([
      [3, 1, 'd 1 e'],
      [4, 1, 'a 5 c'],
      [5, 5, 'c 1 d'],
    ]);
  });

  it('are covered by the balance of the payer for all that it pays together', () => {
    const store = storeOf(['USDT x 100 a', 'USDT a 80 b, USDT a 120 c']);
    expect(store.flows.map(({ covered }) => covered)).toEqual([0, 0.5, 0.5]);
  });

  it('pay fees first, to a party of their own that no part joins', () => {
    const store = storeOf(['USDT x 100 a', 'USDT a 100 b, USDT a 20 fee']);
    expect(flowsIn(store)).toEqual(['x 100 a', 'a 20 fee', 'a 100 b']);
    expect(flow(store, 'a 20 fee')).toMatchObject({ position: 2, covered: 1, part: null });
    expect(flow(store, 'a 100 b')).toMatchObject({ position: 3, transaction: 2, covered: 0.8 });
    expect(store.partyOf(nodeOf(store, 'fee')).role).toBe('fee');
  });

  it('are shares of what the payee has after each of them', () => {
    const store = storeOf(['USDT a 10 p', 'USDT a 10 p, USDT b 20 p'], { openings: new Map([['p', 10n]]) });
    expect(store.flows.map(({ inflowShare }) => inflowShare)).toEqual([0.5, 1 / 3, 0.4]);
  });

  it('meet in a pool where a router hides who paid whom', async () => {
    const store = storeOf(['USDT a 300 r, USDT b 100 r, USDT r 200 s, USDT r 200 q']);
    expect(flowsIn(store)).toEqual(['a 300 pool', 'b 100 pool', 'pool 200 q', 'pool 200 s']);
    expect(store.flows.map(({ inflowShare }) => inflowShare)).toEqual([1, 0.25, 1, 1]);
    expect(flow(store, 'pool 200 s').covered).toBe(1);
    const [pool] = await store.accounts([flow(store, 'pool 200 s').from]);
    expect(pool).toMatchObject({ address: null, role: 'pool', labels: [], isSample: false });
    expect(await store.subject('pool at 5')).toBe(null);
  });

  it('name mint and burn addresses as issuer', () => {
    const store = storeOf(['USDT issuer 5 a']);
    expect(store.partyOf(nodeOf(store, 'issuer')).role).toBe('issuer');
  });
});

describe('the marks of a flow', () => {
  it('say who gave another asset and who received one, by their nets', () => {
    const store = storeOf(['USDT a 5 b, ETH b 2 a, ETH a 1 b', 'USDT a 5 b, ETH b 2 a, ETH a 2 b']);
    expect(store.flows).toMatchObject([
      { hasReceiverGiven: true, hasPayerReceived: true },
      { hasReceiverGiven: false, hasPayerReceived: false },
    ]);
  });

  it('leave fees out', () => {
    const store = storeOf(['USDT a 5 b, ETH b 2 fee']);
    expect(store.flows).toMatchObject([{ hasReceiverGiven: false }]);
  });

  it('are those of the account at the end of each flow through a pool', () => {
    const store = storeOf(['USDT a 3 r, USDT b 1 r, USDT r 2 s, USDT r 2 q, ETH s 1 x, ETH x 1 a']);
    expect(flow(store, 'a 3 pool')).toMatchObject({ hasPayerReceived: true, hasReceiverGiven: false });
    expect(flow(store, 'b 1 pool')).toMatchObject({ hasPayerReceived: false, hasReceiverGiven: false });
    expect(flow(store, 'pool 2 s')).toMatchObject({ hasPayerReceived: false, hasReceiverGiven: true });
    expect(flow(store, 'pool 2 q')).toMatchObject({ hasPayerReceived: false, hasReceiverGiven: false });
  });
});

describe('a transaction that was not read whole', () => {
  const reading = (...transactions: readonly string[]) =>
    storeOf(transactions, { notReadWhole: new Set(['t1']) }).flows.map((one) => one.reading);

  it('counts what is bad where its senders have records with the receiver alone', () => {
    expect(reading('USDT a 5 p, ETH p 1 a')).toEqual(['bad_counts']);
    expect(reading('USDT a 5 p, ETH a 1 fee', 'USDT a 1 p')).toEqual(['bad_counts', 'whole']);
  });

  it('counts nothing where a sender of any asset has records with another', () => {
    expect(reading('USDT a 5 p, ETH a 1 x')).toEqual(['unread']);
    expect(reading('USDT a 5 p, ETH b 1 p, ETH x 1 b')).toEqual(['unread']);
  });

  it('says so of what flows out of a pool, not of what flows into it', () => {
    expect(reading('USDT a 3 r, USDT b 1 r, USDT r 2 s, USDT r 2 q')).toEqual(['whole', 'whole', 'unread', 'unread']);
  });
});

describe('a store of flows in memory', () => {
  it('answers parts in which an account passed money on, with their payers', async () => {
    const store = storeOf(['USDT x 50 u', 'USDT u 100 thief, USDT thief 100 p, ETH x 1 u', 'USDT p 1 u']);
    expect(store.flows.map(({ part }) => part)).toEqual([null, 4, null]);
    const [found] = await store.parts([4]);
    expect(found?.part.accounts.map((node) => nameOf(store, node))).toEqual(['p', 'thief', 'u']);
    expect(found?.payers).toEqual(new Map([[nodeOf(store, 'u'), { covered: 0.5, hasReceived: true }]]));
    await expect(store.parts([1])).rejects.toThrow(RangeError);
  });

  it('answers pages of both directions, fees among what an account paid', async () => {
    const store = storeOf(['USDT a 5 b, USDT a 1 fee', 'USDT c 5 b', 'USDT b 1 a'], { firstPosition: 2 ** 33 });
    const ask = (address: string, position: number) => ({ node: nodeOf(store, address), position });
    const [into] = await store.page('bwd', [ask('b', Number.POSITIVE_INFINITY)], 1);
    expect(into?.records.map((one) => ends(store, one))).toEqual(['c 5 b']);
    expect(into?.more).toBe(true);
    const [outOf, none] = await store.page('fwd', [ask('a', 0), ask('b', 2 ** 34)], 9);
    expect(outOf?.records.map((one) => ends(store, one))).toEqual(['a 1 fee', 'a 5 b']);
    expect(none).toMatchObject({ records: [], more: false });
  });

  it('answers what an account is rated by of its own history', async () => {
    const transactions = ['USDT x 5 s', 'USDT s 3 fee', 'USDT s 5 q', 'USDT s 1 q, USDT q 1 s'];
    const openings = new Map([['s', 1n]]);
    const store = storeOf(transactions, { openings, samples: new Set(['s']), statedBalances: new Map([['s', 2n]]) });
    expect(await store.subject('s')).toMatchObject({
      address: 's',
      role: 'account',
      isSample: true,
      opening: 1n,
      firstShortfall: 3,
      differsFromStated: true,
      firstTime: 1_700_003_600,
      lastTime: 1_700_014_400,
    });
    expect(await store.subject('q')).toMatchObject({ opening: null, firstShortfall: null, differsFromStated: false });
    expect(await store.subject('nobody')).toBe(null);
  });

  it('knows the transaction of each flow and record', async () => {
    const store = storeOf(['USDT a 5 b, USDT b 5 c', 'USDT c 1 d']);
    expect(await store.transactionIds([1, 3, 4])).toEqual(['t1', 't1', 't2']);
    await expect(store.transactionIds([5])).rejects.toThrow(RangeError);
  });

  it('takes no transaction that is in two blocks, which would be netted as one event', () => {
    const [first, second] = transfersOf('USDT a 5 b', 'USDT b 5 c');
    if (first === undefined || second === undefined) throw new Error('two transfers are written');
    const transfers = [first, { ...second, transactionId: first.transactionId }];
    expect(() => new MemoryFlows({ network: 'ETH', asset: 'USDT', transfers })).toThrow(
      'transaction t1 is in block 1 and in block 2',
    );
  });

  it('has the same flows whatever order transfers come in, and however often', () => {
    const twice = randomTransfers().chain((transfers) =>
      fc.tuple(
        fc.constant(transfers),
        fc.shuffledSubarray([...transfers, ...transfers], { minLength: transfers.length * 2 }),
      ),
    );
    fc.assert(
      fc.property(twice, ([transfers, others]) => {
        const storeWith = (all: typeof transfers) =>
          new MemoryFlows({ network: 'ETH', asset: 'USDT', transfers: all, notReadWhole: new Set(['t1', 't3']) });
        const [store, other] = [storeWith(transfers), storeWith(others)];
        expect(other.flows).toEqual(store.flows);
        expect(flowsIn(other)).toEqual(flowsIn(store));
      }),
    );
  });
});
