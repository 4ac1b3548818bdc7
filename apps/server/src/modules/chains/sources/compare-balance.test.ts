import type { RawTransfer } from '@assay/exposure';
import { describe, expect, it } from 'vitest';
import type { AccountSource, TransferSource } from './sources.ports.ts';
import { buildOnDemandSources } from './sources.service.ts';
import { memoryAccountSource } from './test/memory-source.ts';

const USDT = {
  ...{ ticker: 'USDT', subticker: null, name: 'Tether', parent: 'ETH', network: 'ETH', contract: null, decimals: 6 },
} as unknown as Parameters<ReturnType<typeof buildOnDemandSources>['gather']>[0];
const transfer = (at: number, from: string, to: string, amount: bigint): RawTransfer => ({
  ...{ block: at, transactionIndex: 0, transactionId: `tx-${at}`, kind: 'token', index: 0, ordinal: 0 },
  ...{ from, to, amount, time: 1_600_000_000 + at },
});
const HISTORY = [transfer(1, 'payer', 'subject', 100n), transfer(2, 'subject', 'shop', 30n)];

async function gather(source: TransferSource) {
  const none = async () => null;
  const nothing = async () => undefined;
  const live = buildOnDemandSources({
    sources: { sourceOf: () => source },
    accounts: { tipSince: none, saveTip: nothing, find: none, save: nothing },
    coins: { findTransactions: async () => new Map(), saveTransaction: nothing, findOwner: none, saveOwner: nothing },
    clock: { now: () => new Date() },
    limits: { calls: 50, milliseconds: 30_000, leastShare: 0 },
    tipLastsMs: 60_000,
  });
  const labelsOf = async (addresses: readonly string[]) => addresses.map(() => []);
  const options = { labelsOf, signal: new AbortController().signal, onProgress: () => undefined };
  const gathering = await live.gather(USDT, 'subject', options);
  if (gathering.kind !== 'records') return expect.fail('nothing was gathered');
  const subject = await gathering.live.open(labelsOf).subject('subject');
  return { complete: subject?.complete, unread: subject?.unread, gaps: gathering.live.gaps.map(({ kind }) => kind) };
}

/** A source whose tip moves on after the first answer, to where the whole chain is. */
function moving(chain: readonly RawTransfer[], firstTip: RawTransfer, balance?: bigint): AccountSource {
  const whole = memoryAccountSource('ETH', chain);
  let tips = 0;
  return {
    ...whole,
    tip: async (call) => {
      tips += 1;
      const tip = await whole.tip(call);
      if (tips > 1) return tip;
      const { block, time } = firstTip;
      return { ...tip, block, time, finalBlock: block, finalTime: time };
    },
    balance: async (asset, account, call) => {
      const held = await whole.balance(asset, account, call);
      return { ...held, amount: balance ?? held.amount };
    },
  };
}

describe('a history that is compared with the present balance', () => {
  const last = HISTORY[1] ?? expect.fail('no history');
  const later = [transfer(3, 'payer', 'subject', 7n), transfer(4, 'subject', 'shop', 2n)];

  it('is complete where what came after its tip explains the balance', async () => {
    const read = await gather(moving([...HISTORY, ...later], last));
    expect(read).toEqual({ complete: true, unread: undefined, gaps: [] });
  });

  it('is complete where the balance is of a second between the two tips', async () => {
    expect(await gather(moving([...HISTORY, ...later], last, 77n))).toMatchObject({ complete: true, gaps: [] });
  });

  it('is incomplete where nothing that came after its tip explains the balance', async () => {
    const read = await gather(moving([...HISTORY, ...later], last, 90n));
    expect(read).toEqual({ complete: false, unread: { received: 20n, sent: 0n }, gaps: ['differs'] });
  });

  it('is incomplete where the balance is less than what its moves come to', async () => {
    const read = await gather(moving(HISTORY, last, 60n));
    expect(read).toEqual({ complete: false, unread: { received: 0n, sent: 10n }, gaps: ['differs'] });
  });

  it('is incomplete where nobody states the balance', async () => {
    const source = memoryAccountSource('ETH', HISTORY, {
      faultAt: (_call, method) =>
        method === 'balance' ? { kind: 'unavailable', provider: 'memory', reason: 'a test' } : null,
    });
    expect(await gather(source)).toMatchObject({ complete: false, gaps: ['not-compared'] });
  });
});
