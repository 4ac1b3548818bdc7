import type { Label, RawTransaction, RawTransfer } from '@assay/exposure';
import { buildLabel } from '@assay/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../test/support/database.ts';
import { inTransaction } from '../../../../platform/db/index.ts';
import { appendCoins } from '../append/append-coins.ts';
import { appendTransfers } from '../append/append-transfers.ts';
import { ensureLedger } from '../ledgers/ledger.store.ts';
import { measureLabels, proportionOf } from './measure-labels.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const exchange = (entity: string): readonly Label[] => [
  buildLabel({ entity, category: 'exchange_licence_unknown', confidence: 70 }),
];

/** n and hits of each measure, by rule. */
async function measured(network: string, labels: ReadonlyMap<string, readonly Label[]>): Promise<object> {
  const given = () => ({
    labelsOf: async (_network: string, addresses: readonly string[]) =>
      addresses.map((address) => labels.get(address) ?? []),
    version: async () => 'v',
    changes: async () => [],
  });
  const signal = AbortSignal.timeout(60_000);
  const rows = await measureLabels(database.pool, given, network, (entity) => entity.toLowerCase(), signal);
  return Object.fromEntries(rows.map(({ rule, measure, n, hits }) => [`${rule} ${measure}`, `${hits} of ${n}`]));
}

describe('how right derived labels are', () => {
  it('is counted for clusters: two of one service, two services in one, and one that is never joined', async () => {
    const spend = (at: number, ...owners: readonly string[]): RawTransaction => ({
      ...{ transactionId: `t${at}`, block: at, transactionIndex: 0, time: 1_600_000_000 + at, coinbase: false },
      inputs: owners.map((owner, index) => ({ transactionId: `from-${at}`, index, owner, amount: 5n })),
      outputs: [{ index: 0, owner: `to-${at}`, amount: 5n * BigInt(owners.length) }],
    });
    const ledger = await ensureLedger(database.pool, 'BTC', 'M1');
    const transactions = [spend(1, 'k1', 'k2'), spend(2, 'k3', 'o1'), spend(3, 'k4'), spend(4, 'h1', 'x')];
    await inTransaction(database.pool, (client) => appendCoins(client, ledger, transactions));
    const labels = new Map([
      ...['k1', 'k2', 'k3', 'k4'].map((address) => [address, exchange('KRAKEN')] as const),
      ['o1', exchange('Bitfinex')],
      ['h1', exchange('Bitstamp')],
    ]);
    expect(await measured('BTC', labels)).toMatchObject({
      // k1 and k2 name each other; k3 and o1 name the wrong one.
      'cluster precision': '2 of 4',
      // Of the four addresses of one service; the others have one address alone.
      'cluster recall': '2 of 4',
      'cluster strangers': '5 of 5',
    });
    const across = new Map([...labels, ['o1', exchange('Bitstamp')] as const]);
    // Now k3 and o1 each take the given label of the other.
    expect(await measured('BTC', across)).toMatchObject({
      'cluster precision': '2 of 2',
      'cluster strangers': '3 of 5',
    });
  });

  it('is counted for deposit addresses: of services apart from those labelled for a risk', async () => {
    const ledger = await ensureLedger(database.pool, 'ETH', 'M2');
    let at = 0;
    const move = (from: string, to: string): RawTransfer => {
      at += 1;
      const place = {
        block: at,
        transactionIndex: 0,
        transactionId: `t${at}`,
        index: 0,
        ordinal: 0,
        kind: 'token',
      } as const;
      return { ...place, from, to, amount: 5n, time: 1_600_000_000 + at };
    };
    const swept = (deposit: string, service: string) =>
      [0, 1].flatMap(() => [move('customer', deposit), move(deposit, service)]);
    const add = [...swept('kd', 'k'), ...swept('od', 'k'), ...swept('thief', 'k'), ...swept('lazy', 'nobody')];
    await inTransaction(database.pool, (client) => appendTransfers(client, ledger, { add }));
    const labels = new Map([
      ...['k', 'kd', 'lazy'].map((address) => [address, exchange('Kraken')] as const),
      ['od', exchange('Bitstamp')],
      ['thief', [buildLabel({ entity: 'Thief', category: 'stolen_coins', confidence: 90 })]],
    ]);
    expect(await measured('ETH', labels)).toEqual({
      'deposit_address precision': '1 of 2',
      'deposit_address recall': '1 of 2',
      'deposit_address strangers': '2 of 3',
      'deposit_address risky': '0 of 1',
    });
  });

  it('has an interval of 95% by Wilson', () => {
    expect(proportionOf(8, 10)).toMatchObject({ share: 0.8 });
    expect(proportionOf(8, 10).low).toBeCloseTo(0.4902, 4);
    expect(proportionOf(8, 10).high).toBeCloseTo(0.9433, 4);
    expect(proportionOf(0, 0)).toEqual({ n: 0, hits: 0, share: null, low: null, high: null });
  });
});
