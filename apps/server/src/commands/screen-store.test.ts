import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { all, prepareScreening, screening, USDT } from './test/screen-fixture.ts';

prepareScreening();

/** Takes some seconds over the database, on two threads. */
const LONG = Array.from({ length: 50 }, () => all).flat();

describe('the store of a list, left to the command', { timeout: 180_000 }, () => {
  it('becomes memory while a long list is checked, whose results are the same', async () => {
    const chosen = await screening(LONG, ...USDT, '--threads', '2');
    expect(chosen).toMatchObject({
      exitCode: 0,
      err: expect.stringMatching(
        /^USDT on ETH takes [\d.]+ MB of memory\.\nThe rest of the list is checked there, because that is sooner\.$/,
      ),
    });
    const before = await screening(LONG, ...USDT, '--store', 'memory');
    expect(await readFile(chosen.results, 'utf8')).toBe(await readFile(before.results, 'utf8'));
  });

  it('is the database for a list of one, after which nothing is left', async () => {
    expect(await screening(all.slice(0, 1), ...USDT)).toMatchObject({ exitCode: 0, err: '' });
  });

  it('stays the database where the records do not fit, and says so once', async () => {
    const chosen = await screening(LONG.slice(0, 960), ...USDT, '--memory', '0.001');
    expect(chosen).toMatchObject({
      exitCode: 0,
      err: expect.stringMatching(/^The records need [^\n]* are allowed, so they are read from the database\.$/),
    });
  });
});
