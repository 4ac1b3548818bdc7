import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { host } from '../../src/platform/host/host.ts';
import { SharedPages } from '../../src/platform/host/shared-pages.ts';
import { fixedSite } from '../../src/platform/host/site-source.ts';
import { SETTINGS, serverBuild } from '../../src/platform/host/test/server-build.ts';
import { securityHeaders } from '../../src/platform/http/headers/security-headers.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const run = promisify(execFile);

/** The archives as the build writes them, taken from a server by the URL that the guides show. */
describe('the programs that an installation serves', { timeout: 300_000 }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-downloads-'));
  const clientDir = path.join(folder, 'client');
  const app: FastifyInstance = Fastify();
  let site = '';

  beforeAll(async () => {
    const downloads = path.join(clientDir, 'downloads');
    execFileSync('npm', ['run', '--silent', '-w', '@assay/web', 'programs', '--', downloads], { cwd: ROOT });
    await app.register(securityHeaders, { publicUrl: SETTINGS.publicUrl });
    await app.register(rateLimit);
    const files = new Set(readdirSync(downloads).map((name) => `downloads/${name}`));
    const build = serverBuild(async () => new Response('', { status: 404 }));
    await app.register(host, {
      source: fixedSite({ ...build, id: '1', clientDir, files, styles: new Map() }),
      productName: 'Assay',
      shared: new SharedPages(),
      settings: async () => SETTINGS,
      pagesPerMinute: 1000,
      reach: { host: '127.0.0.1', publicUrl: SETTINGS.publicUrl },
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    site = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  }, 300_000);
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs what npx takes from the server; the registry of packages answers nothing. */
  const npx = (name: string, ...args: string[]) =>
    run('npx', ['-y', `${site}/downloads/${name}`, ...args], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        npm_config_cache: path.join(folder, 'cache'),
        npm_config_registry: 'http://127.0.0.1:9',
        npm_config_update_notifier: 'false',
      },
    });

  it.each(['assay-cli', 'assay-mcp'])('are %s under its version and under a name that stays', async (name) => {
    const [stable, versioned] = await Promise.all(
      [`${name}.tgz`, `${name}-0.1.0.tgz`].map((file) => app.inject({ url: `/downloads/${file}` })),
    );
    expect(stable?.rawPayload.equals(versioned?.rawPayload ?? Buffer.alloc(0))).toBe(true);
    for (const answer of [stable, versioned]) {
      expect(answer?.statusCode).toBe(200);
      expect(answer?.headers).toMatchObject({ 'content-type': 'application/gzip', etag: expect.any(String) });
      expect(answer?.headers['cache-control']).toBe('public, max-age=3600');
      expect(answer?.headers['content-encoding']).toBeUndefined();
    }
    expect((await app.inject({ url: `/downloads/${name}-9.9.9.tgz` })).statusCode).toBe(404);
  });

  it('run by npx from their URL, with no package of a registry', async () => {
    expect((await npx('assay-mcp.tgz', '--version')).stdout).toBe('0.1.0\n');
    const { stdout } = await npx('assay-cli.tgz', 'validate', '-c', 'btc', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa');
    expect(stdout).toBe('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa  valid  p2pkh, checksum valid\n');
  });
});
