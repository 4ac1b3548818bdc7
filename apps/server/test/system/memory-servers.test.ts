import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { accountGraph } from '@assay/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../src/modules/money/ledger/index.ts';
import { appendTransfers, ensureLedger } from '../../src/modules/records/transfers/index.ts';
import { inTransaction } from '../../src/platform/db/index.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { type Product, startProduct, temporaryDataDir } from '../support/product.ts';

/** Only what hangs exceeds it, on a busy machine too. */
const WITHIN_MS = 60_000;
const KEYS = 'a-secret-that-is-worth-nothing-outside-of-this-test';
const SHARED = { REPORT_KEYS_SECRET: KEYS, AUTH_SECRET: KEYS, MAILBOX_SECRET: KEYS, INTERNAL_KEYS: KEYS };
const [FIRST = '', SECOND = ''] = ['a', 'b'].map((letter) => `0x${letter.repeat(40)}`);
const graph = accountGraph({ seed: 8, accounts: 60, transfers: 1_500 });
const named = new Map<string, string>();
/** Addresses of Ethereum, whatever the graph calls its accounts. */
const addressOf = (name: string): string => {
  const known = named.get(name) ?? [FIRST, SECOND][named.size] ?? `0x${named.size.toString(16).padStart(40, '1')}`;
  named.set(name, known);
  return known;
};

let database: TestDatabase;
let folders: readonly Awaited<ReturnType<typeof temporaryDataDir>>[];
const products: Product[] = [];
beforeAll(async () => {
  database = await testDatabase();
  folders = [await temporaryDataDir(), await temporaryDataDir()];
  const ledger = await ensureLedger(database.pool, 'ETH', 'USDT');
  const add = graph.transfers.map((one) => ({ ...one, from: addressOf(one.from), to: addressOf(one.to) }));
  await inTransaction(database.pool, (client) => appendTransfers(client, ledger, { add }));
});
afterAll(async () => {
  for (const { child, exited } of products) {
    child.kill('SIGKILL');
    await exited;
  }
  for (const { remove } of folders) await remove();
  await database.drop();
});

async function start(dataDir: string, settings: Readonly<Record<string, string>>) {
  const product = startProduct({ dataDir, env: { DATABASE_URL: database.url, ...SHARED, ...settings } });
  products.push(product);
  const url = await product.opened;
  const entered = await fetch(await product.printedLink, { redirect: 'manual' });
  const local = cookiesOf(entered);
  const demo = await fetch(`${url}/api/auth/demo`, { method: 'POST', headers: { cookie: local, origin: url } });
  const cookie = `${local}; ${cookiesOf(demo)}`;
  return {
    product,
    url,
    /** What a result says, without what differs between two checks of the same. */
    async check(address: string): Promise<unknown> {
      const answer = await fetch(`${url}/api/monitor/check`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie, origin: url },
        body: JSON.stringify({ address, ticker: 'USDT', parent: 'ETH' }),
      });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`A check is answered ${answer.status}: ${text}`);
      const { sub_id: _id, created_at: _time, ...said } = JSON.parse(text).data.asset;
      return said;
    },
    /** How many walk calls ended with an outcome. */
    async calls(outcome: string): Promise<number> {
      const metrics = await (await fetch(`${url}/metrics`)).text();
      const line = metrics.split('\n').find((one) => one.startsWith(`assay_walk_calls_total{outcome="${outcome}"}`));
      return Number(line?.split(' ')[1] ?? Number.NaN);
    },
  };
}

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
}

async function freePort(): Promise<number> {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const at = taken.address();
  await new Promise((resolve) => taken.close(resolve));
  return typeof at === 'object' && at !== null ? at.port : 0;
}

const rows = async (statement: string): Promise<number> => (await database.pool.query(statement)).rowCount ?? 0;

describe('two servers of one database, one of which has the records in memory', { timeout: 4 * WITHIN_MS }, () => {
  it('give the same results, also where it is killed in the middle of a check', async () => {
    const [first, second] = folders;
    const port = await freePort();
    const internal = `http://127.0.0.1:${port}`;
    const holder = await start(first?.dataDir ?? '', {
      MEMORY_MB: '200',
      MEMORY_ASSETS: 'ETH-USDT',
      INTERNAL_URL: internal,
    });
    const asking = await start(second?.dataDir ?? '', {});
    const isHeld = () => rows('SELECT FROM memory_servers WHERE assets @> \'[{"ticker": "USDT"}]\'');
    await expect.poll(isHeld, { timeout: WITHIN_MS }).toBe(1);
    // As old as the list of servers may be.
    await sleep(1_100);

    const walkedThere = await asking.check(FIRST);
    expect(await asking.calls('answered')).toBe(1);
    expect(await holder.check(FIRST)).toEqual(walkedThere);

    // The public port has no such call, the internal one nothing else, and neither says anything to a stranger.
    const call = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    const unknown = await fetch(`${holder.url}/no-such-path`, call);
    expect((await fetch(`${holder.url}/walks`, call)).status).toBe(unknown.status);
    for (const path of ['/walks', '/metrics', '/']) {
      const answer = await fetch(`${internal}${path}`, call);
      expect([answer.status, await answer.text()]).toEqual([401, '']);
    }

    holder.product.child.kill('SIGSTOP');
    const checking = asking.check(SECOND);
    await expect.poll(() => rows("SELECT FROM checks WHERE status = 'running'"), { interval: 10 }).toBe(1);
    holder.product.child.kill('SIGKILL');
    const walkedHere = await checking;
    expect((await asking.calls('failed')) + (await asking.calls('late'))).toBe(1);
    expect(await asking.calls('answered')).toBe(1);
    expect(asking.product.stderr()).toContain('a memory server is left out for some seconds');
    expect(asking.product.stderr()).not.toContain(KEYS);

    // Nobody is asked now: all of it is PostgreSQL's.
    expect(await asking.check(SECOND)).toEqual(walkedHere);
    expect(await asking.check(FIRST)).toEqual(walkedThere);
    expect(await asking.calls('answered')).toBe(1);
    expect(await auditLedger(database.pool)).toEqual([]);
  });
});
