import { cpSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { remembered } from './remembered.mjs';

const scratch = mkdtempSync(path.join(tmpdir(), 'assay-remembered-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const dir = path.join(scratch, 'tools');
const lockfile = path.join(scratch, 'lock.json');
const record = path.join(scratch, 'record.json');
const FILES = [lockfile, record];

/** Whether a question that is answered with yes had to be asked. */
function isAsked(name = 'packages', files: readonly string[] = FILES, place = dir): boolean {
  let asked = false;
  const ask = () => {
    asked = true;
    return true;
  };
  expect(remembered(name, files, ask, place)).toBe(true);
  return asked;
}

beforeEach(() => {
  rmSync(dir, { recursive: true, force: true });
  for (const file of FILES) writeFileSync(file, '{}');
});

describe('a question about files', () => {
  it('is asked once, each by itself, and again after a no', () => {
    expect(remembered('packages', FILES, () => false, dir)).toBe(false);
    expect([isAsked(), isAsked()]).toEqual([true, false]);
    expect(isAsked('other')).toBe(true);
  });

  it.each([
    ['is written', () => writeFileSync(lockfile, '{"a":1}')],
    [
      'is written with text of the same length and has its old time',
      () => {
        writeFileSync(lockfile, '[]');
        utimesSync(lockfile, new Date(0), new Date(0));
      },
    ],
    ['has an earlier time, as after the clock was set back', () => utimesSync(record, 1, 1)],
    [
      'is another file of the same text',
      () => {
        rmSync(record);
        cpSync(lockfile, record, { preserveTimestamps: true });
      },
    ],
  ])('is asked again once a file %s', (_what, change) => {
    utimesSync(lockfile, new Date(0), new Date(0));
    isAsked();
    expect(isAsked()).toBe(false);
    change();
    expect([isAsked(), isAsked()]).toEqual([true, false]);
  });

  it('is asked again once a file changes while it is answered', () => {
    const change = () => {
      writeFileSync(lockfile, '{"a":2}');
      return true;
    };
    expect(remembered('packages', FILES, change, dir)).toBe(true);
    expect(isAsked()).toBe(true);
  });

  it('is asked every time while a file is missing, or where nothing can be written', () => {
    rmSync(lockfile);
    expect([isAsked(), isAsked()]).toEqual([true, true]);
    writeFileSync(lockfile, '{}');
    const unwritable = path.join(record, 'folder');
    expect([isAsked('packages', FILES, unwritable), isAsked('packages', FILES, unwritable)]).toEqual([true, true]);
  });
});
