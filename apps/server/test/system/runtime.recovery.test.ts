import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  isPostmasterAlive,
  postmasterFilePath,
  readPostmasterFile,
} from '../../src/platform/db/postgres/postmaster-file.ts';
import { startProduct } from '../support/built-product.ts';
import { preparedDataDir } from '../support/prepared-data-dir.ts';

const { dataDir, remove } = await preparedDataDir();
afterAll(remove);

const cluster = path.join(dataDir, 'postgres');

async function killedProduct(): Promise<number> {
  const product = startProduct({ dataDir });
  await product.opened;
  const file = await readPostmasterFile(cluster);
  product.child.kill('SIGKILL');
  expect(await product.exited).toBe('SIGKILL');
  return file?.pid ?? 0;
}

describe('after kill -9', () => {
  it('joins the database that the killed server left, and stops it in the end', async () => {
    const orphan = await killedProduct();
    expect(isPostmasterAlive(orphan)).toBe(true);
    const next = startProduct({ dataDir });
    expect((await fetch(`${await next.opened}/readyz`)).status).toBe(200);
    expect((await readPostmasterFile(cluster))?.pid).toBe(orphan);
    next.child.kill('SIGTERM');
    expect(await next.exited).toBe(0);
    expect(isPostmasterAlive(orphan)).toBe(false);
  });

  it('recovers when the database was killed too and its number belongs to another program now', async () => {
    const orphan = await killedProduct();
    process.kill(orphan, 'SIGKILL');
    const file = postmasterFilePath(cluster);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/^\d+/, String(process.pid)));

    const next = startProduct({ dataDir });
    expect((await fetch(`${await next.opened}/readyz`)).status).toBe(200);
    next.child.kill('SIGTERM');
    expect(await next.exited).toBe(0);
  });

  it('ends with a message when its database is killed under it', async () => {
    const product = startProduct({ dataDir });
    await product.opened;
    process.kill((await readPostmasterFile(cluster))?.pid ?? 0, 'SIGKILL');
    expect(await product.exited, product.said()).toBe(3);
    expect(product.said()).toContain('The database stopped unexpectedly');
  });
});
