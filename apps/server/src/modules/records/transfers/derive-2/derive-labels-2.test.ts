import {
  compareTransfers,
  depositServiceOf,
  governingLabel,
  isRecord,
  type Label,
  type Movement,
  type RawTransaction,
  type RawTransfer,
  ServiceConduct,
  serviceOf,
} from '@assay/exposure';
import { accountGraph, buildLabel, coinGraph } from '@assay/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../test/support/database.ts';
import { inTransaction } from '../../../../platform/db/index.ts';
import { appendCoins } from '../append/append-coins.ts';
import { appendTransfers } from '../append/append-transfers.ts';
import { refreshClusters } from '../clusters/refresh-clusters.ts';
import { ensureLedger } from '../ledgers/ledger.store.ts';
import { countLabelsOfMethod2, labelsOfMethod2, versionOfMethod2 } from './labels-of-method-2.store.ts';
import { refreshLabels2 } from './refresh-labels-2.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

type Labels = ReadonlyMap<string, readonly Label[]>;

async function refresh(labels: Labels): Promise<number> {
  const given = () => ({
    labelsOf: async (_network: string, addresses: readonly string[]) =>
      addresses.map((address) => labels.get(address) ?? []),
    version: async () => JSON.stringify([...labels]),
    changes: async () => [],
  });
  let derived = 0;
  const signal = AbortSignal.timeout(120_000);
  await refreshClusters(database.pool, given, () => undefined, signal);
  await refreshLabels2(
    database.pool,
    given,
    () => {
      derived += 1;
    },
    signal,
  );
  return derived;
}

/** Labels of method 2 that an account's own records give it, as lines. */
async function stored(ticker: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ line: string }>(
    `SELECT address || ' ' || rule || ' ' || entity || ' ' || category AS line FROM method_2_label WHERE asset = $1`,
    [ticker],
  );
  return rows.map(({ line }) => line).sort();
}

/** The same from all movements at once, by the pure rules. */
function expected(transfers: readonly RawTransfer[], labels: Labels): string[] {
  const names = [...new Set(transfers.flatMap(({ from, to }) => [from, to]))];
  const idOf = new Map(names.map((name, at) => [name, at]));
  const movements = new Map<string, Movement[]>();
  for (const { from, to, amount, time, transactionId } of transfers.filter(isRecord).toSorted(compareTransfers)) {
    const isFee = to === 'fee';
    const record = { transaction: transactionId, time, amount };
    const add = (name: string, movement: Movement) => movements.set(name, [...(movements.get(name) ?? []), movement]);
    const other = isFee ? [] : [{ party: idOf.get(to) ?? -1, amount }];
    add(from, { ...record, direction: 'out', flow: isFee ? 0n : amount, parties: other });
    add(to, { ...record, direction: 'in', flow: amount, parties: [{ party: idOf.get(from) ?? -1, amount }] });
  }
  const lines: string[] = [];
  for (const [name, own] of movements) {
    if (name === 'fee' || name === 'issuer' || governingLabel(labels.get(name) ?? [], null) !== null) continue;
    const service = depositServiceOf(0n, own, (party, time) => {
      const label = governingLabel(labels.get(names[party] ?? '') ?? [], time)?.label;
      return label === undefined ? null : serviceOf(label);
    });
    const conduct = new ServiceConduct(0n);
    for (const movement of own) conduct.add(movement);
    if (service !== null) lines.push(`${name} deposit_address ${service.entity} ${service.category}`);
    else if (conduct.isService) lines.push(`${name} unlabelled_service Unlabelled service unlabelled_service`);
  }
  return lines.sort();
}

const EXCHANGE = buildLabel({ entity: 'Kraken', category: 'exchange_licensed', confidence: 70 });
const HOUR = 3600;
const START = 1_650_000_000;

function transfer(from: string, to: string, amount: bigint, hour: number, at: number): RawTransfer {
  return {
    ...{ block: 10_000_000 + hour, transactionIndex: at, transactionId: `x-${hour}-${at}`, kind: 'token', index: 0 },
    ...{ ordinal: 0, from, to, amount, time: START + hour * HOUR },
  };
}

/** Customers of an exchange, each with a deposit address that is swept; some keep money or wait. */
const customers = Array.from({ length: 30 }, (_, at): RawTransfer[] => {
  const [customer, deposit] = [`customer-${at}`, `deposit-${at}`];
  const waits = at % 3 === 1 ? 40 : 2;
  const kept = at % 5 === 1 ? 3n : 0n;
  return [0, 100].flatMap((hour) => [
    transfer(customer, deposit, 100n, hour, at),
    transfer(deposit, 'exchange', 100n - kept, hour + waits, at),
  ]);
}).flat();

/** A service that 600 pay and that pays 600 others. */
const crowd = Array.from({ length: 600 }, (_, at) => [
  transfer(`payer-${at}`, 'hub', 1000n, 200 + at, at),
  transfer('hub', `payee-${at}`, 900n, 900 + at, at),
]).flat();

