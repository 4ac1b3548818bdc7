import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readRejects } from './import-manifest.store.ts';
import { account, database, importing, prepareTransferImports, transfersOf } from './test/import-fixture.ts';

prepareTransferImports();

it.each([
  ['a time of 2099', 'future-time.csv', 'the time 2099-01-01T00:00:00Z is more than 2 hours ahead of now'],
  [
    'an amount of nearly 2^256 base units',
    'huge-amount.csv',
    'the amount has 78 digits: more than 10^18 USDT, which is more than there can be',
  ],
])(
  'a row with %s is rejected with the reason, and the others of its file are imported',
  async (_what, file, reason) => {
    const text = readFileSync(new URL(`./test/cases/${file}`, import.meta.url), 'utf8').trimEnd();
    const good = `ETH,USDT,${account('a1')},${account('b2')},7,6,1683050399,t1,1`;
    const summary = await importing('csv', `${text}\n${good}\n`);
    expect(summary).toMatchObject({ added: 1, counts: { rows: 2, rejected: 1 } });
    const rejects = await readRejects(database.pool, summary.importId, 0, 10);
    expect(rejects).toMatchObject([{ rowNumber: 1, reason }]);
    expect((await transfersOf('USDT')).map((line) => line.split(' ').slice(1, 6).join(' '))).toEqual([
      'token eea1 > eeb2 7',
    ]);
  },
);
