import { describe, expect, it } from 'vitest';
import { hostUrls, isDatabaseUrl } from './database-url.ts';

describe('the address of a PostgreSQL', () => {
  it('is one for each host, with name, password, database and parameters', () => {
    expect(hostUrls('postgres://user:p%40ss@one:5432,two,[::1]:5434/assay?sslmode=require')).toEqual([
      'postgres://user:p%40ss@one:5432/assay?sslmode=require',
      'postgres://user:p%40ss@two/assay?sslmode=require',
      'postgres://user:p%40ss@[::1]:5434/assay?sslmode=require',
    ]);
  });

  it.each(['postgres://user@host:5432/assay', 'postgresql:///assay?host=/run/postgresql'])(
    'of one host stays as it is: %s',
    (url) => {
      expect(hostUrls(url)).toEqual([url]);
    },
  );

  it.each([
    '',
    'mysql://one/assay',
    'one:5432',
    'postgres://one,,two/assay',
    'postgres://one,/assay',
    'postgres://one:port,two/assay',
  ])('is not %j', (text) => {
    expect(isDatabaseUrl(text)).toBe(false);
  });
});
