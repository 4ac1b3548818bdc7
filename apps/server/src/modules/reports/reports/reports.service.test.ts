import { describe, expect, it } from 'vitest';
import { AppError } from '../../../platform/kernel/app-error.ts';
import type { StoredCheck } from '../../checks/index.ts';
import type { IssuedForReport, ReportSeal } from './reports.ports.ts';
import { attachmentOf } from './reports.routes.ts';
import { buildReportsService, type ReportsDeps, UNSTAMPED_FOR_MS } from './reports.service.ts';

const ID = '7f3a91c2e4b87f3a91c2e4b87f3a91c2';
const CERTIFICATE: IssuedForReport = { body: '{}', keyId: 'k', signedAt: new Date(0) };
const seal = (id: string): ReportSeal => ({
  id,
  roomBytes: 8,
  sign: async (pdf) => ({ pdf: Uint8Array.from([...pdf, 0xff]), isComplete: true }),
});

function setup(overrides: Partial<ReportsDeps> = {}) {
  const kept = new Map<string, Uint8Array>();
  const rendered: string[] = [];
  const recorded: Uint8Array[] = [];
  const render = (kind: string) => async () => {
    rendered.push(kind);
    await new Promise((resolve) => setTimeout(resolve, 5));
    return Uint8Array.from([rendered.length]);
  };
  const service = buildReportsService({
    checks: { openCheck: async (subId) => ({ subId }) as StoredCheck },
    certificates: { certify: async () => CERTIFICATE, recordFile: async (_subId, file) => void recorded.push(file) },
    renderer: { renderPdf: render('pdf'), renderPng: render('png') },
    cache: {
      get: async (key) => kept.get(key) ?? null,
      put: async (key, bytes) => void kept.set(key, bytes),
    },
    seal: async () => seal('a'),
    clock: { now: () => new Date(0) },
    operator: null,
    ...overrides,
  });
  return { service, kept, rendered, recorded };
}

