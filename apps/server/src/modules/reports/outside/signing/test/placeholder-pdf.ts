import { deflateSync } from 'node:zlib';
import { BYTE_RANGE_PLACEHOLDER, SIGNATURE_BYTES } from '@assay/report/signing';

export interface PlaceholderPdfOptions {
  /** Bytes of certificate.json; null attaches nothing. */
  readonly certificate: Uint8Array | null;
  readonly signingTime?: string;
  readonly isPacked?: boolean;
}

/** The smallest PDF that has what a report has: a page, a signature that waits, an attachment. */
export function placeholderPdf({
  certificate,
  signingTime = 'D:20261120120000Z',
  isPacked = true,
}: PlaceholderPdfOptions): Uint8Array {
  const packed = certificate === null ? null : isPacked ? deflateSync(certificate) : Buffer.from(certificate);
  const names =
    packed === null ? '' : '/Names << /EmbeddedFiles << /Names [(certificate.json) 7 0 R] >> >> /AF [7 0 R]';
  const objects: (string | Buffer)[] = [
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [5 0 R] /SigFlags 3 >> ${names} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Annots [5 0 R] /Resources << >> >>',
    '<< /Length 23 >>\nstream\n10 10 100 100 re S q Q  \nendstream',
    '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature) /Rect [0 0 0 0] /F 132 /P 3 0 R /V 6 0 R >>',
    `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /ByteRange ${BYTE_RANGE_PLACEHOLDER} /Contents <${'0'.repeat(2 * SIGNATURE_BYTES)}> /M (${signingTime}) >>`,
  ];
  if (packed !== null) {
    const filter = isPacked ? ' /Filter /FlateDecode' : '';
    objects.push(
      '<< /Type /Filespec /F (certificate.json) /UF (certificate.json) /AFRelationship /Data /EF << /F 8 0 R >> >>',
      Buffer.concat([
        Buffer.from(
          `<< /Type /EmbeddedFile /Subtype /application#2Fjson${filter} /Length ${packed.length} >>\nstream\n`,
        ),
        packed,
        Buffer.from('\nendstream'),
      ]),
    );
  }
  return assemble(objects);
}

function assemble(objects: readonly (string | Buffer)[]): Uint8Array {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const push = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  for (const [index, body] of objects.entries()) {
    offsets.push(length);
    push(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(body), Buffer.from('\nendobj\n')]));
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const id = '<00112233445566778899aabbccddeeff>';
  push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /ID [${id} ${id}] >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return new Uint8Array(Buffer.concat(parts));
}
