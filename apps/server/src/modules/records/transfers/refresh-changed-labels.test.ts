import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { NetworkId } from '@assay/domain';
import type { RawTransfer } from '@assay/exposure';
import { Random } from '@assay/testkit';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../test/support/database.ts';
import { inTransaction, type PoolClient } from '../../../platform/db/index.ts';
import {
  carriedLabels,
  givenLabelChanges,
  givenLabelVersion,
  importLabels,
  withdrawLabel,
} from '../../labels/index.ts';
import { appendTransfers } from './append/append-transfers.ts';
import { refreshDerivedLabels } from './derive/derive-labels.ts';
import { refreshLabels2 } from './derive-2/refresh-labels-2.ts';
import { ensureLedger } from './ledgers/ledger.store.ts';
import { derivePorts, refreshAfterChange } from './refresh-after-change.ts';

const database = await testDatabase();
const { pool } = database;
const dir = await mkdtemp(path.join(tmpdir(), 'assay-changed-labels-'));
afterAll(async () => {
  await database.drop();
  await rm(dir, { recursive: true });
});
beforeEach(() =>
  pool.query(
    'TRUNCATE label_set, label_withdrawal, label_change, derived_label_set, method_2_label_set, ledgers, accounts, transfers CASCADE',
  ),
);

const account = (number: number): string => `0x${(number + 1).toString(16).padStart(40, 'b')}`;
/** The low numbers are services: few accounts pay many of them, so that there are deposit addresses. */
const SERVICES = 12;

/** Each account from `SERVICES` on receives something and passes most of it on to one service, some of it elsewhere. */
function* records(random: Random, accounts: number, first: number): Generator<RawTransfer> {
  let at = first;
  const record = (from: number, to: number, amount: bigint): RawTransfer => {
    at += 1;
    return {
      ...{ block: 1, transactionIndex: at, index: 0, ordinal: 0, kind: 'token', amount, time: 1_700_000_000 + at * 30 },
      ...{ transactionId: `0x${at.toString(16).padStart(64, '0')}`, from: account(from), to: account(to) },
    };
  };
  for (let own = SERVICES; own < accounts; own += 1) {
    const service = random.below(SERVICES);
    const payer = SERVICES + ((own + 1 + random.below(accounts - SERVICES - 1)) % (accounts - SERVICES));
    for (let payment = 0; payment < 2 + random.below(2); payment += 1) {
      if (payer !== own) yield record(payer, own, 1_000n);
      yield record(own, service, 900n + BigInt(random.below(100)));
    }
    if (random.below(4) === 0) yield record(own, random.below(SERVICES), BigInt(1 + random.below(2_000)));
  }
}

async function store(network: NetworkId, ticker: string, transfers: Iterable<RawTransfer>): Promise<void> {
  const ledger = await ensureLedger(pool, network, ticker);
  await inTransaction(pool, (client) => appendTransfers(client, ledger, { add: [...transfers] }));
}

interface Given {
  readonly number: number;
  readonly network: NetworkId;
  readonly entity: string;
  readonly category: string;
}

async function importSet(setName: string, labels: readonly Given[]): Promise<void> {
  const file = path.join(dir, `${setName}.csv`);
  const rows = labels.map(
    ({ number, network, entity, category }) => `${account(number)},${network},${entity},${category},90\n`,
  );
  await writeFile(file, ['address,network,entity,category,confidence\n', ...rows].join(''));
  await importLabels(pool, { format: 'csv', locations: [file], setName, origin: 'import' });
}

const refresh = () => refreshAfterChange({ pool, progress: () => undefined, signal: AbortSignal.timeout(120_000) });

/** Everything that is derived, with its digests. */
async function derived(): Promise<readonly string[]> {
  const { rows } = await pool.query<{ line: string }>(
    `SELECT concat_ws(' ', 1, network, asset, address, entity, category, source, confidence) AS line FROM derived_label
      UNION ALL SELECT concat_ws(' ', 2, network, asset, address, rule, entity, category, source, confidence) FROM method_2_label
      UNION ALL SELECT concat_ws(' ', 'set 1', network, asset, content_hash, basis, labels) FROM derived_label_set
      UNION ALL SELECT concat_ws(' ', 'set 2', network, asset, content_hash, basis, labels) FROM method_2_label_set
      ORDER BY line`,
  );
  return rows.map(({ line }) => line);
}

/** The same, after everything was derived from nothing. */
async function derivedAsAWhole(): Promise<readonly string[]> {
  await pool.query('TRUNCATE derived_label_set, method_2_label_set CASCADE');
  await refresh();
  return derived();
}

const services = (): Given[] =>
  Array.from({ length: SERVICES }, (_, number) => ({
    ...{ number, network: 'ETH' as const, entity: `Exchange ${number}`, category: 'exchange_licensed' },
  }));

const CATEGORIES = ['exchange_licensed', 'payment_provider', 'scam', 'gambling', 'bridge'] as const;

function randomLabel(random: Random, accounts: number): Given {
  return {
    number: random.below(3) === 0 ? random.below(accounts) : random.below(SERVICES),
    network: random.below(5) === 0 ? 'BSC' : 'ETH',
    entity: `Entity ${random.below(6)}`,
    category: random.pick(CATEGORIES),
  };
}

