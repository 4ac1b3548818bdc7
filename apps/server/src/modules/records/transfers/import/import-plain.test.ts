import { readFileSync } from 'node:fs';
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

  it('reads a file of a spreadsheet: semicolons, quotes, a byte order mark, the line that names the separator', async () => {
    const rows = [HEAD.trim(), line('ETH', 'USDT', account('a1'), account('b2'), 7, 6, 1683050399, 't1', 1).trim()];
    for (const [at, start] of ['', '\uFEFF', 'sep=;\r\n'].entries()) {
      const quoted = rows.map((row) =>
        row
          .split(',')
          .map((cell) => `"${cell.replace('t1', `t${at}`)}"`)
          .join(';'),
      );
      expect(await importing('csv', `${start}${quoted.join('\r\n')}\r\n`)).toMatchObject({ added: 1 });
    }
  });

  it('reads a file of base units that a spreadsheet separated by semicolons', async () => {
    const text = readFileSync(new URL('./test/cases/transfers-semicolons.csv', import.meta.url), 'utf8');
    expect(await importing('csv', text)).toMatchObject({ added: 1, counts: { rows: 1, rejected: 0 } });
    expect((await transfersOf('USDT')).map((row) => row.split(' ').slice(1, 6).join(' '))).toEqual([
      'token 0582 > 3c4d 1000000',
    ]);
  });

  it.each([
    [HEAD.replace('from', 'sender'), 'no column "from" and unknown column "sender"'],
    [HEAD.replace('amount,', ''), 'no column "amount"'],
    [HEAD.replace('sequence', 'sequence,memo'), 'unknown column "memo"'],
    [HEAD.replaceAll(',', ':'), 'no column "network", "asset", "from", "to", "amount", "time", "transaction"'],
  ])(
    'refuses a header by the names of what it lacks and what is not known, and writes nothing: %j',
    async (head, words) => {
      const row = line('ETH', 'USDT', account('a1'), account('b2'), 100, 6, 1683050399, 't1', 1);
      await expect(importing('csv', head + row)).rejects.toThrow(words);
      const { rows } = await database.pool.query(
        'SELECT FROM accounts UNION ALL SELECT FROM transfer_imports UNION ALL SELECT FROM staged_openings',
      );
      expect(rows).toEqual([]);
    },
  );

  it('takes an object without a sender as no opening balance, nor one with a field that is none', async () => {
    const row = { network: 'ETH', asset: 'USDT', to: account('b2'), amount: '5', time: 1683050399, transaction: 't1' };
    const summary = await importing(
      'csv',
      `${JSON.stringify(row)}\n${JSON.stringify({ ...row, sender: account('a1') })}\n`,
    );
    expect(summary).toMatchObject({ added: 0, counts: { read: 0, rejected: 2 } });
    const rejects = await readRejects(database.pool, summary.importId, 0, 10);
    expect(rejects.map(({ reason }) => reason)).toEqual([
      '"from" is missing; of an opening balance, it is there and empty',
      '"sender" is no field of a transfer',
    ]);
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
