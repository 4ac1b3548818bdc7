import { type KeySet, verifyFile, verifyPdf } from '@assay/certificate';
import { signPdf } from '@assay/report/signing';
import { type LocalTimeStampAuthority, startTimeStampAuthority } from '@assay/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderKeys } from './key-home.ts';
import { placeholderPdf } from './test/placeholder-pdf.ts';
import { randomOf, SMALL_RESULT, useSigning } from './test/signing-fixture.ts';
import { timeStampClient } from './time-stamp-client.ts';

/** Mutations of each kind; a long run asks for many more by ASSAY_MUTATIONS. */
const MUTATIONS = Number(process.env['ASSAY_MUTATIONS'] ?? 150);
/** No file of this size may take longer; a loop that never ends would. */
const MOST_MS = 5_000;

const signing = useSigning();

describe('a report that was changed', () => {
  let authority: LocalTimeStampAuthority;
  let keys: KeySet;
  let plain: Uint8Array;
  let stamped: Uint8Array;
  let gap: readonly [number, number] = [0, 0];
  let roots: readonly Uint8Array[] = [];

  beforeAll(async () => {
    authority = await startTimeStampAuthority();
    const { certificate, signer, keySet } = signing.get();
    keys = keySet;
    roots = [authority.root];
    const stampers = [timeStampClient(authority.url, 5_000)];
    plain = (await signPdf(placeholderPdf({ certificate }), signer, { randomBytes: randomOf })).pdf;
    stamped = (await signPdf(placeholderPdf({ certificate }), signer, { stampers, randomBytes: randomOf })).pdf;
    const [start = 0, end = 0] = (/\/ByteRange \[0 (\d+) (\d+)/.exec(Buffer.from(stamped).toString('latin1')) ?? [])
      .slice(1)
      .map(Number);
    gap = [start, end];
  });
  afterAll(() => authority.close());

  const judge = (pdf: Uint8Array) => {
    const started = performance.now();
    const report = verifyFile(pdf, { keys, roots, now: Date.now() });
    expect(performance.now() - started).toBeLessThan(MOST_MS);
    return report;
  };
  const flip = (pdf: Uint8Array, offset: number, bit: number): Uint8Array => {
    const changed = Uint8Array.from(pdf);
    changed[offset] = (changed[offset] ?? 0) ^ (1 << bit);
    return changed;
  };

  it('was valid before', () => {
    expect(judge(plain)).toMatchObject({ verdict: 'valid', result: SMALL_RESULT });
    expect(judge(stamped)).toMatchObject({ verdict: 'valid', result: SMALL_RESULT });
  });

  it('is found out by one flipped bit in the first range, in the second, and in the signature between them', () => {
    const [start, end] = gap;
    const parts = [
      [0, start - 1],
      [start, end - 1],
      [end, stamped.length - 1],
    ] as const;
    for (const [min, max] of parts) {
      fc.assert(
        fc.property(fc.integer({ min, max }), fc.nat(7), (offset, bit) => {
          expect(judge(flip(stamped, offset, bit)).verdict, `bit ${bit} of byte ${offset}`).toBe('not_valid');
        }),
        { numRuns: MUTATIONS },
      );
    }
  });

  it('is found out by one flipped bit anywhere in the used part of the signature, its certificates and time stamp', () => {
    const [start] = gap;
    const hex = Buffer.from(stamped).toString('latin1', start + 1, start + 9);
    const used = 2 * (Number.parseInt(hex.slice(4), 16) + 4);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: used - 1 }), fc.nat(7), (offset, bit) => {
        expect(judge(flip(stamped, start + 1 + offset, bit)).verdict, `bit ${bit} of digit ${offset}`).toBe(
          'not_valid',
        );
      }),
      { numRuns: MUTATIONS * 4 },
    );
  });

  it('is never called valid, and never takes long, however it was cut, filled up or mixed', () => {
    const piece = fc.record({
      at: fc.nat(plain.length),
      length: fc.nat(400),
      bytes: fc.uint8Array({ maxLength: 400 }),
    });
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 4 }), (pieces) => {
        let changed: Buffer = Buffer.from(plain);
        for (const { at, length, bytes } of pieces) {
          changed = Buffer.concat([changed.subarray(0, at), bytes, changed.subarray(at + length)]);
        }
        if (changed.equals(plain)) return;
        expect(judge(changed).verdict).toBe('not_valid');
      }),
      { numRuns: MUTATIONS * 2 },
    );
  });

  it('is never called valid when any number in it was replaced by another one', () => {
    const text = Buffer.from(plain).toString('latin1');
    const numbers = [...text.matchAll(/\d+/g)].filter(({ index }) => index < gap[0] || index >= gap[1]);
    fc.assert(
      fc.property(fc.nat(numbers.length - 1), fc.nat(4_000_000_000), (place, value) => {
        const found = numbers[place];
        if (found === undefined || found[0] === String(value)) return;
        const changed = text.slice(0, found.index) + String(value) + text.slice(found.index + found[0].length);
        expect(judge(Buffer.from(changed, 'latin1')).verdict).toBe('not_valid');
      }),
      { numRuns: MUTATIONS },
    );
  });

  it('does not keep the reader busy with a file made of nothing but traps', () => {
    const traps = [
      '/ByteRange [0 9 11 9]',
      '/ByteRange [0 ',
      '/EmbeddedFile stream\n',
      '/EmbeddedFiles',
      '[[[[[[[[',
      '<',
    ];
    for (const trap of traps)
      expect(judge(Buffer.from(`%PDF-${trap.repeat(4_000_000 / trap.length)}`)).verdict).toBe('not_valid');
    const deep = `{"statement":${'['.repeat(4_000_000)}`;
    expect(judge(Buffer.from(deep)).verdict).toBe('not_valid');
  });

  it('says how many bytes were added after the signature', () => {
    const longer = Buffer.concat([plain, Buffer.from('\n9 0 obj\n<< >>\nendobj\n')]);
    const report = judge(longer);
    expect(report.verdict).toBe('not_valid');
    const found = report.findings.find(({ id }) => id === 'pdf_whole_file');
    expect(found).toMatchObject({
      outcome: 'failed',
      text: expect.stringContaining('22 bytes were added after the signature'),
    });
    expect(report.findings.find(({ id }) => id === 'pdf_unchanged')?.outcome).toBe('proven');
  });

  it('is not hidden by a second byte range in what was added', () => {
    const [start, end] = gap;
    const added = `\n9 0 obj\n<< /ByteRange [0 ${start} ${end} ${plain.length - end}] >>\nendobj\n`;
    expect(judge(Buffer.concat([plain, Buffer.from(added)])).verdict).toBe('not_valid');
  });

  it('does not lend its result to pages that somebody else signed', async () => {
    const { openPdfCredentials } = await import('./pdf-credentials.ts');
    const { p12Signer } = await import('./p12-signer.ts');
    const { mkdtemp, rm } = await import('node:fs/promises');
    const folder = await mkdtemp('/tmp/assay-other-');
    const other = p12Signer(
      await openPdfCredentials({ home: folderKeys(folder), p12: null, productName: 'Assay' }, new Date()),
    );
    await rm(folder, { recursive: true });
    const { certificate } = signing.get();
    const { pdf } = await signPdf(placeholderPdf({ certificate }), other, { randomBytes: randomOf });
    const report = judge(pdf);
    expect(report).toMatchObject({ verdict: 'not_valid', result: null });
    expect(report.findings.find(({ id }) => id === 'pdf_chain')?.outcome).toBe('failed');
  });

  it('needs the signed result attached, packed or not', async () => {
    const { certificate, signer } = signing.get();
    const verdictOf = async (options: Parameters<typeof placeholderPdf>[0]) =>
      judge((await signPdf(placeholderPdf(options), signer, { randomBytes: randomOf })).pdf).verdict;
    expect(await verdictOf({ certificate, isPacked: false })).toBe('valid');
    expect(await verdictOf({ certificate: null })).toBe('not_valid');
    expect(await verdictOf({ certificate: Buffer.from('{"statement":\n1') })).toBe('not_valid');
    const forged = Buffer.from(certificate).toString('utf8').replace('"note":"é"', '"note":"e"');
    expect(await verdictOf({ certificate: Buffer.from(forged) })).toBe('not_valid');
  });

  it('does not let the issuer vouch for the time of its own signature', () => {
    const [own] = keys.authorities;
    if (own === undefined) throw new Error('The keys hold no authority');
    const stamper = { ...own, certificate: Buffer.from(authority.root).toString('base64') };
    const report = verifyPdf(stamped, { keys: { ...keys, authorities: [own, stamper] }, now: Date.now() });
    expect(report.verdict).toBe('valid');
    expect(report.findings.find(({ id }) => id === 'pdf_time_stamp')?.outcome).toBe('unknown');
    expect(report.signers.some(({ isTimeVouched }) => isTimeVouched)).toBe(false);
  });

  it('proves nothing where no key is at hand, and nothing after its certificates ended', () => {
    const none = verifyPdf(plain, { keys: { ...keys, keys: [], authorities: [] }, now: Date.now() });
    expect(none).toMatchObject({ verdict: 'not_proven', result: null, signers: [] });
    const late = Date.UTC(2060, 0, 1);
    expect(verifyPdf(plain, { keys, now: late }).verdict).not.toBe('valid');
    // A time stamp says that the signature was there while the certificate was good.
    expect(verifyPdf(stamped, { keys, roots, now: late }).verdict).toBe('valid');
  });
});
