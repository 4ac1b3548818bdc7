import { afterEach, describe, expect, it, vi } from 'vitest';
import type { IssuedForReport } from '../../reports/reports.ports.ts';
import { largeCertificate, smallCertificate } from './test/certificates.ts';
import { workerRenderer } from './worker-renderer.ts';

vi.setConfig({ testTimeout: 120_000 });

describe('rendering in a worker', () => {
  let close: (() => Promise<void>) | undefined;
  afterEach(() => close?.());

  function renderer(options: Parameters<typeof workerRenderer>[0] = {}) {
    const made = workerRenderer({ timeoutMs: 100_000, ...options });
    close = made.close;
    return made;
  }

  it('gives the same bytes for the same certificate, from whichever thread', async () => {
    const made = renderer({ threads: 2 });
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => made.renderPdf(smallCertificate(), null)));
    expect(first?.byteLength).toBeGreaterThan(20_000);
    expect(Buffer.from(first ?? []).equals(Buffer.from(second ?? []))).toBe(true);
    expect(Buffer.from(first ?? []).equals(Buffer.from(third ?? []))).toBe(true);
  });

  it('leaves the thread that answers requests free while 50 are rendered', async () => {
    const made = renderer();
    await made.renderPdf(smallCertificate(), null);
    const beats = beating();
    const files = await Promise.all(Array.from({ length: 50 }, () => made.renderPdf(smallCertificate(), null)));
    const gaps = beats.stop().toSorted((a, b) => a - b);
    expect(files).toHaveLength(50);
    // Rendering one takes over 100 ms: were it done here, every beat would wait for it.
    expect(gaps[Math.floor(gaps.length / 2)]).toBeLessThan(30);
    expect(gaps.length).toBeGreaterThan(50);
  });

  it('refuses what would wait too long in the queue', async () => {
    const made = renderer({ waiting: 3 });
    const all = await Promise.allSettled(Array.from({ length: 12 }, () => made.renderPdf(smallCertificate(), null)));
    const refused = all.flatMap((one) => (one.status === 'rejected' ? [one.reason.errorName] : []));
    expect(refused.length).toBeGreaterThanOrEqual(7);
    expect(new Set(refused)).toEqual(new Set(['Overloaded']));
  });

  it('gives up a rendering that takes too long, and goes on with the next', async () => {
    const slow = renderer({ timeoutMs: 1 });
    await expect(slow.renderPdf(smallCertificate(), null)).rejects.toMatchObject({ errorName: 'Overloaded' });
    await slow.close();
    expect((await renderer().renderPdf(smallCertificate(), null)).byteLength).toBeGreaterThan(20_000);
  });

  it('fails for a certificate that is none, and goes on with the next', async () => {
    const made = renderer();
    const broken: IssuedForReport = { ...smallCertificate(), body: '{}' };
    await expect(made.renderPdf(broken, null)).rejects.toThrow();
    expect((await made.renderPdf(smallCertificate(), null)).byteLength).toBeGreaterThan(20_000);
  });

  it('stays within its memory at the largest evidence', async () => {
    const made = renderer({ memoryMb: 384 });
    const certificate = largeCertificate(20_000);
    expect(certificate.body.length).toBeGreaterThan(20_000_000);
    expect((await made.renderPdf(certificate, null)).byteLength).toBeGreaterThan(500_000);
  });
});

/** Gaps between beats of 5 ms of this thread, less what they should be. */
function beating() {
  const gaps: number[] = [];
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    gaps.push(now - last - 5);
    last = now;
  }, 5);
  return {
    stop: () => {
      clearInterval(timer);
      return gaps;
    },
  };
}
