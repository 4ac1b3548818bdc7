import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../src/commands/frame.ts';
import { COMMAND, COMPILE_CACHE, type Product, startProduct, temporaryDataDir } from '../support/built-product.ts';
import { preparedDataDir } from '../support/prepared-data-dir.ts';
import '../support/quick-passphrase.mjs';

const ADDRESS = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const QUIET = { STARTER_DATA: 'off', LIVE_CHAINS: 'off' };

const first = await preparedDataDir();
const second = await temporaryDataDir();
const home = path.dirname(first.dataDir);
const file = path.join(home, 'assay.tar.gz');
const passphrase = path.join(home, 'passphrase');
writeFileSync(passphrase, 'six words nobody else thinks of\n');
afterAll(async () => {
  await first.remove();
  await second.remove();
});

interface RunOptions {
  readonly settings?: Readonly<Record<string, string>>;
}

interface Answer {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

const environmentOf = (dataDir: string, settings: RunOptions['settings'] = { BACKUP_PASSPHRASE_FILE: passphrase }) => ({
  ...QUIET,
  ASSAY_DATA_DIR: dataDir,
  ...settings,
});

/** The command in this process: starting one for each of two dozen commands takes longer than all they do. */
async function assay(dataDir: string, args: readonly string[], { settings }: RunOptions = {}): Promise<Answer> {
  const [stdout, stderr]: [string[], string[]] = [[], []];
  const status = await runCommand(args, {
    environment: environmentOf(dataDir, settings),
    listen: () => ({ signal: new AbortController().signal, dispose: () => undefined }),
    openTextOutput: () => ({
      out: (text) => void stdout.push(`${text}\n`),
      err: (text) => void stderr.push(`${text}\n`),
      progress: () => undefined,
      clear: () => undefined,
    }),
  });
  return { status, stdout: stdout.join(''), stderr: stderr.join('') };
}

/** The command as a program, whose passphrase is stretched as that of the product is. */
function piped(dataDir: string, args: readonly string[], input?: Buffer) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], {
    env: { ...COMPILE_CACHE, ...environmentOf(dataDir) },
    maxBuffer: 2 ** 28,
    ...(input === undefined ? {} : { input }),
  });
  return { status, stdout, stderr: stderr.toString() };
}

/** The command, which must succeed; what it printed. */
async function succeed(dataDir: string, args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await assay(dataDir, args);
  expect(status, stderr).toBe(0);
  return stdout;
}

async function stop(product: Product): Promise<void> {
  product.child.kill('SIGTERM');
  expect(await product.exited).toBe(0);
}

/** A server with a rated check; its id and signed certificate. */
let subId = '';
let certificate = '';
let stars = 0;
let running: Product;
beforeAll(async () => {
  running = startProduct({ dataDir: first.dataDir });
  const address = await running.opened;
  const labels = path.join(home, 'labels.csv');
  writeFileSync(labels, `address,network,entity,category,confidence\n${ADDRESS},BTC,Example Mixer,mixer,90\n`);
  await succeed(first.dataDir, ['labels', 'import', '--format', 'csv', '--source', 'mine', labels]);
  const check = JSON.parse(await succeed(first.dataDir, ['check', ADDRESS, '--asset', 'BTC', '--json']));
  expect(check.riskscore).toBeGreaterThan(0);
  subId = check.sub_id;
  stars = check.riskscore;
  const answer = await fetch(`${address}/api/monitor/check/${subId}/certificate.json`);
  certificate = await answer.text();
  expect(answer.status, certificate).toBe(200);
}, 120_000);

