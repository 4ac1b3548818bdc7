import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type AccountStore,
  type Direction,
  type DirectionExposure,
  type ExposureStore,
  type LabelsOf,
  PartialAccountStore,
  type PartialHistory,
  walk,
} from '@assay/exposure';
import { exposureOf } from '@assay/exposure/reference';
import { bytesOf, largestDifference } from '@assay/testkit';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkedBy, wireChecks } from '../../../src/app/composition/checks.ts';
import { WORKERS } from '../../../src/app/workers/workers.ts';
import { registerExposure } from '../../../src/commands/exposure.ts';
import { registerScreen } from '../../../src/commands/screen.ts';
import { labelsBy } from '../../../src/modules/checks/checks/compute/label-states.ts';
import { assetOf, labelStates, OPERATOR } from '../../../src/modules/checks/index.ts';
import { openMemory } from '../../../src/modules/checks/open/reading.ts';
import { walkThreads } from '../../../src/modules/checks/outside/engine/walk-threads.ts';
import { importLabels } from '../../../src/modules/labels/index.ts';
import {
  appendTransfers,
  ensureLedger,
  findLedger,
  inMemoryStore,
  loadColumns,
  openTransferStore,
  setFromBeginning,
} from '../../../src/modules/records/index.ts';
import { refreshAfterChange } from '../../../src/modules/records/transfers/refresh-after-change.ts';
import { readConfig } from '../../../src/platform/config/config.ts';
import { inSnapshot, inTransaction, type PoolClient } from '../../../src/platform/db/index.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';
import {
  CONTRACT_ELSEWHERE,
  customer,
  deposit,
  EXCHANGE,
  HUB,
  LISTED_ELSEWHERE,
  MIXER,
  payments,
  wallet,
} from './walkers-records.ts';

const USDT = { network: 'ETH', ticker: 'USDT' } as const;
const transfers = payments();
const asked = [...Array.from({ length: 24 }, (_, at) => wallet(at)), deposit(3), customer(3), HUB, EXCHANGE];
const threads = walkThreads(WORKERS.walk, { records: 0, states: 0 });
const never = new AbortController().signal;
let database: TestDatabase;
let dir: string;

beforeAll(async () => {
  database = await testDatabase();
  dir = await mkdtemp(path.join(tmpdir(), 'assay-walkers-'));
  await database.pool.query("INSERT INTO evm_contracts (network, address) VALUES ('BSC', $1)", [CONTRACT_ELSEWHERE]);
  const label = (network: string, address: string, entity: string, category: string) =>
    JSON.stringify({ network, address, entity, category, confidence: 90, source_date: '2022-01-01' });
  const labels = [
    label('ETH', EXCHANGE, 'Kraken', 'exchange_licensed'),
    label('ETH', MIXER, 'A mixer', 'mixer'),
    label('BSC', LISTED_ELSEWHERE, 'A thief', 'stolen_coins'),
    label('BSC', CONTRACT_ELSEWHERE, 'A fraud', 'scam'),
  ];
  const file = path.join(dir, 'labels.jsonl');
  await writeFile(file, labels.join('\n'));
  await importLabels(database.pool, { format: 'jsonl', locations: [file], setName: 'test', origin: 'import' });
  const ledger = await ensureLedger(database.pool, USDT.network, USDT.ticker);
  await inTransaction(database.pool, (client) => appendTransfers(client, ledger, { add: transfers }));
  await setFromBeginning(database.pool, ledger.id, true);
  await refreshAfterChange({ pool: database.pool, progress: () => undefined, signal: AbortSignal.timeout(60_000) });
}, 120_000);
afterAll(async () => {
  await threads.close();
  await database.drop();
  await rm(dir, { recursive: true });
});

/** What a walk finds, without the number that its store gives the address. */
async function answer(store: ExposureStore, address: string): Promise<string> {
  const exposure = await exposureOf(store, address);
  if (exposure === null) throw new Error(`${address} has no records`);
  const { node: _node, ...subject } = exposure.subject;
  return bytesOf({ ...exposure, subject });
}

/** Everything that was ever sent, read for one check as a chain is. */
function readOnDemand(subject: string, labelsOf: LabelsOf): PartialAccountStore {
  const accounts = new Set(transfers.flatMap(({ from, to }) => [from, to]));
  const histories = [...accounts].map((one): PartialHistory => {
    const own = transfers.filter(({ from, to }) => from === one || to === one);
    const known = { counterparties: null, isContract: false, isWhole: true, unread: { received: 0n, sent: 0n } };
    return { account: one, transfers: own, from: null, until: null, opening: 0n, ...known };
  });
  return new PartialAccountStore({ network: 'ETH', subject, histories, labelsOf, derive: false });
}

