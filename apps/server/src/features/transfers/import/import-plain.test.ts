import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readRejects } from './import-manifest.store.ts';
import { account, database, importing, prepareTransferImports, transfersOf } from './test/import-fixture.ts';

prepareTransferImports();

describe('importing the plain form', () => {
  const HEAD = 'network,asset,from,to,amount,decimals,time,transaction,sequence\n';
  const line = (...cells: (string | number)[]): string => `${cells.join(',')}\n`;

  it('reads amounts in base units, times in both forms, and order by sequence', async () => {
    await importing(
      'csv',
      HEAD +
        line('ETH', 'USDT', account('a1'), account('b2'), 100, 6, '2023-05-02T17:59:59Z', 't2', 2) +
        line('eth', 'usdt', account('c3'), account('a1'), 400, 6, 1683050399, 't9', 1),
    );
    expect(await transfersOf('USDT')).toEqual(['0 token eec3 > eea1 400 1 0 1', '0 token eea1 > eeb2 100 1 1 0.25']);
  });

  it('takes a row without a sender as the opening balance', async () => {
    await importing(
      'csv',
      HEAD +
        line('ETH', 'USDT', account('a1'), account('b2'), 100, 6, 1683050399, 't1', 1) +
        line('ETH', 'USDT', '', account('a1'), 400, 6, '', '', ''),
    );
    expect(await transfersOf('USDT')).toEqual(['0 token eea1 > eeb2 100 1 1 0.25']);
  });

  it('refuses decimals that are not the asset’s, sequences from 2^31 on, networks it cannot follow, coins, and amounts with a point', async () => {
    const rest = [account('a1'), account('b2')] as const;
    const summary = await importing(
      'csv',
      HEAD +
        line('BSC', 'USDT', ...rest, 100, 6, 1683050399, 't1', 1) +
        line('XMR', 'XMR', ...rest, 100, 12, 1683050399, 't1', 1) +
        line('BTC', 'BTC', ...rest, 100, 8, 1683050399, 't1', 1) +
        line('ETH', 'USDT', ...rest, '1.5', 6, 1683050399, 't1', 1) +
        line('ETH', 'NOPE', ...rest, 1, 6, 1683050399, 't1', 1) +
        line('ETH', 'USDT', ...rest, 1, 6, 'yesterday', 't1', 1) +
        line('ETH', 'USDT', ...rest, '0x10', 6, 1683050399, 't1', 1) +
        line('ETH', 'USDT', ...rest, 1, 6, '2026-02-30T10:00:00Z', 't1', 1) +
        line('ETH', 'USDT', ...rest, 1, 6, 1683050399, 't1', 2 ** 31) +
        line('ETH', 'USDT', ...rest, 7, 6, 1683050399, 't1', 2 ** 31 - 1),
    );
    const rejects = await readRejects(database.pool, summary.importId, 0, 10);
    expect(rejects.map(({ reason }) => reason)).toEqual([
      '"decimals" is 6, but USDT on BSC has 18',
      `"network" is 'XMR', which Assay cannot follow`,
      'BTC spends coins: its transactions need inputs and outputs, not from and to',
      `"amount" expected a whole number of base units, got '1.5'`,
      `"asset" is 'NOPE', which is not listed on ETH`,
      `"time" expected Unix seconds or YYYY-MM-DDTHH:MM:SSZ, got 'yesterday'`,
      `"amount" expected a whole number of base units, got '0x10'`,
      `"time" is '2026-02-30T10:00:00Z', which no calendar or clock shows`,
      '"sequence" is 2147483648, beyond 2147483647',
    ]);
    // The largest sequence is accepted.
    expect(await transfersOf('USDT')).toEqual(['0 token eea1 > eeb2 7 1 0 1']);
  });

  it('reads what kind of transfer a row is: fees without a receiver, and what contracts moved', async () => {
    const head = 'network,asset,kind,from,to,amount,time,transaction,sequence,block,transaction_index\n';
    const [a, b] = [account('a1'), account('b2')];
    const summary = await importing(
      'csv',
      head +
        line('ETH', 'ETH', 'fee', a, '', 3, 1683050399, 't1', 0, 7, 2) +
        line('ETH', 'ETH', 'internal', a, b, 5, 1683050399, 't1', 1, 7, 2) +
        line('ETH', 'ETH', '', a, b, 4, 1683050399, 't1', 0, 7, 2) +
        line('ETH', 'ETH', 'token', a, b, 4, 1683050399, 't2', 0, 7, 3) +
        line('ETH', 'USDT', 'fee', a, b, 4, 1683050399, 't2', 0, 7, 3) +
        line('ETH', 'ETH', 'gift', a, b, 4, 1683050399, 't2', 0, 7, 3) +
        line('ETH', 'ETH', 'internal', a, '', 4, 1683050399, 't2', 0, 7, 3),
    );
    expect((await transfersOf('ETH')).map((row) => row.split(' ').slice(1, 6).join(' '))).toEqual([
      'fee eea1 > fee 3',
      'native eea1 > eeb2 4',
      'internal eea1 > eeb2 5',
    ]);
    const rejects = await readRejects(database.pool, summary.importId, 0, 10);
    expect(rejects.map(({ reason }) => reason)).toEqual([
      `"kind" is 'token', expected fee, native or internal`,
      `"kind" is 'fee', expected token`,
      `"kind" is 'gift', expected fee, native or internal`,
      '"to" is empty',
    ]);
  });

  it('stops on a broken archive and leaves no record', async () => {
    const whole = gzipSync(
      HEAD + line('ETH', 'USDT', account('a1'), account('b2'), 100, 6, 1683050399, 't1', 1).repeat(500),
    );
    await expect(importing('csv', whole.subarray(0, whole.length - 20))).rejects.toThrow();
    expect(await transfersOf('USDT')).toEqual([]);
  });
});
