import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compression } from '../http/headers/compression.ts';
import { rateLimit } from '../http/limits/rate-limit.ts';
import { host } from './host.ts';
import { SharedPages } from './shared-pages.ts';
import type { SiteBuild } from './site-build.ts';

describe('files that were compressed by the build', () => {
  const SCRIPT = 'export const text = 1;\n'.repeat(200);
  let dir: string;
  let app: FastifyInstance;
  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'assay-files-'));
    await mkdir(path.join(dir, 'assets'));
    await writeFile(path.join(dir, 'assets', 'a.js'), SCRIPT);
    await writeFile(path.join(dir, 'assets', 'a.js.gz'), gzipSync(SCRIPT));
    await writeFile(path.join(dir, 'assets', 'b.js'), SCRIPT);
    app = Fastify();
    await app.register(compression);
    await app.register(rateLimit);
    // Files only: no page is rendered here.
    const build = { id: '1', clientDir: dir, files: new Set(['assets/a.js', 'assets/b.js']) } as unknown as SiteBuild;
    await app.register(host, {
      source: { current: async () => build },
      productName: 'Assay',
      shared: new SharedPages(),
      settings: async () => {
        throw new Error('No page is rendered here');
      },
      pagesPerMinute: 100,
      reach: { host: '127.0.0.1', publicUrl: 'http://localhost:3000' },
    });
  });
  afterAll(async () => {
    await app.close();
    await rm(dir, { recursive: true });
  });

  it('are sent as they lie there, to who can read them', async () => {
    const answer = await app.inject({ url: '/assets/a.js', headers: { 'accept-encoding': 'gzip, br' } });
    expect(answer.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: expect.stringMatching(/accept-encoding/i),
    });
    expect(gunzipSync(answer.rawPayload).toString()).toBe(SCRIPT);
    const plain = await app.inject({ url: '/assets/a.js' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body).toBe(SCRIPT);
  });

  it('are compressed on the way where the build left none', async () => {
    const answer = await app.inject({ url: '/assets/b.js', headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(answer.rawPayload).toString()).toBe(SCRIPT);
  });
});
