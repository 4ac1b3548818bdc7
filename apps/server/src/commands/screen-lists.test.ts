import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { account, prepareScreening, rowsIn, screening, USDT } from './test/screen-fixture.ts';

prepareScreening();

const caseOf = (file: string) => readFileSync(new URL(`./test/cases/${file}`, import.meta.url), 'utf8').trimEnd();

describe('the list of assay screen', { timeout: 180_000 }, () => {
  it('reads a list that is separated by semicolons, with the other columns', async () => {
    const lines = [
      ['Address', 'note, if any', 'Asset', 'Network'],
      [account(3), 'a', 'USDT', 'ETH'],
      [account(9), 'b', 'USDT', 'ETH'],
    ];
    const { results, exitCode } = await screening(lines.map((cells) => cells.join(';')));
    expect(exitCode).toBe(0);
    expect((await rowsIn(results)).map((row) => [row['address'], row['note, if any']])).toEqual([
      [account(3), 'a'],
      [account(9), 'b'],
    ]);
  });

  it('reads a list with a byte order mark', async () => {
    const { results, exitCode } = await screening(['\uFEFF"address","asset","parent"', `"${account(3)}","USDT","ETH"`]);
    expect(exitCode).toBe(0);
    expect(await rowsIn(results)).toMatchObject([{ row: '1', address: account(3), asset: 'USDT', parent: 'ETH' }]);
  });

  it.each([
    ['quoted-header.csv', 'TSCt1eC3nHcUUr3Ega5nxvLjUw5hgJ4mmc'],
    ['quoted-semicolon.csv', 'TSCt1eC3nHcUUr3Ega5nxvLjUw5hgJ4mmc'],
    ['sep-line.csv', 'TV6MuMXfmLbBqPZvBHdwFsDnQeVfnmiuSi'],
  ])('checks the one row of %s, as a spreadsheet wrote it', async (file, address) => {
    const { results, out, exitCode } = await screening([caseOf(file)]);
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^1 row in .*: 1 checked and 0 rejected/);
    expect(await rowsIn(results)).toMatchObject([{ row: '1', address, asset: 'USDT', parent: 'TRX' }]);
  });

  it('understands each name of a network and an asset in network-names.csv', async () => {
    const { results, out } = await screening([caseOf('network-names.csv')]);
    expect(out).toMatch(/^6 rows in .*: 6 checked and 0 rejected/);
    expect((await rowsIn(results)).map(({ asset, parent }) => [asset, parent])).toEqual([
      ['USDT', 'TRX'],
      ['USDT', 'ETH'],
      ['USDT', 'BSC'],
      ['USDT', 'ETH'],
      ['MATIC', ''],
      ['BTC', ''],
    ]);
  });

  it('understands the names that exchanges and people use for networks and assets', async () => {
    const other = '0x28c6c06298d514db089934071355e5743bf21d60';
    const rows = [
      ['TSCt1eC3nHcUUr3Ega5nxvLjUw5hgJ4mmc', 'USDT', 'TRC20', 'TRX'],
      [other, 'USDT', 'ERC20', 'ETH'],
      [other, 'USDT', 'BEP20', 'BSC'],
      [other, 'USDT', 'Ethereum', 'ETH'],
      [other, 'POL', 'Polygon', ''],
      ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'XBT', '', ''],
      ['41a614f803b6fd780986a42c78ec9c7f77e6ded13c', 'USDT', 'tron', 'TRX'],
    ];
    const lines = ['address,asset,parent', ...rows.map(([address, asset, named]) => [address, asset, named].join(','))];
    const found = await rowsIn((await screening(lines)).results);
    expect(found.map(({ asset, parent }) => [asset, parent])).toEqual(
      rows.map(([, asset = '', , on]) => [
        ({ POL: 'MATIC', XBT: 'BTC' } as Record<string, string>)[asset] ?? asset,
        on,
      ]),
    );
    expect(found.map(({ address }) => address).at(-1)).toBe('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
  });

  it('goes on behind a row that cannot be read, and says why', async () => {
    const lines = ['address,asset,parent', `"${account(3)}" x,USDT,ETH`, `${account(4)},USDT,ETH`];
    const { results } = await screening(lines);
    const [broken, whole] = await rowsIn(results);
    expect(broken?.['reason']).toContain('quotes');
    expect(whole).toMatchObject({ row: '2', address: account(4) });
  });

  it('rejects a row with more cells than the header, and says how many it has', async () => {
    const lines = ['address,asset,parent', `${account(3)},USDT,ETH,more`, `${account(4)},USDT,ETH,,`];
    const [wide, padded] = await rowsIn((await screening(lines)).results);
    expect(wide).toMatchObject({ status: 'rejected', address: '' });
    expect(wide?.['reason']).toContain('the row has 4 cells, and the first line has 3');
    expect(padded).toMatchObject({ row: '2', address: account(4) });
  });

  it('says of one row, and of one blank line, that it is one', async () => {
    const { out } = await screening([account(3), account(3), '', account(4)], ...USDT);
    expect(out).toContain('\n1 row repeats the address and asset of an earlier row.\n1 blank line is not counted.');
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
