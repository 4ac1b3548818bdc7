import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTelegramStandIn, type TelegramStandIn } from '@assay/testkit/telegram';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Product, startProduct } from '../support/built-product.ts';
import { preparedDataDir } from '../support/prepared-data-dir.ts';

let place: Awaited<ReturnType<typeof preparedDataDir>>;
let telegram: TelegramStandIn;
const products: Product[] = [];

beforeAll(async () => {
  place = await preparedDataDir();
  telegram = await startTelegramStandIn({ username: 'assay_test_bot' });
});
afterAll(async () => {
  for (const { child } of products) child.kill('SIGKILL');
  await telegram.close();
  await place.remove();
});

function start(env: Record<string, string>): Product {
  const product = startProduct({ dataDir: place.dataDir, env: { PATH: process.env['PATH'] ?? '', ...env } });
  products.push(product);
  return product;
}

/** Processes of the bot that this product started. */
function botsOf({ child }: Product): readonly number[] {
  return readdirSync('/proc').flatMap((name) => {
    const isBot = /^\d+$/.test(name) && read(name, 'cmdline').includes('apps/bot/src/main.ts');
    return isBot && /\nPPid:\t(\d+)/.exec(read(name, 'status'))?.[1] === String(child.pid) ? [Number(name)] : [];
  });
}

/** Empty where the process is gone. */
function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

async function until(isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + 45_000;
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error('It did not happen within 45 s');
    await sleep(100);
  }
}

const isAlive = (pid: number) => read(String(pid), 'cmdline') !== '';

describe('the product and its bot', { timeout: 180_000 }, () => {
  const env = () => ({
    BOT_TOKEN: telegram.token,
    BOT_USERNAME: telegram.username,
    BOT_TELEGRAM_URL: telegram.url,
  });

  it('starts nothing without a token, and has no calls for a bot', async () => {
    const product = start({});
    const url = await product.opened;
    expect(botsOf(product)).toEqual([]);
    const answer = await fetch(`${url}/api/bot/users/77`, { method: 'PUT' });
    expect(answer.status).toBe(404);
    product.child.kill('SIGTERM');
    expect(await product.exited).toBe(0);
    expect(product.said()).not.toContain('bot');
  });

  it('starts the bot with a token, which answers; again when it was killed; and stops it at the end', async () => {
    const product = start(env());
    await product.opened;
    const kadri = telegram.person();
    kadri.start();
    await kadri.reads('You have 3 checks to spend.', { withinMs: 45_000 });

    const [first = 0] = botsOf(product);
    process.kill(first, 'SIGKILL');
    kadri.send('/balance');
    await until(() => product.said().includes('the Telegram bot ended; it is started again'));
    await until(() => botsOf(product).some((pid) => pid !== first));
    await kadri.reads(/3 checks/, { withinMs: 45_000 });

    const [second = 0] = botsOf(product);
    product.child.kill('SIGTERM');
    expect(await product.exited).toBe(0);
    expect(isAlive(second)).toBe(false);
    expect(product.said()).not.toContain(telegram.token);
  });

  it('leaves no bot behind when it is killed itself', async () => {
    const product = start(env());
    await product.opened;
    await until(() => botsOf(product).length === 1);
    const [bot = 0] = botsOf(product);
    product.child.kill('SIGKILL');
    await product.exited;
    await until(() => !isAlive(bot));
  });
});
