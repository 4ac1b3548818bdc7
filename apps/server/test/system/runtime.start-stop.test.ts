import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isPostmasterAlive, readPostmasterFile } from '../../src/platform/db/postgres/postmaster-file.ts';
import { startProduct, temporaryDataDir } from '../support/built-product.ts';

const { dataDir, remove } = await temporaryDataDir();
afterAll(remove);

const SECOND_START_BUDGET_MS = 5_000;
/** Longer than a start may take before it is given up (product.ts), so that what it said is seen and not a timeout. */
const PATIENCE_MS = 120_000;

/** How many processes share each core of this machine just now, at least 1: the product gets one such share. */
function processesPerCore(): number {
  return Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
}

describe('the product', { timeout: PATIENCE_MS }, () => {
  it('opens on an empty data folder, and SIGTERM stops everything it started', async () => {
    const product = startProduct({ dataDir });
    const response = await fetch(await product.opened);
    expect(response.status).toBeLessThan(600);
    const database = await readPostmasterFile(path.join(dataDir, 'postgres'));
    expect(isPostmasterAlive(database?.pid ?? 0)).toBe(true);
    expect(product.said().includes('the server runs as root')).toBe(process.getuid?.() === 0);

    product.child.kill('SIGTERM');
    expect(await product.exited).toBe(0);
    expect(isPostmasterAlive(database?.pid ?? 0)).toBe(false);
  });

  it('answers its first page within five seconds at the second start, and Ctrl-C stops it', async () => {
    // A busy machine may miss the budget once; a product that is too slow misses it every time.
    let fastestMs = Number.POSITIVE_INFINITY;
    for (let start = 0; start < 3 && fastestMs >= SECOND_START_BUDGET_MS; start += 1) {
      const startedAt = performance.now();
      const product = startProduct({ dataDir });
      await fetch(await product.opened);
      fastestMs = Math.min(fastestMs, (performance.now() - startedAt) / processesPerCore());
      product.child.kill('SIGINT');
      expect(await product.exited).toBe(0);
      expect(await readPostmasterFile(path.join(dataDir, 'postgres'))).toBeNull();
    }
    expect(fastestMs).toBeLessThan(SECOND_START_BUDGET_MS);
  });

  it('names PORT when the port is taken, with exit code 3, and touches no data', async () => {
    const blocker = createServer();
    await new Promise<void>((resolve) => {
      blocker.listen(0, '127.0.0.1', resolve);
    });
    const address = blocker.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const untouched = `${dataDir}-untouched`;
    const product = startProduct({ dataDir: untouched, env: { PORT: String(port) } });
    await expect(product.opened).rejects.toThrow('It ended instead');
    blocker.close();
    expect(await product.exited).toBe(3);
    expect(product.said()).toContain(`Port ${port} on 127.0.0.1 is in use by another program.`);
    expect(product.said()).toContain(`PORT=${port + 1}`);
    expect(existsSync(untouched)).toBe(false);
  });

  it('names PORT when the port is taken while it starts, and ends', async () => {
    const port = await new Promise<number>((resolve) => {
      const free = createServer().listen(0, '127.0.0.1', () => {
        const address = free.address();
        free.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
      });
    });
    const preload = new URL('../support/lose-port.mjs', import.meta.url);
    const product = startProduct({ dataDir, env: { PORT: String(port) }, preload });
    await expect(product.opened).rejects.toThrow('It ended instead');
    expect(await product.exited).toBe(3);
    expect(product.said()).toContain(`Port ${port} on 127.0.0.1 is in use by another program.`);
    expect(await readPostmasterFile(path.join(dataDir, 'postgres'))).toBeNull();
  });
});