describe('assay backup', { timeout: 240_000 }, () => {
  it('backs up while the server runs, into one file for its owner alone, and never over another', async () => {
    const said = await succeed(first.dataDir, ['backup', 'create', file]);
    expect(said).toMatch(/^\d+ rows of \d+ tables and \d+ files of secrets and keys are in /);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(existsSync(`${file}.part`)).toBe(false);
    expect(await assay(first.dataDir, ['backup', 'create', file])).toMatchObject({ status: 2 });
    expect(await succeed(first.dataDir, ['backup', 'verify', file])).toMatch(
      /^Whole and unchanged: \d+ rows.*\n\d+ files of secrets and keys can be read\.\n$/,
    );
    const unopened = await assay(first.dataDir, ['backup', 'verify', file], { settings: {} });
    expect(unopened.stdout).toMatch(/^Whole and unchanged: .*\nThe passphrase was not tried/);
  });

  it('holds no secret or key that can be read without the passphrase', () => {
    const tar = gunzipSync(readFileSync(file));
    expect(tar.includes(readFileSync(path.join(first.dataDir, 'auth.secret'), 'utf8').trim())).toBe(false);
    expect(tar.includes('PRIVATE KEY')).toBe(false);
    expect(tar.includes('Example Mixer')).toBe(true);
  });

  it('is not made without a passphrase, or with one that is too short', async () => {
    const none = await assay(first.dataDir, ['backup', 'create', path.join(home, 'none')], { settings: {} });
    expect(none).toMatchObject({ status: 2 });
    expect(none.stderr).toContain('--passphrase-file or BACKUP_PASSPHRASE_FILE');
    const short = path.join(home, 'short');
    writeFileSync(short, 'tooshort\n');
    const refused = await assay(first.dataDir, [
      'backup',
      'create',
      path.join(home, 'none'),
      '--passphrase-file',
      short,
    ]);
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain('at least 12 characters');
    expect(refused.stderr).not.toContain('tooshort');
    expect(existsSync(path.join(home, 'none'))).toBe(false);
  });

  it('changes nothing with a wrong passphrase', async () => {
    const wrong = path.join(home, 'wrong');
    writeFileSync(wrong, 'another passphrase\n');
    for (const command of ['verify', 'restore']) {
      const answer = await assay(second.dataDir, ['backup', command, file, '--passphrase-file', wrong]);
      expect(answer.status).toBe(2);
      expect(answer.stderr).toContain('The passphrase is not the one this backup was made with.');
    }
    expect(existsSync(path.join(second.dataDir, 'postgres'))).toBe(false);
    expect(existsSync(path.join(second.dataDir, 'auth.secret'))).toBe(false);
  });

  it('encrypts the rows too where that is asked for', async () => {
    const all = path.join(home, 'assay.age');
    expect(await succeed(first.dataDir, ['backup', 'create', all, '--encrypt-all'])).toContain(
      'All of it is encrypted',
    );
    expect(readFileSync(all).subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    expect(await succeed(first.dataDir, ['backup', 'verify', all])).toMatch(/^Whole and unchanged: /);
    const whole = readFileSync(all);
    const cut = path.join(home, 'cut.age');
    writeFileSync(cut, whole.subarray(0, whole.length - 100));
    expect(await assay(first.dataDir, ['backup', 'verify', cut])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('damaged or cut short'),
    });
  });

  it('restores over nothing that is there', async () => {
    const answer = await assay(first.dataDir, ['backup', 'restore', file]);
    expect(answer.status).toBe(2);
    expect(answer.stderr).toContain('A backup is restored into an empty data folder only');
  });

  it('refuses a file that was changed or cut short, and leaves the folder empty for the next attempt', async () => {
    const whole = readFileSync(file);
    const tar = gunzipSync(whole);
    tar.write('Exemple Mixer', tar.indexOf('Example Mixer'));
    const wrong = { changed: gzipSync(tar), cut: whole.subarray(0, whole.length - 2_000), other: Buffer.from('text') };
    for (const [name, bytes] of Object.entries(wrong)) {
      const bad = path.join(home, name);
      writeFileSync(bad, bytes);
      const answer = await assay(second.dataDir, ['backup', 'restore', bad]);
      expect(answer.stderr).toMatch(
        /^(.*\n)*(The backup is damaged|This is no backup|Cannot unpack .*unexpected end of file)/,
      );
      expect(answer.status).toBe(2);
      expect(existsSync(path.join(second.dataDir, 'postgres'))).toBe(false);
      expect(existsSync(path.join(second.dataDir, 'auth.secret'))).toBe(false);
    }
    const missing = await assay(second.dataDir, ['backup', 'restore', path.join(home, 'no-such-file')]);
    expect(missing.status).toBe(2);
    expect(missing.stderr).toContain('Cannot read');
  });

  it('restores into an empty folder: audit, certificates and checks are as before', async () => {
    await stop(running);
    expect(await succeed(second.dataDir, ['backup', 'restore', file])).toMatch(/ are restored\.\n/);
    expect(await succeed(second.dataDir, ['admin', 'audit'])).toContain('everything adds up');
    for (const secret of ['auth.secret', 'mailbox.secret']) {
      expect(readFileSync(path.join(second.dataDir, secret))).toEqual(readFileSync(path.join(first.dataDir, secret)));
    }
    const old = path.join(home, 'certificate.json');
    writeFileSync(old, certificate);
    expect(await succeed(second.dataDir, ['report', 'verify', old])).toContain(subId);
    expect(await succeed(second.dataDir, ['report', 'recompute', old])).toMatch(/^Equal/);
    const again = startProduct({ dataDir: second.dataDir });
    const address = await again.opened;
    const answer = await fetch(`${address}/api/monitor/check/${subId}/certificate.json`);
    expect(await answer.text()).toBe(certificate);
    const check = JSON.parse(await succeed(second.dataDir, ['check', ADDRESS, '--asset', 'BTC', '--json']));
    expect(check.riskscore).toBe(stars);
    await stop(again);
  });

  it('goes through pipes, its passphrase as hard to guess as one of age', async () => {
    const third = await temporaryDataDir();
    const made = piped(first.dataDir, ['backup', 'create', '-']);
    expect(made.status, made.stderr).toBe(0);
    expect(made.stderr).toContain('are in stdout');
    const [, check = ''] = /"passphrase_check": "([^"]*)"/.exec(gunzipSync(made.stdout).toString('latin1')) ?? [];
    expect(Buffer.from(check, 'base64').toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S+ 18\n/);
    const restored = piped(third.dataDir, ['backup', 'restore', '-'], made.stdout);
    expect(restored.status, restored.stderr).toBe(0);
    expect(await succeed(third.dataDir, ['admin', 'audit'])).toContain('everything adds up');
    await third.remove();
  });
});
