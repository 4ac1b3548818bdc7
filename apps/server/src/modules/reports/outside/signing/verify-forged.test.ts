import { sign } from 'node:crypto';
import { childrenOf, type KeySet, readDer, signCertificate, verifyPdf, writeDer } from '@assay/certificate';
import { type PdfSigner, signPdf } from '@assay/report/signing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorityOf } from './pdf-credentials.ts';
import { AUTHORITY, openForgery, SIGNER } from './test/forged-fixture.ts';
import { placeholderPdf } from './test/placeholder-pdf.ts';
import { randomOf, SMALL_RESULT, useSigning } from './test/signing-fixture.ts';

const NOW = Date.now();
const CERTIFIED = 'public root';
const signing = useSigning();

/** The issuer signs with a certificate of a public authority; so can any other customer of that authority. */
describe('a report under an authority that certifies others too', () => {
  let forgery: Awaited<ReturnType<typeof openForgery>>;
  let keys: KeySet;

  beforeAll(async () => {
    forgery = await openForgery();
    await forgery.certify({ name: CERTIFIED, extensions: AUTHORITY });
    await forgery.certify({ name: 'operator', issuer: CERTIFIED, serial: '4242', extensions: SIGNER });
    const content = await forgery.contentOf('operator', CERTIFIED);
    keys = { ...signing.get().keySet, authorities: [authorityOf(content, new Date(NOW), false)] };
  }, 60_000);
  afterAll(() => forgery.close());

  const pagesBy = async (signer: PdfSigner, signingTime?: string) => {
    const { certificate } = signing.get();
    const pdf = placeholderPdf({ certificate, ...(signingTime === undefined ? {} : { signingTime }) });
    return (await signPdf(pdf, signer, { randomBytes: randomOf })).pdf;
  };
  const judge = (pdf: Uint8Array, roots: readonly Uint8Array[] = []) =>
    verifyPdf(pdf, { keys, roots, now: Date.now() });
  const outcomeOf = (pdf: Uint8Array, id: string, roots: readonly Uint8Array[] = []) =>
    judge(pdf, roots).findings.find((finding) => finding.id === id)?.outcome;

  it('is valid when the issuer’s own certificate signed its pages', async () => {
    expect(judge(await pagesBy(await forgery.signerOf('operator', CERTIFIED)))).toMatchObject({ verdict: 'valid' });
  });

  it('is not valid when another certificate of that authority signed the pages around a genuine result', async () => {
    await forgery.certify({ name: 'mallory', issuer: CERTIFIED, extensions: SIGNER });
    const pdf = await pagesBy(await forgery.signerOf('mallory', CERTIFIED));
    expect(judge(pdf)).toMatchObject({ verdict: 'not_valid', result: null });
    expect(outcomeOf(pdf, 'pdf_chain')).toBe('failed');
  });

  it('is not valid under a root that was only trusted for time stamps', async () => {
    await forgery.certify({ name: 'stamp root', extensions: AUTHORITY });
    await forgery.certify({ name: 'customer', issuer: 'stamp root', extensions: SIGNER });
    const pdf = await pagesBy(await forgery.signerOf('customer', 'stamp root'));
    expect(judge(pdf, [await forgery.der('stamp root')])).toMatchObject({ verdict: 'not_valid', result: null });
  });

  /** Signed by what `name` certifies, with that certificate and its root published as the issuer's. */
  async function verdictOfChain(...chain: readonly string[]) {
    const content = await forgery.contentOf(...chain);
    const signer = await forgery.signerOf('operator', CERTIFIED);
    const pdf = await pagesBy({
      ...signer,
      certificates: content.certificates,
      sign: async (bytes) => sign('sha256', bytes, content.key),
    });
    const authorities = [authorityOf(content, new Date(NOW), false)];
    return verifyPdf(pdf, { keys: { ...keys, authorities }, now: Date.now() }).verdict;
  }

  it.each([
    ['for documents', 'valid', { extensions: [...SIGNER, 'extendedKeyUsage=1.3.6.1.5.5.7.3.36'] }],
    ['for mail', 'valid', { extensions: [...SIGNER, 'extendedKeyUsage=emailProtection,clientAuth'] }],
    ['for web servers', 'not_valid', { extensions: [...SIGNER, 'extendedKeyUsage=serverAuth'] }],
    ['for time stamps', 'not_valid', { extensions: [...SIGNER, 'extendedKeyUsage=critical,timeStamping'] }],
    ['of an authority', 'not_valid', { extensions: AUTHORITY }],
    ['to encrypt', 'not_valid', { extensions: ['basicConstraints=CA:FALSE', 'keyUsage=critical,keyEncipherment'] }],
    ['that has expired', 'not_valid', { extensions: SIGNER, to: '20250601000000Z' }],
    ['of later', 'not_valid', { extensions: SIGNER, from: '20350101000000Z' }],
    ['with names', 'not_valid', { extensions: [...SIGNER, 'nameConstraints=permitted;email:.example.test'] }],
    ['with a riddle', 'not_valid', { extensions: [...SIGNER, '1.2.3.4=critical,ASN1:NULL'] }],
  ])('signed with a certificate %s is %s', async (name, verdict, wish) => {
    await forgery.certify({ name: `one ${name}`, issuer: CERTIFIED, ...wish });
    expect(await verdictOfChain(`one ${name}`, CERTIFIED)).toBe(verdict);
  });

  it('is not created with a certificate that no verifier would accept', async () => {
    await forgery.certify({ name: 'web', issuer: CERTIFIED, extensions: [...SIGNER, 'extendedKeyUsage=serverAuth'] });
    await expect(forgery.signerOf('web', CERTIFIED)).rejects.toThrow('not one for documents');
  });

  it.each([
    ['is an authority', 'valid', AUTHORITY],
    ['is none', 'not_valid', SIGNER],
    ['may not certify', 'not_valid', ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,digitalSignature']],
    ['does not say', 'not_valid', ['subjectKeyIdentifier=hash']],
    ['is limited in names', 'not_valid', [...AUTHORITY, 'nameConstraints=permitted;email:.example.test']],
  ])('signed through a certificate in between that %s is %s', async (name, verdict, extensions) => {
    await forgery.certify({ name: `between ${name}`, issuer: CERTIFIED, extensions });
    await forgery.certify({ name: `under ${name}`, issuer: `between ${name}`, extensions: SIGNER });
    expect(await verdictOfChain(`under ${name}`, `between ${name}`, CERTIFIED)).toBe(verdict);
  });

  it('is not valid under a root of the same name, or with that root’s certificate beside it', async () => {
    await forgery.certify({ name: 'namesake', subject: CERTIFIED, extensions: AUTHORITY });
    await forgery.certify({
      name: 'of namesake',
      issuer: 'namesake',
      subject: 'operator',
      serial: '4242',
      extensions: SIGNER,
    });
    for (const chain of [
      ['of namesake'],
      ['of namesake', 'namesake'],
      ['of namesake', 'namesake', CERTIFIED],
      ['of namesake', CERTIFIED],
    ]) {
      expect(judge(await pagesBy(await forgery.signerOf(...chain))).verdict, chain.join()).toBe('not_valid');
    }
  });

  it('is not valid when the certificate beside the signature is another one than the signature binds', async () => {
    // The same key, issuer and serial number: only the bound digest distinguishes the two.
    await forgery.certify({ name: 'twin', issuer: CERTIFIED, serial: '4242', keyOf: 'operator', extensions: SIGNER });
    const own = await forgery.signerOf('operator', CERTIFIED);
    const twin = await forgery.contentOf('twin', CERTIFIED);
    let isSigned = false;
    const pdf = await pagesBy({
      algorithm: own.algorithm,
      get certificates() {
        return isSigned ? twin.certificates : own.certificates;
      },
      sign: async (bytes) => {
        isSigned = true;
        return own.sign(bytes);
      },
    });
    expect(judge(pdf).verdict).toBe('not_valid');
    expect(judge(pdf).findings.find(({ id }) => id === 'pdf_signature')?.text).toContain('bound certificate');
  });

  it('is not valid when its root was given up before the pages say they were signed', async () => {
    const signer = await forgery.signerOf('operator', CERTIFIED);
    const early = await pagesBy(signer, 'D:20260101120000Z');
    const late = await pagesBy(signer, 'D:20260301120000Z');
    const never = await pagesBy(signer, 'yesterday');
    const ended = keys.authorities.map((one) => ({ ...one, valid_to: '2026-02-01T00:00:00.000Z' }));
    const verdictOf = (pdf: Uint8Array) =>
      verifyPdf(pdf, { keys: { ...keys, authorities: ended }, now: Date.now() }).verdict;
    expect([early, late, never].map(verdictOf)).toEqual(['valid', 'not_valid', 'not_valid']);
  });

  it('is not valid with two results attached, in whatever order, nor with one of another issuer', async () => {
    const { certificate, keys: folder } = signing.get();
    const other = signCertificate({ ...SMALL_RESULT, sub_id: 'b'.repeat(32) }, await folder.signer(), new Date());
    const signer = await forgery.signerOf('operator', CERTIFIED);
    const attach = (first: Uint8Array, second: Uint8Array) => {
      const pdf = Buffer.from(placeholderPdf({ certificate: first, isPacked: false }));
      const more = `9 0 obj\n<< /Type /EmbeddedFile /Length ${second.length} >>\nstream\n`;
      const at = pdf.lastIndexOf('xref\n0');
      return Buffer.concat([
        pdf.subarray(0, at),
        Buffer.from(more),
        second,
        Buffer.from('\nendstream\nendobj\n'),
        pdf.subarray(at),
      ]);
    };
    for (const pdf of [attach(certificate, other), attach(other, certificate), attach(certificate, certificate)]) {
      const signed = (await signPdf(pdf, signer, { randomBytes: randomOf })).pdf;
      expect(judge(signed)).toMatchObject({ verdict: 'not_valid', result: null });
    }
  });

  it('is verified without an error, and is never valid, when parts of its signature are duplicated, left out, moved or nested', async () => {
    const pdf = await pagesBy(await forgery.signerOf('operator', CERTIFIED));
    const text = Buffer.from(pdf).toString('latin1');
    const [start = 0, end = 0] = (/\/ByteRange \[0 (\d+) (\d+)/.exec(text) ?? []).slice(1).map(Number);
    const gap = Buffer.from(text.slice(start + 1, end - 1), 'hex');
    const cms = gap.subarray(0, gap.readUInt16BE(2) + 4);
    const kinds = ['double', 'drop', 'swap', 'empty', 'wrap', 'retag', 'indefinite'] as const;
    fc.assert(
      fc.property(fc.array(fc.nat(20), { minLength: 1, maxLength: 9 }), fc.constantFrom(...kinds), (way, kind) => {
        const changed = change(new Uint8Array(cms), way, kind);
        if (Buffer.from(changed).equals(cms) || changed.length * 2 > end - start - 2) return;
        const hex = Buffer.from(changed)
          .toString('hex')
          .padEnd(end - start - 2, '0');
        const report = judge(Buffer.from(`${text.slice(0, start + 1)}${hex}${text.slice(end - 1)}`, 'latin1'));
        // A certificate that is there twice, or in another order, changes nothing that is proven.
        const isOnlyOrder =
          way[0] !== undefined && way.length >= 3 && (kind === 'double' || kind === 'swap' || kind === 'drop');
        if (!isOnlyOrder || report.verdict !== 'valid')
          expect(report.verdict, `${kind} at ${way.join('.')}`).toBe('not_valid');
        else expect(report.result).toEqual(SMALL_RESULT);
      }),
      { numRuns: 400 },
    );
  });
});

/** Changes one part of a DER structure, found by its path; every length above it is written again. */
function change(bytes: Uint8Array, [next, ...way]: readonly number[], kind: string): Uint8Array {
  const node = readDer(bytes);
  const isConstructed = (node.tag & 0x20) !== 0;
  if (!isConstructed || next === undefined) return changeNode(node.tag, node.bytes, node.content, kind);
  const parts = childrenOf(node).map((child) => child.bytes);
  if (parts.length === 0) return bytes;
  const at = next % parts.length;
  const chosen = parts[at] ?? new Uint8Array();
  if (way.length > 0) parts[at] = change(chosen, way, kind);
  else if (kind === 'double') parts.splice(at, 0, chosen);
  else if (kind === 'drop') parts.splice(at, 1);
  else if (kind === 'swap') parts.unshift(...parts.splice(at, 1));
  else parts[at] = change(chosen, [], kind);
  return writeDer(node.tag, ...parts);
}

function changeNode(tag: number, bytes: Uint8Array, content: Uint8Array, kind: string): Uint8Array {
  if (kind === 'empty') return writeDer(tag);
  if (kind === 'wrap') return writeDer(0x30, bytes);
  if (kind === 'retag') return writeDer(tag ^ 1, content);
  if (kind === 'indefinite') return Uint8Array.from([tag, 0x80, ...content, 0, 0]);
  return bytes;
}
