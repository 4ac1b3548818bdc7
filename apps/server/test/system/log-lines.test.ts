import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startTelegramStandIn, type TelegramStandIn } from '@assay/testkit/telegram';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readPostmasterFile } from '../../src/platform/db/postgres/postmaster-file.ts';
import { COMMAND, COMPILE_CACHE, type Product, type ProductOptions, startProduct } from '../support/built-product.ts';
import { logLines } from '../support/log-lines.ts';
import { preparedDataDir } from '../support/prepared-data-dir.ts';

const PRELOAD = new URL('../support/faults-on-request.mjs', import.meta.url);
/** Only what hangs exceeds it, on a busy machine too. */
const WITHIN_MS = 90_000;
const LEVEL = { info: 30, warn: 40, error: 50, fatal: 60 };

const assay = promisify(execFile);

let place: Awaited<ReturnType<typeof preparedDataDir>>;
const products: Product[] = [];

beforeAll(async () => {
  place = await preparedDataDir();
});
// A server that a failed test left running would keep the data folder.
afterEach(async () => {
  for (const { child, exited } of products.splice(0)) {
    child.kill('SIGKILL');
    await exited;
  }
});
afterAll(() => place.remove());

function start(options: Omit<ProductOptions, 'dataDir'> = {}): Product {
  const product = startProduct({ dataDir: place.dataDir, ...options });
  products.push(product);
  return product;
}

async function lineOf(product: Product, expected: object): Promise<void> {
  await vi.waitFor(() => expect(logLines(product.stderr())).toContainEqual(expect.objectContaining(expected)), {
    timeout: WITHIN_MS,
    interval: 100,
  });
}

describe('every line that the server writes to stderr is one JSON object', { timeout: 5 * WITHIN_MS }, () => {
  it('at the start, for a job that fails, for warnings, and for texts of libraries and threads', async () => {
    const product = start({ env: { LOG_LEVEL: 'debug' }, preload: PRELOAD });
    await product.opened;
    await lineOf(product, { level: LEVEL.info, msg: 'Starting the database.' });

    const location = 'http://somebody:a-secret@127.0.0.1:9/labels.csv';
    const importing = ['labels', 'import', '--background', '--format', 'csv', '--source', 'mine', location];
    const env = { ...COMPILE_CACHE, ASSAY_DATA_DIR: place.dataDir };
    // A first server makes its queues shortly after it opens; before that, the command is refused.
    const hasBegun = () =>
      assay(process.execPath, [COMMAND, ...importing], { env }).then(
        () => true,
        (error) => {
          if (`${error.stderr}`.includes('No server has run on this database yet')) return false;
          throw error;
        },
      );
    await vi.waitUntil(hasBegun, WITHIN_MS);
    await lineOf(product, { level: LEVEL.error, msg: 'a background job failed', queue: 'labels-import' });

    product.child.send('warning');
    await lineOf(product, { level: LEVEL.warn, msg: 'a library is out of date' });
    product.child.send('text on stderr');
    await lineOf(product, { level: LEVEL.error, source: 'stderr', msg: 'a library wrote\ntwo lines' });
    product.child.send('thread');
    await lineOf(product, { source: 'stderr', msg: 'a thread wrote this' });
    await lineOf(product, { msg: expect.stringContaining('a thread uses something that is out of date') });
    expect((await fetch(await product.opened)).status).toBeLessThan(600);
    product.child.kill('SIGTERM');
    expect(await product.exited).toBe(0);
    expect(logLines(product.stderr()).length).toBeGreaterThan(7);
    expect(product.stderr()).not.toContain('a-secret');
  });

  it.each([
    ['rejected promise', 'unhandledRejection', 'nothing caught this'],
    ['broken thread', 'uncaughtException', 'a thread could not start'],
  ])('when it ends by a fault: %s', async (fault, origin, message) => {
    const product = start({ preload: PRELOAD });
    await product.opened;
    product.child.send(fault);
    expect(await product.exited).toBe(1);
    // Work that it cut off may still write a line.
    const fatal = logLines(product.stderr()).filter(({ level }) => level === LEVEL.fatal);
    expect(fatal).toMatchObject([{ origin, err: { message } }]);
  });

  it('when its database is lost, and where LOG_LEVEL is silent', async () => {
    const product = start({ env: { LOG_LEVEL: 'silent' } });
    await product.opened;
    expect(product.stderr()).toBe('');
    const database = await readPostmasterFile(`${place.dataDir}/postgres`);
    process.kill(database?.pid ?? 0, 'SIGKILL');
    expect(await product.exited).toBe(3);
    expect(logLines(product.stderr())).toMatchObject([
      { level: LEVEL.fatal, msg: expect.stringContaining('The database stopped unexpectedly') },
    ]);
  });

  it.each<[string, Record<string, string>, number]>([
    ['PORT must be a port number from 0 to 65535', { PORT: 'a-secret' }, 2],
    ['LOG_LEVEL must be', { LOG_LEVEL: 'a-secret' }, 2],
    ['DATABASE_URL cannot be used (ECONNREFUSED)', { DATABASE_URL: 'postgres://assay:a-secret@127.0.0.1:9/assay' }, 3],
  ])('when it does not start, without the value of the setting: %s', async (reason, env, exitCode) => {
    const product = start({ env });
    await expect(product.opened).rejects.toThrow('It ended instead');
    expect(await product.exited).toBe(exitCode);
    expect(logLines(product.stderr()).at(-1)).toMatchObject({
      level: LEVEL.fatal,
      msg: expect.stringContaining(reason),
    });
    expect(product.said()).not.toContain('a-secret');
  });

  it('when the command line is wrong', async () => {
    const failed = await assay(process.execPath, [COMMAND, 'serve', '--loud'], { env: COMPILE_CACHE }).catch(
      (error) => error,
    );
    expect(failed.code).toBe(2);
    expect(logLines(failed.stderr).map(({ msg }) => msg)).toContain("error: unknown option '--loud'");
  });
});

describe('the log of a server and its bot', { timeout: 5 * WITHIN_MS }, () => {
  let telegram: TelegramStandIn;
  beforeAll(async () => {
    telegram = await startTelegramStandIn({ username: 'assay_test_bot' });
  });
  afterAll(() => telegram.close());

  it('is JSON lines when the bot runs, is killed and is refused by Telegram', async () => {
    const env = { PATH: process.env['PATH'] ?? '', BOT_TELEGRAM_URL: telegram.url, LOG_LEVEL: 'trace' };
    const product = start({ env: { ...env, BOT_TOKEN: telegram.token } });
    await product.opened;
    await vi.waitFor(() => expect(product.said()).toContain('@assay_test_bot is listening\n'), { timeout: WITHIN_MS });
    const children = await assay('ps', ['--ppid', String(product.child.pid), '-o', 'pid=,args=']);
    const bot = /^\s*(\d+) .*apps\/bot\/src\/main\.ts/m.exec(children.stdout)?.[1];
    process.kill(Number(bot), 'SIGKILL');
    await lineOf(product, { level: LEVEL.warn, end: 'SIGKILL', againInSeconds: 1 });
    product.child.kill('SIGTERM');
    expect(await product.exited).toBe(0);
    expect(logLines(product.stderr()).length).toBeGreaterThan(0);

    const refused = start({ env: { ...env, BOT_TOKEN: `1:${'A'.repeat(35)}` } });
    await lineOf(refused, { level: LEVEL.fatal, name: 'bot', msg: expect.stringContaining("'Unauthorized'") });
    refused.child.kill('SIGTERM');
    expect(await refused.exited).toBe(0);
    expect(refused.stderr()).not.toContain('AAAA');
  });
});
