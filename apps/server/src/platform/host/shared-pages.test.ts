import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ApiFetch } from './api-fetch.ts';
import { encodingFor, PageCache, storedPage } from './page-cache.ts';
import type { PageJob, RenderedPage } from './page-renderer.ts';
import { SharedPages } from './shared-pages.ts';
import type { PageSharing, SiteBuild } from './site-build.ts';

const NONCES = { script: 'a'.repeat(32), style: 'b'.repeat(32) };

/** A site whose page shows what the API answers. */
function openSite(sharing: PageSharing) {
  const site = { answer: 'one', status: 200, nowMs: 0, rendered: 0, asked: 0, productName: 'Assay', build: 'build' };
  const pages = new SharedPages(() => site.nowMs);
  const apiFetch: ApiFetch = async () => {
    site.asked += 1;
    return new Response(site.answer, { status: site.status });
  };
  const render = async (_job: PageJob, fetch: ApiFetch): Promise<RenderedPage> => {
    site.rendered += 1;
    const answer = await fetch('/api/data');
    const status = answer.ok ? 200 : 503;
    return { status, headers: [['content-type', 'text/html']], body: Buffer.from(`page of ${await answer.text()}`) };
  };
  const read = async (): Promise<string> => {
    const settings = { productName: site.productName } as PageJob['settings'];
    const job: PageJob = {
      method: 'GET',
      url: 'http://localhost:3000/page',
      headers: [],
      body: null,
      settings,
      nonces: NONCES,
    };
    const build = { id: site.build, sharingOf: () => sharing } as unknown as SiteBuild;
    const page = await pages.read({ build, job, apiFetch, render });
    return 'bodies' in page ? page.bodies.identity.toString() : `${page.status}`;
  };
  return { site, read };
}

describe('a page that is the same for everybody', () => {
  it('is rendered once for visitors who come together and those who come later', async () => {
    const { site, read } = openSite('everybody');
    expect(await Promise.all([read(), read(), read()])).toEqual(Array(3).fill('page of one'));
    expect(await read()).toBe('page of one');
    expect(site).toMatchObject({ rendered: 1, asked: 1 });
  });

  it('shows changed data a second later, and other settings at once', async () => {
    const { site, read } = openSite('everybody');
    await read();
    site.answer = 'two';
    site.nowMs = 999;
    expect(await read()).toBe('page of one');
    site.nowMs = 1_001;
    expect(await read()).toBe('page of two');
    site.nowMs = 2_100;
    await read();
    expect(site.rendered).toBe(2);
    site.productName = 'Other';
    await read();
    expect(site.rendered).toBe(3);
  });

  it('is rendered again by another build of the site', async () => {
    const { site, read } = openSite('everybody');
    await read();
    site.build = 'another';
    await read();
    expect(site.rendered).toBe(2);
  });
});

describe('a page that is shared with its data', () => {
  it('asks the API before every answer, and shows at once that the answer is another', async () => {
    const { site, read } = openSite('with its data');
    await Promise.all([read(), read()]);
    await read();
    expect(site.rendered).toBe(1);
    site.answer = 'revoked';
    expect(await read()).toBe('page of revoked');
    expect(site.rendered).toBe(2);
  });

  it('is not stored while the API has no answer', async () => {
    const { site, read } = openSite('with its data');
    site.status = 503;
    expect(await read()).toBe('503');
    site.status = 200;
    expect(await read()).toBe('page of one');
    expect(site.rendered).toBe(2);
  });
});

describe('the cache of pages', () => {
  const pageOf = (text: string) => storedPage({ html: text, scripts: [], styles: [] }, [], []);

  it('holds every encoding of the same page', async () => {
    const { bodies } = await pageOf('page '.repeat(500));
    expect(brotliDecompressSync(bodies.br)).toEqual(bodies.identity);
    expect(gunzipSync(bodies.gzip)).toEqual(bodies.identity);
  });

  it('never grows beyond its bound; the page that was sent longest ago goes first', async () => {
    const cache = new PageCache(5_000);
    const page = await pageOf('x'.repeat(2_000));
    for (const key of ['a', 'b', 'c']) {
      cache.set(key, { page, confirmedAtMs: 0 });
      cache.get('a');
    }
    expect(['a', 'b', 'c'].map((key) => cache.get(key) !== null)).toEqual([true, false, true]);
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['*', 'br'],
    ['identity', 'identity'],
    ['', 'identity'],
    [undefined, 'identity'],
  ])('answers in the smallest encoding that %j accepts: %s', (header, encoding) => {
    expect(encodingFor(header)).toBe(encoding);
  });

  it('reads the first encodings of a header that names thousands', () => {
    const thousands = Array.from({ length: 5_000 }, (_one, n) => `x${n};q=0.1`);
    expect(encodingFor(['gzip', ...thousands, 'br'].join(','))).toBe('gzip');
  });
});
