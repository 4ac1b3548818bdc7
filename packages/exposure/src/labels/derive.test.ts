import { buildLabel } from '@assay/testkit';
import { describe, expect, it } from 'vitest';
import type { RawTransfer } from '../records/raw-records.ts';
import { MemoryAccountStore } from '../reference/memory-accounts.ts';
import { MemoryUtxoStore } from '../reference/memory-utxo.ts';
import { walkAccount } from '../walk/account-walk.ts';
import { type AccountAggregate, deriveLabel } from './derive.ts';
import type { Label } from './label.ts';

const kraken = buildLabel({ entity: 'Kraken', category: 'exchange_licensed' });
const bank = buildLabel({ entity: 'Bank', category: 'foundation' });
const LABELS = new Map([
  ['kraken-1', [kraken]],
  ['kraken-2', [kraken]],
  ['bank', [bank]],
]);

const plain: AccountAggregate = {
  labelled: false,
  contract: false,
  payments: 2,
  outflow: 100n,
  toEntities: [{ entity: 'Kraken', category: 'exchange_licensed', amount: 95n }],
  counterparties: 2,
};

describe('derived labels and the invariants of the page', () => {
  const payment = (index: number, from: string, to: string, amount: bigint): RawTransfer => ({
    block: index,
    transactionIndex: 0,
    transactionId: `${index}`,
    kind: 'token',
    index: 0,
    ordinal: 0,
    from,
    to,
    amount,
    time: 1_600_000_000 + index,
  });
  const whole = [payment(1, 'wallet', 'between', 100n), payment(3, 'between', 'kraken-1', 100n)];
  const halves = [...whole.slice(0, 1), payment(3, 'between', 'kraken-1', 50n), payment(4, 'between', 'kraken-1', 50n)];
  const layersOf = async (transfers: readonly RawTransfer[], derive: boolean) => {
    const store = new MemoryAccountStore({ network: 'ETH', transfers, labels: LABELS, derive });
    const subject = await store.subject('wallet');
    if (subject === null) throw new Error('the wallet has no records');
    const { rows } = await walkAccount(store, subject, 'fwd', { threshold: 0 });
    return rows.map(({ layer, share }) => ({ layer, share }));
  };

  it('a transfer split in two changes nothing while derived labels stay fixed', async () => {
    expect(await layersOf(halves, false)).toEqual(await layersOf(whole, false));
    expect(await layersOf(whole, false)).toEqual([{ layer: 'indirect', share: 1 }]);
  });

  it('and may make its payer a deposit address where they are drawn again', async () => {
    expect(await layersOf(whole, true)).toEqual([{ layer: 'indirect', share: 1 }]);
    expect(await layersOf(halves, true)).toEqual([{ layer: 'direct', share: 1 }]);
  });
});

describe('a derived label', () => {
  it('calls an account that pays one service 95% of its outflow in two payments its deposit address', () => {
    expect(deriveLabel(plain)).toMatchObject({
      entity: 'Kraken',
      category: 'exchange_licensed',
      confidence: 40,
      origin: 'derived',
    });
  });

  it.each([
    ['one payment', { payments: 1 }],
    ['less than 95%', { outflow: 101n }],
    ['an own label', { labelled: true }],
    ['a receiver that is no service', { toEntities: [{ entity: 'Kraken', category: 'foundation', amount: 100n }] }],
  ] as const)('is not given for %s', (_reason, part) => {
    expect(deriveLabel({ ...plain, ...part })).toBeNull();
  });

  it('adds up the categories of one service and takes the larger', () => {
    const toEntities = [
      { entity: 'Kraken', category: 'online_wallet', amount: 45n },
      { entity: 'Kraken', category: 'exchange_licensed', amount: 50n },
    ] as const;
    expect(deriveLabel({ ...plain, toEntities })).toMatchObject({ category: 'exchange_licensed' });
  });

  it('tries deposit address before unlabelled service', () => {
    expect(deriveLabel({ ...plain, counterparties: 5000 })).toMatchObject({ entity: 'Kraken' });
    expect(deriveLabel({ ...plain, payments: 1, counterparties: 1001 })).toMatchObject({
      category: 'unlabelled_service',
      confidence: 40,
    });
    expect(deriveLabel({ ...plain, payments: 1, counterparties: 1000 })).toBeNull();
    expect(deriveLabel({ ...plain, payments: 0, toEntities: [], contract: true })).toMatchObject({
      category: 'unlabelled_service',
    });
  });
});

