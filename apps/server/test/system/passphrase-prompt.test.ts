import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { COMPILE_CACHE } from '../support/product.ts';

const COMMAND = fileURLToPath(new URL('../../src/commands/index.ts', import.meta.url));
const QUICK_PASSPHRASE = new URL('../support/quick-passphrase.mjs', import.meta.url).href;
const PASSPHRASE = 'six words nobody else thinks of';

let database: TestDatabase;
let dir = '';
beforeAll(async () => {
  [database, dir] = await Promise.all([testDatabase(), mkdtemp(path.join(tmpdir(), 'assay-terminal-'))]);
});
afterAll(async () => {
  await database.drop();
  await rm(dir, { recursive: true });
});

/** The command at a terminal of its own, by `script` of util-linux; types each answer when its question is shown. */
async function atTerminal(args: readonly string[], typed: readonly (readonly [question: string, answer: string])[]) {
  const command = [process.execPath, '--import', QUICK_PASSPHRASE, COMMAND, ...args];
  const quoted = command.map((part) => `'${part.replaceAll("'", "'\\''")}'`).join(' ');
  const child = spawn('script', ['--quiet', '--return', '--command', quoted, '/dev/null'], {
    env: {
      ...COMPILE_CACHE,
      PATH: process.env['PATH'],
      SHELL: '/bin/sh',
      TERM: 'xterm',
      ASSAY_DATA_DIR: dir,
      DATABASE_URL: database.url,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let shown = '';
  const waiting = [...typed];
  child.stdout.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
    const [next] = waiting;
    if (next === undefined || !shown.includes(next[0])) return;
    waiting.shift();
    child.stdin.write(`${next[1]}\r`);
  });
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  expect(waiting, shown).toEqual([]);
  return { status, shown };
}

describe('a passphrase at the terminal', { timeout: 120_000 }, () => {
  const file = () => path.join(dir, 'backup.tar.gz');

  it('is asked for twice before a backup is made, and is never shown', async () => {
    const { status, shown } = await atTerminal(
      ['backup', 'create', file()],
      [
        ['Passphrase of the backup: ', PASSPHRASE],
        ['The same again: ', PASSPHRASE],
      ],
    );
    expect(status, shown).toBe(0);
    expect(shown).toContain('rows of');
    expect(shown).not.toContain(PASSPHRASE);
    expect(existsSync(file())).toBe(true);
  });

  it('makes nothing when the second one differs', async () => {
    const { status, shown } = await atTerminal(
      ['backup', 'create', path.join(dir, 'none')],
      [
        ['Passphrase of the backup: ', PASSPHRASE],
        ['The same again: ', 'six words nobody else thinks off'],
      ],
    );
    expect(status, shown).toBe(2);
    expect(shown).toContain('The two passphrases differ. Nothing was written.');
    expect(shown).not.toContain('six words');
    expect(existsSync(path.join(dir, 'none'))).toBe(false);
  });

  it('leaves with Ctrl-C, and nothing is made', async () => {
    const { status, shown } = await atTerminal(
      ['backup', 'create', path.join(dir, 'none')],
      [['Passphrase of the backup: ', 'six wor\u0003']],
    );
    expect(status, shown).not.toBe(0);
    expect(shown).not.toContain('six wor');
    expect(existsSync(path.join(dir, 'none'))).toBe(false);
  });
});
