import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { accountGraph } from '@assay/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/app/databases/open-database.ts';
import { appendTransfers, ensureLedger } from '../../src/modules/records/index.ts';
import { inTransaction } from '../../src/platform/db/index.ts';
import { isPostmasterAlive, readPostmasterFile } from '../../src/platform/db/postgres/postmaster-file.ts';
import { COMMAND, type Product, startProduct } from '../support/built-product.ts';
import { preparedDataDir } from '../support/prepared-data-dir.ts';

const SERVER = fileURLToPath(new URL('../../', import.meta.url));
const SITE = path.join(SERVER, '..', 'web', 'build', 'server', 'sharing.js');
const WITHIN_MS = 60_000;
/** Of more records than a walk may read in the thread that answers requests. */
const PAID = `0x${'a'.repeat(40)}`;
const graph = accountGraph({ seed: 8, accounts: 60, transfers: 3_000 });

const { dataDir, remove } = await preparedDataDir();
const cluster = path.join(dataDir, 'postgres');
let product: Product;
let cookie: string;

beforeAll(async () => {
  product = startProduct({
    dataDir,
    preload: new URL('../support/report-modules.mjs', import.meta.url),
  });
  const local = cookiesOf(await fetch(await product.printedLink, { redirect: 'manual' }));
  cookie = local;
  cookie = `${local}; ${cookiesOf(await post('/api/auth/demo', {}))}`;
}, 2 * WITHIN_MS);
afterAll(async () => {
  product.child.kill('SIGKILL');
  await product.exited;
  await remove();
});

async function post(url: string, body: object): Promise<Response> {
  const origin = await product.opened;
  return fetch(`${origin}${url}`, {
    method: 'POST',
    headers: { cookie, origin, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
}

/** Every file that the server and its threads loaded as code so far. */
function loaded(): readonly string[] {
  return [...product.stderr().matchAll(/^loaded (\S+)$/gm)].map(([, url = '']) => url);
}

/** Records of an address that is in most of them. */
async function appendRecords(): Promise<void> {
  const named = new Map<string, string>();
  const addressOf = (name: string): string => {
    const known = named.get(name) ?? (named.size === 0 ? PAID : `0x${named.size.toString(16).padStart(40, '1')}`);
    named.set(name, known);
    return known;
  };
  const add = graph.transfers.map((one) => ({ ...one, from: addressOf(one.from), to: PAID }));
  const { pool, close } = await openDatabase({ databaseUrl: null, dataDir });
  try {
    const ledger = await ensureLedger(pool, 'ETH', 'USDT');
    await inTransaction(pool, (client) => appendTransfers(client, ledger, { add }));
  } finally {
    await close();
  }
}

describe('the server from its bundle, as npm start runs it', { timeout: 2 * WITHIN_MS }, () => {
  it('answers the first page', async () => {
    const page = await fetch(await product.opened);
    expect(page.status).toBe(existsSync(SITE) ? 200 : 503);
    expect(await page.text()).toContain('</html>');
  });

  it('checks an address, walks in a thread, and writes the report in another', async () => {
    await appendRecords();
    const answer = await post('/api/monitor/check', { address: PAID, ticker: 'USDT', parent: 'ETH' });
    expect(answer.status).toBe(200);
    const subId: string = JSON.parse(await answer.text()).data.asset.sub_id;
    const report = await fetch(`${await product.opened}/api/monitor/pdf/${subId}`, { headers: { cookie } });
    expect(report.headers.get('content-type')).toBe('application/pdf');
    expect(Buffer.from(await report.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-');
    const threads = loaded().filter((url) => /\/(walk|render)-worker\.\w+$/.test(url));
    expect(new Set(threads.map((url) => path.relative(path.dirname(COMMAND), fileURLToPath(url))))).toEqual(
      new Set(['render-worker.mjs', 'walk-worker.mjs']),
    );
  });

  it('has loaded no module of the source', () => {
    expect(loaded().filter((url) => /\/(apps|packages)\/[\w-]+\/(src|starter)\/.*\.ts$/.test(url))).toEqual([]);
    expect(loaded().some((url) => url.endsWith('/assay.mjs'))).toBe(true);
  });

  it('stops with everything it started', async () => {
    const database = await readPostmasterFile(cluster);
    product.child.kill('SIGTERM');
    expect(await product.exited).toBe(0);
    expect(isPostmasterAlive(database?.pid ?? 0)).toBe(false);
  });
});
