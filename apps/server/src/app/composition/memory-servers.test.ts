import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ASSETS } from '@assay/domain';
import { METHOD_VERSIONS, type MethodVersion, type RawTransfer, WalkCancelledError } from '@assay/exposure';
import { bytesOf, Random } from '@assay/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/support/database.ts';
import { computeCheck, summariseCheck } from '../../modules/checks/checks/index.ts';
import type { WalkOutcome } from '../../modules/checks/memory-servers/index.ts';
import { newestEngineOf } from '../../modules/checks/outside/engine/exposure-engine.ts';
import { openWalkCalls } from '../../modules/checks/outside/walk-calls/open-walk-calls.ts';
import type { WalkCalls } from '../../modules/checks/outside/walk-calls/walk-calls.ts';
import { importLabels } from '../../modules/labels/labels/index.ts';
import { appendTransfers, ensureLedger, type InMemoryAssets } from '../../modules/records/transfers/index.ts';
import { inTransaction } from '../../platform/db/index.ts';
import { PRODUCT_VERSION } from '../../platform/kernel/product-version.ts';
import { checkedBy } from './wiring.ts';
import { openMemory } from './wiring-memory.ts';

const never = new AbortController().signal;
const NOW = new Date('2026-01-01');
const SECRET = new Uint8Array(32).fill(7);
const random = new Random(12);
const address = (number: number): string => `0x${(number + 1).toString(16).padStart(40, '1')}`;
const ASKED = [3, 4, 5].map(address);
const transfers: readonly RawTransfer[] = Array.from({ length: 900 }, (_, at) => ({
  block: 100 + at,
  transactionIndex: 0,
  transactionId: `0x${at.toString(16).padStart(64, '0')}`,
  kind: 'token',
  index: 0,
  ordinal: 0,
  from: address(random.below(40)),
  to: address(random.below(40)),
  amount: BigInt(1 + random.below(1e9)),
  time: 1_700_000_000 + 7 * at,
}));
const USDT = ASSETS.find(({ ticker, network }) => ticker === 'USDT' && network === 'ETH');
if (USDT === undefined) throw new Error('no asset to check');
const asset = USDT;

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-memory-servers-'));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  database = await testDatabase();
  await giveLabels('first', [0, 1]);
  await append(transfers.slice(0, 600));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  await database.drop();
});

async function giveLabels(setName: string, of: readonly number[]): Promise<void> {
  const file = path.join(folder, `${setName}.jsonl`);
  const rest = { category: 'mixer', confidence: 70, source: 'test', source_date: '2024-01-01' };
  const labels = of.map((at) => ({ network: 'ETH', address: address(at), entity: `Mixer ${at}`, ...rest }));
  await writeFile(file, labels.map((label) => `${JSON.stringify(label)}\n`).join(''));
  await importLabels(database.pool, { format: 'jsonl', locations: [file], setName, origin: 'import' });
}

async function append(add: readonly RawTransfer[]): Promise<void> {
  const ledger = await ensureLedger(database.pool, 'ETH', 'USDT');
  await inTransaction(database.pool, (client) => appendTransfers(client, ledger, { add }));
}

interface Server {
  readonly memory: InMemoryAssets | null;
  readonly calls: WalkCalls;
  readonly counts: () => Readonly<Record<string, number>>;
  readonly said: string[];
  stop(): Promise<void>;
}
const servers: Server[] = [];

async function server(
  version: MethodVersion,
  { holds, keys = [SECRET] as const, port = 0 }: { holds: boolean; keys?: readonly [Uint8Array]; port?: number },
): Promise<Server> {
  const said: string[] = [];
  const counted: WalkOutcome[] = [];
  const memory = holds
    ? openMemory(
        database.pool,
        {
          memory: { bytes: 1e9, assets: [{ network: 'ETH', ticker: 'USDT' }] },
          dataDir: folder,
          methodVersion: version,
        },
        { info: () => undefined },
      )
    : null;
  await memory?.look(never);
  const say = (facts: object, message: string) => said.push(`${message} ${JSON.stringify(facts)}`);
  const calls = openWalkCalls(
    { keys, walkCalls: holds ? { url: `http://127.0.0.1:${port}`, host: '127.0.0.1', port } : null },
    {
      ...{ db: database.pool, memory, version },
      counted: { countAsked: (outcome) => counted.push(outcome), countAnswered: () => undefined },
      log: { info: say, warn: say, error: say },
    },
  );
  await calls.answer(never);
  const made: Server = {
    ...{ memory, calls, said },
    counts: () => {
      const all: Record<string, number> = {};
      for (const outcome of counted.splice(0)) all[outcome] = (all[outcome] ?? 0) + 1;
      return all;
    },
    stop: async () => {
      await calls.stop();
      await calls.close();
    },
  };
  servers.push(made);
  return made;
}

/** A memory server and one that asks it. */
async function pair(version: MethodVersion = '1') {
  const holder = await server(version, { holds: true, port: await freePort() });
  const asking = await server(version, { holds: false });
  await expect.poll(async () => (await database.pool.query('SELECT FROM memory_servers')).rowCount).toBe(1);
  return { holder, asking };
}

