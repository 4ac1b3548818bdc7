import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/platform/config/config.ts';

const run = promisify(execFile);
const UNITS = new URL('../../../../../deploy/systemd/', import.meta.url);
/** Of 100, by `systemd-analyze security`: 'OK' ends at 40, a service without any setting has 96. */
const MOST_EXPOSED = 20;

describe.each(['assay.service', 'assay-bot.service', 'assay-follow.service'])('the unit %s', (name) => {
  let folder: string;
  let file: string;
  let text: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'assay-units-'));
    file = path.join(folder, name);
    text = await readFile(new URL(name, UNITS), 'utf8');
    // The program that runs here: whether Node lies there is the operator's matter.
    await mkdir(folder, { recursive: true });
    await writeFile(file, text.replace('/usr/bin/node', process.execPath));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('holds nothing that systemd would warn of', async () => {
    const { stdout, stderr } = await run('systemd-analyze', ['verify', '--man=no', file]);
    expect(stdout + stderr).toBe('');
  });

  it(`is exposed by at most ${MOST_EXPOSED} of 100, as systemd counts`, async () => {
    const judged = run('systemd-analyze', ['security', '--offline=yes', `--threshold=${MOST_EXPOSED}`, file]);
    await expect(judged).resolves.toMatchObject({ stdout: expect.stringContaining('Overall exposure level') });
  });

  it('may not write where its code lies, and starts a command that is there', () => {
    expect(text).toContain('ProtectSystem=strict');
    expect(text).not.toMatch(/^ReadWritePaths=/m);
    const [, script = ''] = /^ExecStart=\/usr\/bin\/node (\S+)/m.exec(text) ?? [];
    return expect(readFile(new URL(`../../${script}`, UNITS), 'utf8')).resolves.toContain('import');
  });
});

describe('the unit of the product', () => {
  it('waits as long as the product may take to stop', async () => {
    const text = await readFile(new URL('assay.service', UNITS), 'utf8');
    const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1]);
    const longest = readConfig({ STOP_DELAY_SECONDS: '60', STOP_GRACE_SECONDS: '300' });
    expect(() => readConfig({ STOP_DELAY_SECONDS: '61' })).toThrow();
    expect(() => readConfig({ STOP_GRACE_SECONDS: '301' })).toThrow();
    expect(seconds * 1_000).toBeGreaterThan(longest.stopDelayMs + longest.stopGraceMs);
  });
});
