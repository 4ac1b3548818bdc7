import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const PACKAGE = fileURLToPath(new URL('../', import.meta.url));

/** What is published, installed where nothing else is. */
describe('the packed MCP server', () => {
  let folder = '';

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'assay-mcp-'));
    execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: PACKAGE, stdio: 'pipe' });
    const [archive = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
    writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
    const offline = ['install', '--offline', '--no-audit', '--no-fund', `./${archive}`];
    execFileSync('npm', offline, { cwd: folder, stdio: 'pipe' });
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = (...args: string[]) =>
    spawnSync(path.join(folder, 'node_modules', '.bin', 'assay-mcp'), args, {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    });

  it('installs without any other package, with the licences of what it is made of', () => {
    const packages = readdirSync(path.join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));
    expect(packages).toEqual(['assay-mcp']);
    const installed = path.join(folder, 'node_modules', 'assay-mcp');
    expect(readdirSync(installed).toSorted()).toEqual(['README.md', 'dist', 'package.json']);
    const licences = readFileSync(path.join(installed, 'dist', 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    expect(licences).toMatch(/^@modelcontextprotocol\/server 2\.\d+\.\d+ \(Apache-2\.0\)$/m);
  });

  it('says its version and its usage, and what is missing', () => {
    expect(run('--version')).toMatchObject({ status: 0, stdout: '0.1.0\n' });
    expect(run('--help').stdout).toMatch(/^Usage: assay-mcp /);
    expect(run()).toMatchObject({ status: 2, stderr: expect.stringContaining('Set ASSAY_URL') });
    expect(run('--nonsense')).toMatchObject({ status: 2, stderr: expect.stringContaining('--nonsense') });
  });
});
