import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { isRemembered, remember } from './remembered.mjs';

const dir = mkdtempSync(path.join(tmpdir(), 'assay-remembered-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const lockfile = path.join(dir, 'lock.json');
const record = path.join(dir, 'record.json');

it('is forgotten as soon as one of the files is changed, replaced or gone', () => {
  writeFileSync(lockfile, '{}');
  writeFileSync(record, '{}');
  const files = [lockfile, record];
  expect(isRemembered('packages', files, dir)).toBe(false);
  remember('packages', files, dir);
  expect(isRemembered('packages', files, dir)).toBe(true);
  expect(isRemembered('other', files, dir)).toBe(false);
  utimesSync(record, 1, 1);
  expect(isRemembered('packages', files, dir)).toBe(false);
  remember('packages', files, dir);
  rmSync(lockfile);
  expect(isRemembered('packages', files, dir)).toBe(false);
});

it('is not remembered for files that are not there, or in a folder that cannot be', () => {
  remember('missing', [path.join(dir, 'none')], dir);
  expect(isRemembered('missing', [path.join(dir, 'none')], dir)).toBe(false);
  expect(() => remember('packages', [record], path.join(record, 'folder'))).not.toThrow();
});