describe('labels that are derived after a change of given labels', () => {
  it.each([1, 2, 3])('are those that deriving everything gives, whatever has changed (seed %i)', async (seed) => {
    const random = new Random(seed);
    const accounts = 90;
    await store('ETH', 'USDT', records(random, accounts, 0));
    await store('ETH', 'USDC', records(random, accounts, 5_000));
    await store('BSC', 'USDT', records(random, 40, 10_000));
    const sets: Record<string, Given[]> = {
      one: [...services(), ...Array.from({ length: 6 }, () => randomLabel(random, accounts))],
      two: Array.from({ length: 6 }, () => randomLabel(random, accounts)),
    };
    for (const [name, labels] of Object.entries(sets)) await importSet(name, labels);
    await refresh();
    let seen = 0;
    for (let change = 0; change < 4; change += 1) {
      // Several changes may lie between two refreshes.
      for (let step = 0; step <= random.below(2); step += 1) {
        const name = random.pick(['one', 'two'] as const);
        const labels = sets[name] ?? [];
        if (random.below(2) === 0) labels.splice(random.below(Math.max(1, labels.length)), 1 + random.below(3));
        labels.push(randomLabel(random, accounts));
        await importSet(name, labels);
        const withdrawn = random.below(3) === 0 ? random.pick(labels) : null;
        if (withdrawn !== null) {
          const { network, entity, category } = withdrawn;
          await withdrawLabel(pool, { network, address: account(withdrawn.number), source: name, entity, category });
        }
      }
      await refresh();
      const changed = await derived();
      expect(changed).toEqual(await derivedAsAWhole());
      seen += changed.length;
    }
    expect(seen).toBeGreaterThan(60);
  });

  it('read the accounts that the change reaches and those they pay, and no others', async () => {
    const random = new Random(7);
    const accounts = 400;
    await store('ETH', 'USDT', records(random, accounts, 0));
    await store('ETH', 'USDC', [...records(random, 30, 20_000)]);
    const labels = services();
    await importSet('one', labels);
    await refresh();
    const reads = await rowsRead(async () => {
      // Of the asset USDC no account has this address.
      labels.push({ number: 300, network: 'ETH', entity: 'Somebody', category: 'scam' });
      await importSet('one', labels);
    });
    const whole = await rowsRead(async () => {
      await pool.query('TRUNCATE derived_label_set, method_2_label_set CASCADE');
    });
    const { rows } = await pool.query<{ payers: number }>(
      `SELECT count(DISTINCT from_id)::int AS payers FROM transfers t JOIN accounts a ON a.id = t.to_id AND a.ledger_id = t.ledger_id
        WHERE a.address = $1`,
      [account(300)],
    );
    const reached = 1 + (rows[0]?.payers ?? 0);
    expect(reads.USDC).toBe(0);
    // By each method: the accounts, those they pay (at most four each), and their records.
    expect(reads.USDT).toBeGreaterThan(0);
    expect(reads.USDT).toBeLessThan(2 * 20 * reached);
    expect(whole.USDT).toBeGreaterThan(2 * accounts);
    expect(await derived()).toEqual(await derivedAsAWhole());
  });
});

/** Rows of accounts and records that a refresh reads after a change, by asset and both methods together. */
async function rowsRead(change: () => Promise<void>): Promise<Readonly<Record<'USDT' | 'USDC', number>>> {
  await change();
  const read = { USDT: 0, USDC: 0 };
  const ledgers = new Map<number, 'USDT' | 'USDC'>();
  for (const ticker of ['USDT', 'USDC'] as const) ledgers.set((await ensureLedger(pool, 'ETH', ticker)).id, ticker);
  const restore: (() => void)[] = [];
  const listenTo = (client: PoolClient): void => {
    const query = client.query.bind(client) as (...asked: unknown[]) => Promise<{ rowCount: number | null }>;
    const listening = (...asked: unknown[]) => {
      const [first, second] = asked as [string | { text: string; values?: unknown[]; submit?: unknown }, unknown[]?];
      const answered = query(...asked);
      // A copy is a stream, and reads nothing here.
      if (typeof first !== 'string' && first.submit !== undefined) return answered;
      const text = typeof first === 'string' ? first : first.text;
      const values = (typeof first === 'string' ? second : first.values) ?? [];
      const ticker = values.map((value) => ledgers.get(Number(value))).find((found) => found !== undefined);
      if (ticker === undefined || !/FROM (accounts|transfers)/.test(text)) return answered;
      return answered.then((answer) => {
        read[ticker] += answer.rowCount ?? 0;
        return answer;
      });
    };
    Object.assign(client, { query: listening });
    restore.push(() => Object.assign(client, { query }));
  };
  const ports = derivePorts(pool);
  const signal = AbortSignal.timeout(120_000);
  const listened = new Set<PoolClient>();
  const listenOnce = (client: PoolClient) => {
    if (!listened.has(client)) listenTo(client);
    listened.add(client);
  };
  const given = (client: PoolClient) => {
    listenOnce(client);
    return ports.given(client);
  };
  const carried = (client: PoolClient) => {
    listenOnce(client);
    return {
      labelsOf: carriedLabels(client).labelsOf,
      version: () => givenLabelVersion(client),
      changes: () => givenLabelChanges(client),
    };
  };
  await refreshDerivedLabels(pool, { ...ports, given }, () => undefined, signal);
  await refreshLabels2(pool, carried, () => undefined, signal);
  for (const one of restore) one();
  return read;
}