/** Every way to walk the records, in one snapshot. */
async function walkersOf(client: PoolClient) {
  const labels = {
    labelsOf: (place: string, addresses: readonly string[]) => labelsBy('2')(client, place, addresses, USDT.ticker),
  };
  const kept = await labelStates({ version: '2' })(client, USDT);
  const ledger = await findLedger(client, USDT.network, USDT.ticker);
  const plain = await openTransferStore(client, labels, USDT.network, USDT.ticker);
  const known = await openTransferStore(client, kept, USDT.network, USDT.ticker);
  if (ledger === null || plain === null || known === null) throw new Error('no records are held');
  if (plain.store.ledger !== 'account') throw new Error('USDT is an account ledger');
  const columns = await loadColumns(client, kept, ledger, { signal: never, onProgress: () => undefined });
  const inMemory = inMemoryStore(columns.store.snapshot(), plain.store);
  const aside = threads.beside(client, database.url, { ...USDT, version: '2' }, plain.store, null);
  const live = (address: string) => readOnDemand(address, (addresses) => kept.labelsOf('ETH', addresses));
  return { plain: plain.store, others: [known.store, aside, inMemory, withoutOwnWalk(inMemory)], live };
}

/** The exposures of all payments of an address in one direction, each of one record, with what they add up to. */
async function paymentsOf(store: ExposureStore, address: string, direction: Direction) {
  const side = await store.subject(address);
  if (side === null || store.ledger !== 'account') throw new Error(`${address} has no records`);
  const position = direction === 'bwd' ? Number.POSITIVE_INFINITY : 0;
  const [page] = await store.page(direction, [{ node: side.node, position }], 10_000);
  if (page === undefined || page.more) throw new Error('the records of the address are more than a page');
  const exact = { threshold: 0, targetNotFollowed: 1 };
  const payments: DirectionExposure[] = [];
  for (const record of page.records) {
    payments.push(await walk(store, side, direction, { ...exact, only: [record.position] }));
  }
  const wallet = await walk(store, side, direction, exact);
  const sums = new Map<string, number>();
  for (const { amount, rows, residuals } of payments) {
    const weight = Number(amount) / Number(wallet.amount);
    const add = (name: string, share: number) => sums.set(name, (sums.get(name) ?? 0) + weight * share);
    for (const row of rows) {
      add(nameOf(row), row.share);
      add(`strong ${nameOf(row)}`, row.strongShare);
    }
    for (const [name, share] of Object.entries(residuals)) add(name, share);
  }
  return { payments, wallet, sums };
}

const nameOf = ({ layer, category, entity }: DirectionExposure['rows'][number]) => `${layer} ${category} ${entity}`;

/** What `assay …` prints. */
async function assay(...args: readonly string[]): Promise<string> {
  const printed: string[] = [];
  const program = new Command('assay').exitOverride();
  const context = {
    config: readConfig({ STARTER_DATA: 'off', DATA_DIR: dir }),
    environment: {},
    openDatabase: async () => database.pool,
    out: (text: string) => void printed.push(text),
    err: () => undefined,
    progress: () => undefined,
    signal: never,
  };
  for (const register of [registerExposure, registerScreen]) register(program, context);
  await program.parseAsync(args, { from: 'user' });
  return printed.join('\n');
}