describe('labels that method 2 derives from records', { timeout: 120_000 }, () => {
  it.each([1, 2])('are those of the pure rules over all records of an account network, graph %i', async (seed) => {
    const graph = accountGraph({ seed, accounts: 150, transfers: 400 });
    const ledger = await ensureLedger(database.pool, 'ETH', `A${seed}`);
    const transfers = [...graph.transfers, ...customers, ...crowd];
    await inTransaction(database.pool, (client) => appendTransfers(client, ledger, { add: transfers }));
    const labels = new Map([...graph.labels, ['exchange', [EXCHANGE]]]);
    await refresh(labels);
    const lines = await stored(ledger.ticker);
    expect(lines).toEqual(expected(transfers, labels));
    expect(lines).toContain('deposit-0 deposit_address Kraken exchange_licensed');
    expect(lines).not.toContain('deposit-1 deposit_address Kraken exchange_licensed');
    expect(lines).toContain('hub unlabelled_service Unlabelled service unlabelled_service');
  });

  it('take a receiver for the service by a given label that counts there, beside carried ones (section 3.1)', async () => {
    const ledger = await ensureLedger(database.pool, 'ETH', 'R1');
    await inTransaction(database.pool, (client) => appendTransfers(client, ledger, { add: customers }));
    const bets = buildLabel({ entity: 'Kraken', category: 'gambling', confidence: 40, source: 'list' });
    const onBsc = { ...bets, carriedFrom: 'BSC' } as const;
    const weak = { ...EXCHANGE, confidence: 40 };
    const found = async (labels: readonly Label[]) => {
      await refresh(new Map([['exchange', labels]]));
      return (await stored('R1')).filter((line) => line.startsWith('deposit-0 '));
    };
    expect(await found([EXCHANGE, onBsc])).toEqual(['deposit-0 deposit_address Kraken exchange_licensed']);
    // Of two labels under 50 that of tier B counts, which is carried: the receiver is no service.
    expect(await found([weak, onBsc])).toEqual([]);
    expect(await found([weak, bets])).toEqual(['deposit-0 deposit_address Kraken gambling']);
  });

  it('are derived again only where records or labels changed, and have the version of their content', async () => {
    const labels = new Map([['exchange', [EXCHANGE]]]);
    const ledger = await ensureLedger(database.pool, 'ETH', 'V1');
    expect(await versionOfMethod2(database.pool, 'ETH', 'V1')).toBeNull();
    await inTransaction(database.pool, (client) => appendTransfers(client, ledger, { add: customers }));
    await refresh(labels);
    const version = await versionOfMethod2(database.pool, 'ETH', 'V1');
    expect(await refresh(labels)).toBe(0);
    const second = await ensureLedger(database.pool, 'ETH', 'V2');
    await inTransaction(database.pool, (client) => appendTransfers(client, second, { add: customers.toReversed() }));
    expect(await refresh(labels)).toBe(1);
    expect(await versionOfMethod2(database.pool, 'ETH', 'V2')).toBe(version);
    await refresh(new Map());
    expect(await versionOfMethod2(database.pool, 'ETH', 'V2')).not.toBe(version);
    expect((await countLabelsOfMethod2(database.pool)).filter(({ ticker }) => ticker === 'V1')).toEqual([]);
  });

  it('of coins name deposit addresses, and lend a cluster’s labels to its other addresses', async () => {
    const ledger = await ensureLedger(database.pool, 'BTC', 'U1');
    const spend = (
      id: string,
      block: number,
      inputs: readonly [string, string, number][],
      outputs: readonly string[],
    ) => ({
      ...{ transactionId: id, block, transactionIndex: 0, time: START + block * 600, coinbase: false },
      inputs: inputs.map(([transactionId, owner, amount], index) => ({
        transactionId,
        index,
        owner,
        amount: BigInt(amount),
      })),
      outputs: outputs.map((owner, index) => ({ index, owner, amount: 1000n })),
    });
    const transactions: RawTransaction[] = [
      spend('pay-1', 1, [['old-1', 'payer', 1010]], ['deposit']),
      spend('pay-2', 2, [['old-2', 'payer', 1010]], ['deposit']),
      {
        ...spend('sweep-1', 3, [['pay-1', 'deposit', 1000]], []),
        outputs: [{ index: 0, owner: 'exchange', amount: 990n }],
      },
      {
        ...spend('sweep-2', 4, [['pay-2', 'deposit', 1000]], []),
        outputs: [{ index: 0, owner: 'exchange', amount: 990n }],
      },
      spend(
        'joint',
        5,
        [
          ['old-3', 'exchange', 600],
          ['old-4', 'cold', 600],
        ],
        ['somebody'],
      ),
    ];
    await inTransaction(database.pool, (client) => appendCoins(client, ledger, transactions));
    const sanctioned = buildLabel({ entity: 'Thief', category: 'stolen_coins', confidence: 90, source: 'b' });
    await refresh(new Map([['exchange', [EXCHANGE, sanctioned]]]));
    expect(await stored('U1')).toEqual([]);
    await refresh(new Map([['exchange', [EXCHANGE]]]));
    expect(await stored('U1')).toEqual(['deposit deposit_address Kraken exchange_licensed']);
    const asked = await labelsOfMethod2(database.pool, 'BTC', 'U1', ['cold', 'deposit', 'unknown', 'exchange']);
    const lent = { ...EXCHANGE, origin: 'derived', derivedBy: 'cluster' };
    expect(asked).toEqual([
      [lent],
      [expect.objectContaining({ entity: 'Kraken', derivedBy: 'deposit_address', confidence: 40, origin: 'derived' })],
      [],
      [lent],
    ]);
  });

  it('of a random graph of coins are found without an error', async () => {
    const graph = coinGraph({ seed: 4, accounts: 60, transfers: 300 });
    const ledger = await ensureLedger(database.pool, 'BTC', 'U2');
    await inTransaction(database.pool, (client) => appendCoins(client, ledger, graph.transactions));
    await refresh(graph.labels);
    expect(await versionOfMethod2(database.pool, 'BTC', 'U2')).toMatch(/^[0-9a-f]{64}$/);
  });
});
