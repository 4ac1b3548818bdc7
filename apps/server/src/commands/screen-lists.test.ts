import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { account, prepareScreening, rowsIn, screening, USDT } from './test/screen-fixture.ts';

prepareScreening();

describe('the list of assay screen', { timeout: 180_000 }, () => {
  it.each([
    ['semicolons', ';'],
    ['tabs', '\t'],
    ['bars', '|'],
  ])('reads a list that is separated by %s', async (_name, delimiter) => {
    const lines = [
      ['Address', 'note, if any', 'Asset', 'Network'],
      [account(3), 'a', 'USDT', 'ETH'],
      [account(9), 'b', 'USDT', 'ETH'],
    ];
    const { results, exitCode } = await screening(lines.map((cells) => cells.join(delimiter)));
    expect(exitCode).toBe(0);
    expect((await rowsIn(results)).map((row) => [row['address'], row['note, if any']])).toEqual([
      [account(3), 'a'],
      [account(9), 'b'],
    ]);
  });

  it('counts rows, not the header, blank lines and lines of separators', async () => {
    const lines = ['', 'address,asset,network', `${account(3)},USDT,ETH`, '', '  ', ',,', `${account(4)},USDT,ETH`];
    const { out, results, progress } = await screening(lines);
    expect(out).toMatch(/^2 rows in .*: 2 checked and 0 rejected/);
    expect(out).toMatch(/\d blank lines are not counted\.$/);
    expect(progress.at(-1)).toMatch(/^2 of 2 rows/);
    expect((await rowsIn(results)).map(({ row }) => row)).toEqual(['1', '2']);
  });

  it.each([
    [['wallet,amount', `${account(3)},5`], USDT, 'has no column "address". Found: wallet, amount.'],
    [['wallet', account(3)], USDT, 'has no column "address". Found: wallet.'],
    [
      ['address;note', `${account(3)};x`],
      [],
      'has no column "asset" (or "ticker", "currency"), and --asset names none. Found: address, note.',
    ],
    [[account(3)], [], 'has no column "asset", and --asset names none.'],
    [[`${account(3)},mine`], USDT, 'Its first line is no header, and is not repeated here.'],
    [['abandon abandon abandon ability'], USDT, 'Its first line is no header, and is not repeated here.'],
  ])('says what a list lacks and what was found: %j', async (lines, options, problem) => {
    const { exitCode, err, results } = await screening(lines, ...options);
    expect(exitCode).toBe(2);
    expect(err).toContain(problem);
    expect(existsSync(results)).toBe(false);
  });

  it('takes the only network that an address fits, and names the possible ones otherwise', async () => {
    const { results } = await screening(['address,asset', `${account(3)},TUSD`, `${account(3)},USDT`]);
    const [tusd, usdt] = await rowsIn(results);
    expect(tusd).toMatchObject({ asset: 'TUSD', parent: 'ETH' });
    expect(usdt).toMatchObject({ status: 'rejected' });
    expect(usdt?.['reason']).toContain(
      'the address fits ETH, BSC, POLYGON, OP, ARB, AVAX: name one, such as ETH as parent',
    );
  });
});