describe('walks by version 2', { timeout: 120_000 }, () => {
  it('give the same bytes from PostgreSQL, from threads, from memory, and from a chain that was read whole', async () => {
    await inSnapshot(database.pool, async (client) => {
      const { plain, others, live } = await walkersOf(client);
      const found = new Set<string>();
      for (const address of asked) {
        const expected = await answer(plain, address);
        for (const rule of expected.matchAll(/"derivedBy":"(\w+)"|"carriedFrom":"(\w+)"/g))
          found.add(rule[1] ?? rule[2] ?? '');
        for (const other of [...others, live(address)]) expect(await answer(other, address)).toBe(expected);
      }
      expect([...found].sort()).toEqual(['BSC', 'deposit_address', 'unlabelled_service']);
    });
  });

  it('give the same payments by every walker, which add up to the exposure of the address', async () => {
    await inSnapshot(database.pool, async (client) => {
      const { plain, others, live } = await walkersOf(client);
      for (const address of asked.slice(0, 4)) {
        for (const direction of ['bwd', 'fwd'] as const) {
          const expected = await paymentsOf(plain, address, direction);
          expect(expected.payments.length).toBeGreaterThan(0);
          const { rows, residuals } = expected.wallet;
          const shares = new Map<string, number>(Object.entries(residuals));
          for (const row of rows) shares.set(nameOf(row), row.share).set(`strong ${nameOf(row)}`, row.strongShare);
          expect(largestDifference(expected.sums, shares)).toBeLessThan(1e-9);
          for (const other of [...others, live(address)]) {
            const { payments: found } = await paymentsOf(other, address, direction);
            expect(bytesOf(found)).toBe(bytesOf(expected.payments));
          }
        }
      }
    });
  });

  it('give the shares of the pass over all records, for every account', async () => {
    const printed = await assay('exposure', 'all', '--network', 'ETH', '--asset', 'USDT', '--method', '2', '--json');
    expect(JSON.parse(printed)).toMatchObject({ inexact: 0, isNew: true });
    const { rows } = await database.pool.query<{ address: string; direction: string; key: string; share: number }>(
      'SELECT a.address, e.direction, e.key, e.share FROM account_exposure e JOIN accounts a ON a.id = e.account_id',
    );
    const passed = new Map<string, number>();
    for (const { address, direction, key, share } of rows) passed.set(`${address} ${direction} ${key}`, share);
    let compared = 0;
    await inSnapshot(database.pool, async (client) => {
      const labels = await labelStates({ version: '2' })(client, USDT);
      const held = await openTransferStore(client, labels, USDT.network, USDT.ticker);
      if (held === null) throw new Error('no records are held');
      for (const address of asked) {
        const exposure = await exposureOf(held.store, address, { threshold: 0, targetNotFollowed: 1 });
        const walked = new Map<string, number>();
        for (const { direction, rows: own, residuals } of [exposure?.incoming, exposure?.outgoing].flatMap(
          (one) => one ?? [],
        )) {
          const add = (key: string, share: number) => {
            const name = `${address} ${direction} ${key}`;
            if (share > 0) walked.set(name, (walked.get(name) ?? 0) + share);
          };
          for (const { category, share } of own) add(category, share);
          for (const [key, share] of Object.entries(residuals)) add(key, share);
        }
        for (const [name, share] of walked) expect(Math.abs((passed.get(name) ?? 0) - share), name).toBeLessThan(1e-12);
        const others = [...passed.keys()].filter((name) => name.startsWith(address) && !walked.has(name));
        expect(others).toEqual([]);
        compared += walked.size;
      }
    });
    expect(compared).toBeGreaterThan(100);
  });

  it('rate the same in checks from the database and from memory, and in lists screened from either', async () => {
    const said: string[] = [];
    const settings = { memory: { bytes: 1e9, assets: null }, dataDir: dir, methodVersion: '2' } as const;
    const memory = openMemory(database.pool, settings, { info: (_facts, text) => said.push(text) });
    if (memory === null) throw new Error('no memory was opened');
    await memory.look(never);
    expect(said).toEqual([expect.stringContaining('USDT on ETH is in memory')]);
    const read = vi.spyOn(memory, 'read');
    const results = async (held: typeof memory | null): Promise<readonly unknown[]> => {
      const failed = (fault: object, message: string) => expect.fail(`${message} ${JSON.stringify(fault)}`);
      const clock = { now: () => new Date('2026-01-01') };
      const ports = { clock, ...checkedBy('2', database.pool, held) };
      const { checks } = wireChecks(database.pool, { warn: failed, error: failed }, ports);
      const found: unknown[] = [];
      for (const address of asked) {
        const { sub_id: _own, ...result } = assetOf(
          await checks.runCheck(OPERATOR, { address, ticker: 'USDT', parent: 'ETH' }, { answerWithinMs: 60_000 }),
        );
        expect(result).toMatchObject({ method_version: '2' });
        found.push(result);
      }
      return found;
    };
    expect(bytesOf(await results(memory))).toBe(bytesOf(await results(null)));
    expect(read.mock.results.map(({ value }) => value !== null)).not.toContain(false);
    await database.pool.query("INSERT INTO evm_contracts (network, address) VALUES ('BSC', $1)", [LISTED_ELSEWHERE]);
    read.mockClear();
    // What is known of contracts decides which labels are carried: memory is of another state now.
    const before = await results(memory);
    expect(read.mock.results.map(({ value }) => value !== null)).not.toContain(true);
    await memory.look(never);
    expect(bytesOf(await results(memory))).toBe(bytesOf(before));
    await database.pool.query('DELETE FROM evm_contracts WHERE address = $1', [LISTED_ELSEWHERE]);

    const list = path.join(dir, 'list.txt');
    await writeFile(list, `${asked.join('\n')}\n`);
    const screened = async (store: string, method: string) => {
      const out = path.join(dir, `${store}-${method}.csv`);
      await assay(
        ...['screen', '--in', list, '--out', out, '--asset', 'USDT', '--parent', 'ETH', '--threads', '1'],
        ...['--store', store, '--method', method],
      );
      return readFile(out, 'utf8');
    };
    const fromDatabase = await screened('postgres', '2');
    expect(await screened('memory', '2')).toBe(fromDatabase);
    expect(await screened('postgres', '1')).not.toBe(fromDatabase);
  });
});

/** The same store without its own walk: through its pages. */
function withoutOwnWalk(store: AccountStore): AccountStore {
  return Object.fromEntries(Object.entries(store).filter(([name]) => name !== 'walk')) as unknown as AccountStore;
}
