import { describe, expect, it } from 'vitest';
import { AppError } from '../../app-error.ts';
import type { StoredCheck } from '../checks/index.ts';
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
  const render = (kind: string) => async () => {
    rendered.push(kind);
    await new Promise((resolve) => setTimeout(resolve, 5));
    return Uint8Array.from([rendered.length]);
  };
  const service = buildReportsService({
    checks: { openCheck: async (subId) => ({ subId }) as StoredCheck },
    certificates: { certify: async () => CERTIFICATE },
    renderer: { renderPdf: render('pdf'), renderPng: render('png') },
    cache: {
      get: async (key) => kept.get(key) ?? null,
      put: async (key, bytes) => void kept.set(key, bytes),
    },
    seal: async () => seal('a'),
    clock: { now: () => new Date(0) },
    ...overrides,
  });
  return { service, kept, rendered };
}

describe('reports', () => {
  it('are rendered once, however many ask, and then come from what was kept', async () => {
    const { service, rendered, kept } = setup();
    const all = await Promise.all([1, 2, 3].map(() => service.readReport(ID, null)));
    expect(rendered).toEqual(['pdf']);
    expect(new Set(all.map(({ bytes }) => bytes.join())).size).toBe(1);
    expect([...((await service.readReport(ID, null)).bytes ?? [])]).toEqual([1, 0xff]);
    expect(rendered).toEqual(['pdf']);
    expect([...kept.keys()]).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.pdf$/)]);
  });

  it('are rendered anew for another key, another certificate, and as a picture', async () => {
    const { kept } = setup();
    const deps = { cache: { get: async () => null, put: async (key: string) => void kept.set(key, new Uint8Array()) } };
    await setup(deps).service.readReport(ID, null);
    await setup({ ...deps, seal: async () => seal('b') }).service.readReport(ID, null);
    await setup({ ...deps, seal: async () => null }).service.readReport(ID, null);
    await setup({
      ...deps,
      certificates: { certify: async () => ({ ...CERTIFICATE, body: '{"a":1}' }) },
    }).service.readReport(ID, null);
    await setup(deps).service.readPreview(ID, null);
    expect(kept.size).toBe(5);
  });

  it('ask who may open the check before they look for anything that was kept', async () => {
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

  it('are not handed out when they were revoked while they were made, nor kept from whoever may still open them', async () => {
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

  it('that got no time stamp are handed out for a while, then sealed anew, and kept once they have one', async () => {
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

  it('that failed are tried again by the next who asks', async () => {
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
  ])('of %j stays one plain line', (product, header) => {
    expect(attachmentOf(product, ID)).toBe(header);
    expect(attachmentOf(product, ID)).toMatch(/^[\x20-\x7e]+$/);
  });
});
