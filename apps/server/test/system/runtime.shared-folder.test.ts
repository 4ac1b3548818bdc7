import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/app/databases/open-database.ts';
import { readPostmasterFile } from '../../src/platform/db/postgres/postmaster-file.ts';
import { startProduct, temporaryDataDir } from '../support/built-product.ts';

const { dataDir, remove } = await temporaryDataDir();
afterAll(remove);

const postmaster = () => readPostmasterFile(path.join(dataDir, 'postgres'));

describe('one data folder', () => {
  it('starts one of two simultaneous first processes, and the other exits with the reason', async () => {
    const products = [startProduct({ dataDir }), startProduct({ dataDir })];
    const outcomes = await Promise.allSettled(products.map(({ opened }) => opened));
    const winners = products.filter((_, index) => outcomes[index]?.status === 'fulfilled');
    const [loser] = products.filter((_, index) => outcomes[index]?.status === 'rejected');
    expect(winners).toHaveLength(1);
    expect(await loser?.exited).toBe(3);
    expect(loser?.said()).toContain('Assay is already running on the data folder');

    const address = await winners[0]?.opened;
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    winners[0]?.child.kill('SIGTERM');
    expect(await winners[0]?.exited).toBe(0);
  });

  it('is used by a command while the server runs, and the database of the server keeps running after the command', async () => {
    const product = startProduct({ dataDir });
    const address = await product.opened;
    const command = await openDatabase({ databaseUrl: null, dataDir });
    const { rows } = await command.pool.query('SELECT 1 AS one');
    expect(rows).toEqual([{ one: 1 }]);
    await command.close();
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    product.child.kill('SIGTERM');
    await product.exited;
  });

  it('has its database started for a single command and stopped afterwards', async () => {
    expect(await postmaster()).toBeNull();
    const command = await openDatabase({ databaseUrl: null, dataDir });
    expect((await postmaster())?.state).toBe('ready');
    await command.close();
    expect(await postmaster()).toBeNull();
  });

  it('has its database kept running for the server when the command that started it ends first', async () => {
    const command = await openDatabase({ databaseUrl: null, dataDir });
    const product = startProduct({ dataDir });
    const address = await product.opened;
    await command.close();
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    product.child.kill('SIGTERM');
    expect(await product.exited).toBe(0);
    expect(await postmaster()).toBeNull();
  });

  it('can be used by commands that start and end at the same time', async () => {
    const use = async (): Promise<number | null> => {
      const database = await openDatabase({ databaseUrl: null, dataDir });
      const { rowCount } = await database.pool.query('SELECT 1');
      await database.close();
      return rowCount;
    };
    expect(await Promise.all(Array.from({ length: 6 }, use))).toEqual([1, 1, 1, 1, 1, 1]);
    expect(await postmaster()).toBeNull();
  });
});
