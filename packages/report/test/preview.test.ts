import { describe, expect, it } from 'vitest';
import { renderPreview } from '../src/index.ts';
import { previewSvg } from '../src/preview/preview-svg.ts';
import { ADDRESS, resultOf } from './report-fixture.ts';

describe('the picture for link previews', () => {
  it('is a PNG of 1200 by 630, the same for the same result', () => {
    const png = Buffer.from(renderPreview(resultOf()));
    expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(png.equals(Buffer.from(renderPreview(resultOf())))).toBe(true);
  });

  it('differs by score and by report', () => {
    const four = previewSvg(resultOf());
    expect(previewSvg(resultOf({ score: { ...resultOf().score, stars: 3, verdict: 'medium' } }))).not.toBe(four);
    expect(previewSvg(resultOf({ sub_id: 'f'.repeat(32) }))).not.toBe(four);
  });

  it('shows N/A where there is no rating', () => {
    const score = { ...resultOf().score, stars: 0, verdict: 'not_rated' } as const;
    expect(previewSvg(resultOf({ score }))).not.toBe(previewSvg(resultOf()));
  });

  it('needs no font where it is drawn, and never carries the whole address', () => {
    const svg = previewSvg(resultOf());
    expect(svg).not.toContain('<text');
    expect(svg).not.toContain(ADDRESS);
  });
});
