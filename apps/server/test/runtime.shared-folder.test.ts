import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../src/adapters/postgres/open-database.ts';
import { readPostmasterFile } from '../src/adapters/postgres/postmaster-file.ts';
import { startProduct, temporaryDataDir } from './product.ts';

const { dataDir, remove } = await temporaryDataDir();
afterAll(remove);

const postmaster = () => readPostmasterFile(path.join(dataDir, 'postgres'));

describe('one data folder', () => {
  it('lets one of two simultaneous first starts win and tells the other why', async () => {
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

  it('is shared by a command while the server runs, and the command leaves the server its database', async () => {
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

  it('starts its database for a command alone and stops it afterwards', async () => {
    expect(await postmaster()).toBeNull();
    const command = await openDatabase({ databaseUrl: null, dataDir });
    expect((await postmaster())?.state).toBe('ready');
    await command.close();
    expect(await postmaster()).toBeNull();
  });

  it('keeps the database up for the server when the command that started it ends first', async () => {
    const command = await openDatabase({ databaseUrl: null, dataDir });
    const product = startProduct({ dataDir });
    const address = await product.opened;
    await command.close();
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    product.child.kill('SIGTERM');
    expect(await product.exited).toBe(0);
    expect(await postmaster()).toBeNull();
  });

  it('survives commands that come and go at the same time', async () => {
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
