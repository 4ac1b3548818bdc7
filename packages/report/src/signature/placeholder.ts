/** Space for a signature with its certificates and a time stamp, in bytes. */
export const SIGNATURE_BYTES = 16_384;

/** Written where the byte range will be; as long as four numbers of ten digits, so filling it in moves no offset. */
export const BYTE_RANGE_PLACEHOLDER = '[0 /********** /********** /**********]';

/** Where a signature goes: `<` and `>` of the hexadecimal text included. */
export interface SignatureGap {
  readonly start: number;
  readonly end: number;
  readonly byteRangeAt: number;
}

/** A PDF has no place for a signature, or more than one. */
export class PlaceholderError extends Error {
  override readonly name = 'PlaceholderError';
}

/**
 * Finds `/ByteRange` and `/Contents` of the one signature dictionary that waits to be signed (ISO 32000-2, section
 * 12.8.1): the placeholder above and a `/Contents` of zeros, in either order, within one dictionary.
 *
 * @throws PlaceholderError
 */
export function findGap(pdf: Uint8Array): SignatureGap {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const byteRangeAt = text.indexOf(BYTE_RANGE_PLACEHOLDER, 0, 'latin1');
  if (byteRangeAt === -1) throw new PlaceholderError('The PDF has no place for a signature.');
  if (text.indexOf(BYTE_RANGE_PLACEHOLDER, byteRangeAt + 1, 'latin1') !== -1) {
    throw new PlaceholderError('The PDF has places for several signatures.');
  }
  const dictionaryAt = text.lastIndexOf(' obj', byteRangeAt, 'latin1');
  const contents = /\/Contents\s*<0+>/.exec(text.toString('latin1', dictionaryAt, byteRangeAt + 3 * SIGNATURE_BYTES));
  if (contents === null) throw new PlaceholderError('The PDF has no room for a signature.');
  const start = dictionaryAt + contents.index + contents[0].indexOf('<');
  return { start, end: dictionaryAt + contents.index + contents[0].length, byteRangeAt };
}

/** Writes the byte range into a copy: everything but the gap is signed. */
export function fillByteRange(pdf: Uint8Array, { start, end, byteRangeAt }: SignatureGap): Uint8Array {
  const filled = Uint8Array.from(pdf);
  const range = `[0 ${start} ${end} ${pdf.length - end}]`.padEnd(BYTE_RANGE_PLACEHOLDER.length);
  filled.set(Buffer.from(range, 'latin1'), byteRangeAt);
  return filled;
}

/** Puts the signature into its gap, lower-case hexadecimal with zeros behind it. @throws PlaceholderError when it is too long */
export function fillSignature(pdf: Uint8Array, { start, end }: SignatureGap, signature: Uint8Array): Uint8Array {
  const room = end - start - 2;
  const hex = Buffer.from(signature).toString('hex');
  if (hex.length > room)
    throw new PlaceholderError(`The signature has ${hex.length / 2} bytes, the PDF has room for ${room / 2}.`);
  const filled = Uint8Array.from(pdf);
  filled.set(Buffer.from(hex.padEnd(room, '0'), 'latin1'), start + 1);
  return filled;
}