/** The bytes of all checks of the asked addresses, with evidence and without. */
async function results(version: MethodVersion, elsewhere: WalkCalls['elsewhere']): Promise<string> {
  const { withSnapshot } = checkedBy(version, database.pool, null, elsewhere);
  const ports = { withSnapshot, engine: newestEngineOf(version) };
  const found: unknown[] = [];
  for (const one of ASKED) {
    found.push(await computeCheck(ports, asset, one, NOW, never, () => undefined));
    found.push(await summariseCheck(ports, asset, one, NOW, never));
  }
  return bytesOf(found);
}

async function freePort(): Promise<number> {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const address = taken.address();
  await new Promise((resolve) => taken.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe('a server without records in memory', { timeout: 60_000 }, () => {
  it.each(METHOD_VERSIONS)(
    'has checks walked by one that has them, with the bytes of PostgreSQL, with evidence and without: method %s',
    async (version) => {
      const { asking } = await pair(version);
      expect(await results(version, asking.calls.elsewhere)).toBe(await results(version, null));
      expect(asking.counts()).toEqual({ answered: 2 * ASKED.length });
    },
  );

  it('walks over PostgreSQL while memory is behind, and asks again once it has followed', async () => {
    const { holder, asking } = await pair();
    await append(transfers.slice(600));
    expect(await results('1', asking.calls.elsewhere)).toBe(await results('1', null));
    expect(Object.keys(asking.counts())).toEqual(['another state']);
    await holder.memory?.look(never);
    await pausesEnd();
    expect(await results('1', asking.calls.elsewhere)).toBe(await results('1', null));
    expect(asking.counts()).toEqual({ answered: 2 * ASKED.length });
  });

  it('walks over PostgreSQL where labels were imported since, and no result mixes two states of them', async () => {
    const { holder, asking } = await pair();
    const before = await results('1', asking.calls.elsewhere);
    asking.counts();
    await giveLabels('second', [2, 30]);
    const after = await results('1', asking.calls.elsewhere);
    expect(Object.keys(asking.counts())).toEqual(['another state']);
    expect(after).not.toBe(before);
    expect(after).toBe(await results('1', null));
    await holder.memory?.look(never);
    await pausesEnd();
    expect(await results('1', asking.calls.elsewhere)).toBe(after);
    expect(asking.counts()).toEqual({ answered: 2 * ASKED.length });
  });

  it('does not ask a server that rates by another version of the method', async () => {
    const { asking } = await pair('2');
    expect(await results('1', asking.calls.elsewhere)).toBe(await results('1', null));
    expect(asking.counts()).toEqual({});
  });

  it('with another secret is refused, leaves the server out for a while and says so once', async () => {
    const { holder } = await pair();
    const stranger = await server('1', { holds: false, keys: [new Uint8Array(32).fill(8)] });
    expect(await results('1', stranger.calls.elsewhere)).toBe(await results('1', null));
    expect(stranger.counts()).toEqual({ refused: 1 });
    expect(stranger.said).toEqual([expect.stringMatching(/^a memory server is left out for some seconds .*refused/)]);
    expect(holder.said).toEqual([expect.stringMatching(/^a request to the internal port was not signed/)]);
  });

  it('walks over PostgreSQL where the memory server is gone, and asks it no more once its row is', async () => {
    const { holder, asking } = await pair();
    await results('1', asking.calls.elsewhere);
    asking.counts();
    const { rows } = await database.pool.query(
      'SELECT url, product_version, method_version, assets FROM memory_servers',
    );
    await holder.stop();
    expect((await database.pool.query('SELECT FROM memory_servers')).rowCount).toBe(0);
    // As after SIGKILL: the row of a server that no longer runs.
    const [row] = rows;
    await database.pool.query(
      'INSERT INTO memory_servers (url, product_version, method_version, assets) VALUES ($1, $2, $3, $4)',
      [row.url, row.product_version, row.method_version, JSON.stringify(row.assets)],
    );
    expect(await results('1', asking.calls.elsewhere)).toBe(await results('1', null));
    expect(asking.counts()).toEqual({ failed: 1 });
    await database.pool.query("UPDATE memory_servers SET seen_at = now() - interval '11 seconds'");
    const late = await server('1', { holds: false });
    expect(await results('1', late.calls.elsewhere)).toBe(await results('1', null));
    expect(late.counts()).toEqual({});
  });

  it('ends a check that is cancelled while a memory server does not answer, and walks itself where none is', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const at = silent.address();
    const url = `http://127.0.0.1:${typeof at === 'object' ? at?.port : 0}`;
    await database.pool.query(
      `INSERT INTO memory_servers (url, product_version, method_version, assets)
       SELECT $1, $2, '1', json_build_array(json_build_object('ledger', id, 'network', network, 'ticker', ticker,
         'revision', revision)) FROM ledgers`,
      [url, PRODUCT_VERSION],
    );
    const { calls, counts } = await server('1', { holds: false });
    const { withSnapshot } = checkedBy('1', database.pool, null, calls.elsewhere);
    const ports = { withSnapshot, engine: newestEngineOf('1') };
    const [first = ''] = ASKED;
    const gone = new AbortController();
    silent.once('connection', () => gone.abort());
    await expect(computeCheck(ports, asset, first, NOW, gone.signal, () => undefined)).rejects.toThrow(
      WalkCancelledError,
    );
    expect(await results('1', calls.elsewhere)).toBe(await results('1', null));
    expect(counts()).toEqual({ cancelled: 1, late: 1 });
    silent.close();
  });
});

/** Until the asking server would ask again about an asset of which the memory server had another state. */
async function pausesEnd(): Promise<void> {
  await sleep(300);
}
