import { fileDigestOf, type KeySet, type PublishedAuthority, signCertificate, verifyPdf } from '@assay/certificate';
import { signPdf } from '@assay/report/signing';
import { type LocalTimeStampAuthority, startTimeStampAuthority } from '@assay/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderKeys } from './key-home.ts';
import { p12Signer } from './p12-signer.ts';
import { authorityOf, openPdfCredentials, renewSigner } from './pdf-credentials.ts';
import { placeholderPdf } from './test/placeholder-pdf.ts';
import { randomOf, SMALL_RESULT, useSigning } from './test/signing-fixture.ts';
import { timeStampClient } from './time-stamp-client.ts';

const HOUR_MS = 3_600_000;
const DIGITS = /\D/g;
const signing = useSigning();

/** The key folder is stolen one hour from now; the report is verified two hours from now. */
describe('a report whose keys were stolen', () => {
  // The keys are made when the block starts; what is signed claims a moment in which they are valid.
  const now = Date.now() + 600_000;
  const moment = new Date(now + HOUR_MS).toISOString();
  const later = now + 2 * HOUR_MS;
  let stamper: LocalTimeStampAuthority;
  let roots: readonly Uint8Array[];
  let signerSha256 = '';

  beforeAll(async () => {
    stamper = await startTimeStampAuthority();
    roots = [new Uint8Array(stamper.root)];
    const { signer } = signing.get();
    signerSha256 = fileDigestOf(signer.certificates[0] ?? new Uint8Array());
  });
  afterAll(() => stamper.close());

  interface Pages {
    readonly claims: Date;
    readonly isStamped?: boolean;
    readonly signer?: Parameters<typeof signPdf>[1];
  }

  /** A report whose result and pages claim a time; a thief's looks the same. */
  async function pages({ claims, isStamped = false, signer = signing.get().signer }: Pages): Promise<Uint8Array> {
    const certificate = signCertificate(SMALL_RESULT, await signing.get().keys.signer(), claims);
    const signingTime = `D:${claims.toISOString().slice(0, 19).replaceAll(DIGITS, '')}Z`;
    const stampers = isStamped ? [timeStampClient(stamper.url, 5_000)] : [];
    return (await signPdf(placeholderPdf({ certificate, signingTime }), signer, { stampers, randomBytes: randomOf }))
      .pdf;
  }

  /** The list in which the named keys are marked as compromised. */
  function marked(what: { readonly result?: true; readonly signer?: true; readonly root?: true }): KeySet {
    const { keySet } = signing.get();
    const markRoot = (one: PublishedAuthority): PublishedAuthority => ({
      ...one,
      ...(what.root ? { valid_to: moment, compromised_from: moment } : {}),
      ...(what.signer ? { compromised_signers: [{ sha256: signerSha256, compromised_from: moment }] } : {}),
    });
    return {
      ...keySet,
      keys: keySet.keys.map((key) => (what.result ? { ...key, valid_to: moment, compromised_from: moment } : key)),
      authorities: keySet.authorities.map(markRoot),
    };
  }

  const verdictOf = (pdf: Uint8Array, keys: KeySet, more: object = {}) =>
    verifyPdf(pdf, { keys, now: later, ...more }).verdict;
  const ALL = { result: true, signer: true, root: true } as const;

  it('is valid with a note when a trusted time stamp saw it before, whichever of the keys was stolen', async () => {
    const pdf = await pages({ claims: new Date(now), isStamped: true });
    for (const what of [{ result: true }, { signer: true }, { root: true }, ALL] as const) {
      const report = verifyPdf(pdf, { keys: marked(what), roots, now: later });
      expect(report.verdict, JSON.stringify([what, report.findings])).toBe('valid');
      const notes = report.findings.filter(({ text }) =>
        text.includes('A time stamp proves that this was signed before'),
      );
      expect(notes).toHaveLength('result' in what && 'root' in what ? 2 : 1);
      // A time stamp of an untrusted authority proves nothing.
      expect(verdictOf(pdf, marked(what))).toBe('not_proven');
    }
  });

  it('cannot be decided by its own claims, and shows no result of a stolen result key', async () => {
    const backdated = await pages({ claims: new Date(now) });
    for (const what of [{ result: true }, { signer: true }, { root: true }, ALL] as const) {
      const report = verifyPdf(backdated, { keys: marked(what), roots, now: later });
      expect(report.verdict, JSON.stringify(what)).toBe('not_proven');
      expect(report.summary).toContain('It cannot be decided whether this is genuine');
      if ('result' in what) expect(report.result).toBeNull();
      else expect(report.signers.map(({ what: signed }) => signed)).toEqual(['result']);
    }
  });

  it('is valid with a note by the issuer’s records of the file and of the result in it', async () => {
    const pdf = await pages({ claims: new Date(now) });
    const { recordsWanted } = verifyPdf(pdf, { keys: marked(ALL), now: later });
    expect(recordsWanted).toHaveLength(2);
    expect(recordsWanted[0]).toBe(fileDigestOf(pdf));
    const recordAt = (at: number) =>
      recordsWanted.map(
        (sha256) => ({ format: 'assay-issued/1', sha256, signed_at: new Date(at).toISOString() }) as const,
      );
    expect(verdictOf(pdf, marked(ALL), { issued: recordAt(now) })).toBe('valid');
    expect(verdictOf(pdf, marked(ALL), { issued: recordAt(now).slice(1) })).toBe('not_proven');
    expect(verdictOf(pdf, marked(ALL), { issued: recordAt(later) })).toBe('not_proven');
  });

  it('is not valid when its pages or its result say they were signed from then on', async () => {
    const pdf = await pages({ claims: new Date(now + HOUR_MS + 60_000) });
    for (const what of [{ result: true }, { signer: true }, { root: true }] as const) {
      const report = verifyPdf(pdf, { keys: marked(what), roots, now: later });
      expect(report.verdict, JSON.stringify(what)).toBe('not_valid');
      expect(report.summary).toBe('Not valid: the key that signed this was stolen, and this states a time after that.');
    }
  });

  it('does not apply its time stamp to what was added after the signature', async () => {
    const pdf = await pages({ claims: new Date(now), isStamped: true });
    const other = await pages({ claims: new Date(now - 1_000) });
    const report = verifyPdf(Buffer.concat([pdf, other]), { keys: marked({ result: true }), roots, now: later });
    expect(report).toMatchObject({ verdict: 'not_valid', result: null });
    expect(report.findings.find(({ id }) => id === 'result_compromise')?.outcome).not.toBe('proven');
  });

  it('stays as it was under a certificate that was not stolen', async () => {
    const { folder } = signing.get();
    const source = { home: folderKeys(folder), p12: null, productName: 'Assay' };
    const before = await openPdfCredentials(source, new Date(now));
    const renewed = await renewSigner(source, new Date(now));
    expect(authorityOf(renewed, new Date(now), true).sha256).toBe(authorityOf(before, new Date(now), true).sha256);
    const pdf = await pages({ claims: new Date(now), signer: p12Signer(renewed) });
    expect(verdictOf(pdf, marked({ signer: true }))).toBe('valid');
    expect(verdictOf(pdf, marked({ root: true }))).toBe('not_proven');
  });
});
