import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lateModules } from './late-modules.ts';

const PAGE =
  '<head>é€😀<link rel="modulepreload" href="/a.js"/><link rel="preload"/><link rel="modulepreload" href="/b.js"/></head><li';
const LATE = PAGE.replaceAll('rel="modulepreload"', 'rel="modulepreload" fetchpriority="low"');

describe('the scripts of a page', () => {
  it('come after what it takes to see it, wherever the stream of the page is cut', async () => {
    const bytes = Buffer.from(PAGE);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: bytes.length }), { maxLength: 6 }), async (cuts) => {
        const edges = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
        const parts = edges.slice(1).map((end, at) => bytes.subarray(edges[at], end));
        expect(await text(Readable.from(parts).pipe(lateModules()))).toBe(LATE);
      }),
    );
  });
});