function transfer(index: number, from: string, to: string, amount: bigint): RawTransfer {
  const ids = { block: index, transactionIndex: 0, transactionId: `tx-${index}`, kind: 'token', index: 0 } as const;
  return { ...ids, ordinal: 0, from, to, amount, time: index };
}

function labelsOf(store: MemoryAccountStore | MemoryUtxoStore, address: string): readonly Label[] {
  const node = store.nodeOf(address);
  return node === null ? [] : store.factsOf(node).labels;
}

describe('derived labels over records', () => {
  it('leave fees out, add up the addresses of one service and follow given labels only', () => {
    const transfers = [
      transfer(1, 'a', 'kraken-1', 50n),
      transfer(2, 'a', 'fee', 500n),
      transfer(3, 'a', 'kraken-2', 48n),
      transfer(4, 'a', 'bank', 2n),
      transfer(5, 'b', 'a', 10n),
      transfer(6, 'b', 'a', 10n),
      transfer(7, 'c', 'bank', 10n),
      transfer(8, 'c', 'bank', 10n),
    ];
    const store = new MemoryAccountStore({ network: 'TRX', transfers, labels: LABELS });
    expect(labelsOf(store, 'a')).toMatchObject([{ entity: 'Kraken', origin: 'derived' }]);
    expect(labelsOf(store, 'b')).toEqual([]);
    expect(labelsOf(store, 'c')).toEqual([]);
    expect(labelsOf(store, 'kraken-1')).toEqual([kraken]);
  });

  it('call an account with more than 1,000 counterparties, or a contract, an unlabelled service', () => {
    const transfers = Array.from({ length: 1001 }, (_, index) => transfer(index, `user-${index}`, 'hub', 1n));
    const contracts = new Set(['user-0']);
    const store = new MemoryAccountStore({ network: 'TRX', transfers, contracts });
    expect(labelsOf(store, 'hub')).toMatchObject([{ category: 'unlabelled_service' }]);
    expect(labelsOf(store, 'user-0')).toMatchObject([{ category: 'unlabelled_service' }]);
    expect(labelsOf(store, 'user-1')).toEqual([]);
  });

  it('use net flows to other owners on a UTXO network: change is no payment', () => {
    const pay = (index: number, from: readonly string[], to: readonly (readonly [string, bigint])[]) => ({
      transactionId: `tx-${index}`,
      block: index,
      transactionIndex: 0,
      time: index,
      coinbase: false,
      inputs: from.map((owner, at) => ({ transactionId: `old-${index}-${at}`, index: 0, owner, amount: 100n })),
      outputs: to.map(([owner, amount], at) => ({ index: at, owner, amount })),
    });
    const transactions = [
      pay(1, ['a', 'sweep'], [['kraken-1', 190n]]),
      pay(
        2,
        ['a'],
        [
          ['kraken-2', 10n],
          ['a', 85n],
        ],
      ),
      pay(
        3,
        ['b'],
        [
          ['kraken-1', 40n],
          ['bank', 55n],
        ],
      ),
      pay(4, ['b'], [['kraken-1', 95n]]),
    ];
    const store = new MemoryUtxoStore({ network: 'BTC', transactions, labels: LABELS });
    expect(labelsOf(store, 'a')).toMatchObject([{ entity: 'Kraken', origin: 'derived' }]);
    expect(labelsOf(store, 'sweep')).toEqual([]);
    expect(labelsOf(store, 'b')).toEqual([]);
  });
});
