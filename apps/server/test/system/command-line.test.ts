import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { PRODUCT_VERSION } from '../../src/platform/kernel/product-version.ts';
import { COMPILE_CACHE } from '../support/product.ts';

const COMMAND = fileURLToPath(new URL('../../src/commands/index.ts', import.meta.url));

function assay(args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  const env = { ...COMPILE_CACHE, ...settings };
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], { encoding: 'utf8', env });
  return { status, stdout, stderr };
}

/** Each call starts a process of its own; on a busy machine four of them take longer than a test usually may. */
const PATIENCE_MS = 120_000;

describe('assay', { timeout: PATIENCE_MS }, () => {
  it('lists its commands with --help, without a database', () => {
    const { status, stdout, stderr } = assay(['--help']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    for (const command of ['serve', 'check', 'validate', 'labels']) expect(stdout).toContain(`\n  ${command} `);
  });

  it('prints its version', () => {
    expect(assay(['--version'])).toEqual({ status: 0, stdout: `${PRODUCT_VERSION}\n`, stderr: '' });
  });

  it('names the networks that an address fits instead of guessing one, and makes no database for that', async () => {
    const home = await mkdtemp(path.join(tmpdir(), 'assay-no-guess-'));
    const dataDir = path.join(home, 'data');
    const address = '0x098b716b8aaf21512996dc57eb0615e2383e2f96';
    const usdt = assay(['check', address, '--asset', 'USDT'], { ASSAY_DATA_DIR: dataDir });
    expect(usdt).toMatchObject({ status: 2, stdout: '' });
    expect(usdt.stderr).toContain('USDT is listed on TRX, ETH, BSC,');
    expect(usdt.stderr).toContain('the address fits ETH, BSC, POLYGON, OP, ARB, AVAX: name one, such as --parent ETH.');
    expect(assay(['check', address, '--asset', 'USDC'], { ASSAY_DATA_DIR: dataDir })).toMatchObject({ status: 2 });
    expect(existsSync(dataDir)).toBe(false);
    rmSync(home, { recursive: true, force: true });
  });

  it('keeps stdout for data, and answers 0 for yes, 1 for no and 2 for a wrong call', () => {
    const yes = assay(['validate', '--currency', 'btc', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa']);
    expect(yes).toMatchObject({ status: 0, stderr: '' });
    expect(yes.stdout).toContain('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa');
    expect(assay(['validate', '--currency', 'btc', 'nonsense'])).toMatchObject({ status: 1, stderr: '' });
    const wrong = assay(['no-such-command']);
    expect(wrong).toMatchObject({ status: 2, stdout: '' });
    expect(wrong.stderr).toContain("unknown command 'no-such-command'");
  });

  it('brings what ships with the product along, so that the first check on a bare machine meets known names', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'assay-first-check-'));
    try {
      const { status, stdout, stderr } = assay(
        ['--create', 'check', '0x098b716b8aaf21512996dc57eb0615e2383e2f96', '--asset', 'ETH', '--json'],
        { ASSAY_DATA_DIR: dataDir, PATH: process.env['PATH'] ?? '' },
      );
      expect(status, stderr).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ riskscore: 1, verdict: 'high' });
      expect(stderr).toContain('Loading the starter labels.');
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });

  it('names a wrong setting instead of guessing', () => {
    const { status, stderr } = assay(['validate', 'x'], { PORT: 'many' });
    expect(status).toBe(2);
    expect(stderr).toContain('PORT must be a port number');
  });
});
