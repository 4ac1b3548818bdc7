import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { NA_CHECK } from '../../src/modules/checks/checks/test/check-fakes.ts';
import { clusterUrl } from '../../src/platform/db/postgres/cluster.ts';
import { readPostmasterFile } from '../../src/platform/db/postgres/postmaster-file.ts';
import { type Product, startProduct } from '../support/built-product.ts';
import { logLines } from '../support/log-lines.ts';
import { preparedDataDir } from '../support/prepared-data-dir.ts';

/** Only what hangs exceeds it, on a busy machine too. */
const WITHIN_MS = 20_000;
const FATAL = 60;

const { dataDir, remove } = await preparedDataDir();
let product: Product;
let cookie = '';

beforeAll(async () => {
  product = startProduct({ dataDir });
  const printed = await fetch(await product.printedLink, { redirect: 'manual' });
  cookie = cookiesOf(printed);
  const demo = await call('/api/auth/demo', {});
  cookie = `${cookie}; ${cookiesOf(demo)}`;
}, 60_000);
afterAll(async () => {
  product.child.kill('SIGTERM');
  await product.exited;
  await remove();
});

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
}

async function call(url: string, body: object): Promise<Response> {
  const origin = await product.opened;
  return fetch(`${origin}${url}`, {
    method: 'POST',
    headers: { cookie, origin, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function asAdministrator<T>(work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const dir = path.join(dataDir, 'postgres');
  const port = (await readPostmasterFile(dir))?.port ?? 0;
  const admin = new pg.Client({ connectionString: await clusterUrl(dir, port, 'postgres') });
  admin.on('error', () => undefined);
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

/** The process of one connection of the product. */
function processOf(name: string): Promise<number> {
  return asAdministrator(async (admin) => {
    const found = await admin.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE application_name = $1 LIMIT 1',
      [name],
    );
    return found.rows[0]?.pid ?? 0;
  });
}

async function expectWorks(): Promise<void> {
  const work = async () => {
    expect(product.child.exitCode, product.said()).toBe(null);
    expect(await processOf('assay keeper')).toBeGreaterThan(0);
    const checked = await call('/api/monitor/check', NA_CHECK);
    expect(checked.status, await checked.text()).toBe(200);
  };
  await vi.waitFor(work, { timeout: WITHIN_MS, interval: 200 });
  expect(logLines(product.stderr()).filter(({ level }) => level >= FATAL)).toEqual([]);
}

describe('a product whose database breaks a connection', { timeout: 2 * WITHIN_MS }, () => {
  it.each(['assay keeper', 'assay jobs', 'assay'])('goes on when that of %s is ended', async (name) => {
    await expectWorks();
    const pid = await processOf(name);
    expect(pid).toBeGreaterThan(0);
    await asAdministrator((admin) => admin.query('SELECT pg_terminate_backend($1)', [pid]));
    await vi.waitFor(async () => expect(await processOf(name)).not.toBe(pid), WITHIN_MS);
    await expectWorks();
  });

  it('goes on when PostgreSQL restarts all of them, because the process of one was killed', async () => {
    await expectWorks();
    const keeper = await processOf('assay keeper');
    process.kill(await processOf('assay jobs'), 'SIGKILL');
    await vi.waitFor(async () => expect(await processOf('assay keeper')).not.toBe(keeper), WITHIN_MS);
    await expectWorks();
  });
});
