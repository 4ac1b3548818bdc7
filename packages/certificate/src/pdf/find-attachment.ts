import { Inflate } from 'fflate';
import { MAX_CERTIFICATE_BYTES } from '../certificate/read-certificate.ts';
import { indexOf, latin1 } from './find-signature.ts';

const MOST_ATTACHMENTS = 16;
const HEADER_REACH = 1024;
const CERTIFICATE_START = '{"statement":';

/**
 * The embedded `certificate.json` of a PDF; null when there is none, or more than one. Finds embedded files by their
 * bytes. That is enough here: the attachment carries a signature of its own, and the PDF's covers every object.
 */
export function findCertificate(pdf: Uint8Array): Uint8Array | null {
  const found: Uint8Array[] = [];
  let seen = 0;
  for (let at = indexOf(pdf, '/EmbeddedFile', 0); at !== -1; at = indexOf(pdf, '/EmbeddedFile', at + 1)) {
    const next = pdf[at + '/EmbeddedFile'.length];
    // '/EmbeddedFiles' is the list of them.
    if (next === 0x73) continue;
    seen += 1;
    if (seen > MOST_ATTACHMENTS) return null;
    const content = readStream(pdf, at);
    if (content !== null && latin1(content, 0, CERTIFICATE_START.length) === CERTIFICATE_START) found.push(content);
  }
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** The stream whose dictionary surrounds `at`; null where it cannot be read. */
function readStream(pdf: Uint8Array, at: number): Uint8Array | null {
  const behind = latin1(pdf, at, at + HEADER_REACH);
  const word = /\bstream\r?\n/.exec(behind);
  if (word === null) return null;
  const before = latin1(pdf, Math.max(0, at - HEADER_REACH), at);
  const dictionary = before.slice(before.lastIndexOf(' obj') + 1) + behind.slice(0, word.index);
  const length = Number(/\/Length\s+(\d{1,9})(?!\s+\d+\s+R)/.exec(dictionary)?.[1] ?? Number.NaN);
  const start = at + word.index + word[0].length;
  if (!Number.isInteger(length) || start + length > pdf.length || length > MAX_CERTIFICATE_BYTES) return null;
  const content = pdf.subarray(start, start + length);
  if (!/\/Filter\b/.test(dictionary)) return content;
  return /\/Filter\s*(?:\/FlateDecode|\[\s*\/FlateDecode\s*\])/.test(dictionary) ? inflate(content) : null;
}

/** zlib (RFC 1950); stops at the limit, so that no small file fills the memory. */
function inflate(packed: Uint8Array): Uint8Array | null {
  if (packed.length < 6) return null;
  const chunks: Uint8Array[] = [];
  let length = 0;
  const STEP = 65_536;
  try {
    const stream = new Inflate((chunk) => {
      length += chunk.length;
      if (length > MAX_CERTIFICATE_BYTES) throw new RangeError('too long');
      chunks.push(chunk);
    });
    // Two bytes of header, four of checksum at the end.
    const body = packed.subarray(2, packed.length - 4);
    for (let at = 0; at < body.length; at += STEP) stream.push(body.subarray(at, at + STEP), at + STEP >= body.length);
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}