describe('reports', () => {
  it('are rendered once for simultaneous requests, and then served from the cache', async () => {
    const { service, rendered, kept, recorded } = setup();
    const all = await Promise.all([1, 2, 3].map(() => service.readReport(ID, null)));
    expect(rendered).toEqual(['pdf']);
    expect(new Set(all.map(({ bytes }) => bytes.join())).size).toBe(1);
    expect([...((await service.readReport(ID, null)).bytes ?? [])]).toEqual([1, 0xff]);
    expect(rendered).toEqual(['pdf']);
    expect([...kept.keys()]).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.pdf$/)]);
    // The file that was sent is recorded as issued, byte for byte.
    expect(recorded).toEqual([Uint8Array.from([1, 0xff])]);
  });

  it('are rendered again for another key, for another certificate, and as an image', async () => {
    const { kept } = setup();
    const deps = { cache: { get: async () => null, put: async (key: string) => void kept.set(key, new Uint8Array()) } };
    await setup(deps).service.readReport(ID, null);
    await setup({ ...deps, seal: async () => seal('b') }).service.readReport(ID, null);
    await setup({
      ...deps,
      certificates: { certify: async () => ({ ...CERTIFICATE, body: '{"a":1}' }), recordFile: async () => undefined },
    }).service.readReport(ID, null);
    await setup(deps).service.readPreview(ID, null);
    expect(kept.size).toBe(4);
  });

  it('are read from the cache only after the access to the check was verified', async () => {
    const { service, rendered } = setup();
    await service.readReport(ID, null);
    const refused = setup({
      checks: { openCheck: async () => Promise.reject(new AppError('NotFound')) },
      cache: { get: async () => expect.fail('looked'), put: async () => undefined },
    });
    await expect(refused.service.readReport(ID, 'somebody')).rejects.toMatchObject({ errorName: 'NotFound' });
    await expect(refused.service.readPreview(ID, null)).rejects.toMatchObject({ errorName: 'NotFound' });
    expect(rendered).toEqual(['pdf']);
  });

  it('are refused when they were revoked during rendering, except to a reader who may still open the check', async () => {
    let isRevoked = false;
    const openCheck = async (subId: string, reader: string | null) => {
      if (isRevoked && reader !== 'owner') throw new AppError('NotFound');
      return { subId } as StoredCheck;
    };
    const { service, kept } = setup({ checks: { openCheck } });
    const reads = [
      (reader: string) => service.readReport(ID, reader),
      (reader: string) => service.readPreview(ID, reader),
    ];
    for (const read of reads) {
      isRevoked = false;
      const [stranger, owner] = [read('stranger'), read('owner')];
      await new Promise((resolve) => setTimeout(resolve, 1));
      isRevoked = true;
      await expect(stranger).rejects.toMatchObject({ errorName: 'NotFound' });
      expect((await owner).bytes.length).toBeGreaterThan(0);
    }
    isRevoked = false;
    expect(kept.size).toBe(2);
    expect((await service.readReport(ID, 'stranger')).bytes.length).toBeGreaterThan(0);
  });

  it('without a time stamp are served for a limited time, then sealed again, and stored once they have one', async () => {
    let now = 0;
    let isAnswering = false;
    let asked = 0;
    const sign = async () => {
      asked += 1;
      return { pdf: Uint8Array.from([isAnswering ? 2 : 1]), isComplete: isAnswering };
    };
    const { service, kept } = setup({
      clock: { now: () => new Date(now) },
      seal: async () => ({ id: 'a', roomBytes: 8, sign }),
    });
    const read = async () => {
      const { bytes, etag } = await service.readReport(ID, null);
      return { first: bytes[0], etag };
    };
    const before = await read();
    expect([await read(), asked]).toEqual([before, 1]);
    now = UNSTAMPED_FOR_MS;
    expect([(await read()).first, asked]).toEqual([1, 2]);
    now = 2 * UNSTAMPED_FOR_MS;
    isAnswering = true;
    const stamped = await read();
    expect([stamped.first, asked]).toEqual([2, 3]);
    expect(stamped.etag).not.toBe(before.etag);
    isAnswering = false;
    now = 0;
    expect([await read(), asked]).toEqual([stamped, 3]);
    expect(kept.size).toBe(3);
  });

  it('are never served unsigned where signing is unavailable', async () => {
    const { service, kept, rendered } = setup({ seal: () => Promise.reject(new AppError('SigningUnavailable')) });
    await expect(service.readReport(ID, null)).rejects.toMatchObject({ errorName: 'SigningUnavailable' });
    expect([kept.size, rendered]).toEqual([0, []]);
    expect((await service.readPreview(ID, null)).bytes.length).toBe(1);
  });

  it('whose rendering failed are rendered again by the next request', async () => {
    let failures = 1;
    const renderer = {
      renderPdf: async () => (failures-- > 0 ? Promise.reject(new Error('worker ended')) : new Uint8Array(1)),
      renderPng: async () => new Uint8Array(1),
    };
    const { service } = setup({ renderer });
    await expect(service.readReport(ID, null)).rejects.toThrow('worker ended');
    expect((await service.readReport(ID, null)).bytes.length).toBe(2);
  });
});

describe('the file name of a report', () => {
  it.each([
    ['Assay', `attachment; filename="assay-report-${ID}.pdf"`],
    ['My Office', `attachment; filename="my-office-report-${ID}.pdf"`],
    [
      'A"\r\nSet-Cookie: x',
      `attachment; filename="a-set-cookie-x-report-${ID}.pdf"; filename*=UTF-8''a%22-set-cookie%3A-x-report-${ID}.pdf`,
    ],
    [
      'Ассай',
      `attachment; filename="check-report-${ID}.pdf"; filename*=UTF-8''%D0%B0%D1%81%D1%81%D0%B0%D0%B9-report-${ID}.pdf`,
    ],
    ['../../etc', `attachment; filename="etc-report-${ID}.pdf"; filename*=UTF-8''..-..-etc-report-${ID}.pdf`],
  ])('for the product %j is one line of ASCII', (product, header) => {
    expect(attachmentOf(product, ID)).toBe(header);
    expect(attachmentOf(product, ID)).toMatch(/^[\x20-\x7e]+$/);
  });
});
