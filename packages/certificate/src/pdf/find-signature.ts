import { utf8ToBytes } from '@noble/hashes/utils.js';

/** Where a signature is in a PDF (ISO 32000-2, section 12.8.1). Offsets are bytes. */
export interface PdfSignatureSpan {
  readonly gapStart: number;
  /** First byte behind the gap. */
  readonly gapEnd: number;
  /** First byte that the signature does not cover. */
  readonly end: number;
  /** The dictionary around it, as Latin-1 text without the gap. */
  readonly dictionary: string;
}

/** The word may occur in a file a few times; thousands of them are there to keep a reader busy. */
const MOST_MENTIONS = 1_000;
/** A dictionary is short; nothing further away belongs to it. */
const DICTIONARY_REACH = 4096;

/**
 * The signatures of a PDF, the last revision first. Works on bytes alone: what a signature covers is then everything but
 * its own hexadecimal text, whatever objects a reader would find there. Linear in the size of the file.
 */
export function findSignatures(pdf: Uint8Array): readonly PdfSignatureSpan[] {
  const spans: PdfSignatureSpan[] = [];
  let mentions = 0;
  for (let at = indexOf(pdf, '/ByteRange', 0); at !== -1; at = indexOf(pdf, '/ByteRange', at + 1)) {
    const span = readSpan(pdf, at);
    if (span !== null) spans.push(span);
    mentions += 1;
    if (mentions === MOST_MENTIONS) break;
  }
  return spans.sort((a, b) => b.end - a.end);
}

function readSpan(pdf: Uint8Array, at: number): PdfSignatureSpan | null {
  const numbers = /^\/ByteRange\s*\[\s*0\s+(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s*\]/.exec(latin1(pdf, at, at + 120));
  if (numbers === null) return null;
  const [gapStart = 0, gapEnd = 0, rest = 0] = numbers.slice(1).map(Number);
  const end = gapEnd + rest;
  if (gapStart + 2 > gapEnd || end > pdf.length) return null;
  // The byte range has to be inside what it covers, else anybody could write another one.
  if (at >= gapStart && at < gapEnd) return null;
  if (at >= end || pdf[gapStart] !== 0x3c || pdf[gapEnd - 1] !== 0x3e) return null;
  return { gapStart, gapEnd, end, dictionary: dictionaryAround(pdf, gapStart, gapEnd) };
}

function dictionaryAround(pdf: Uint8Array, gapStart: number, gapEnd: number): string {
  const before = latin1(pdf, Math.max(0, gapStart - DICTIONARY_REACH), gapStart);
  const after = latin1(pdf, gapEnd, gapEnd + DICTIONARY_REACH);
  const start = before.lastIndexOf(' obj');
  const end = after.indexOf('endobj');
  return `${before.slice(start === -1 ? 0 : start)} ${end === -1 ? after : after.slice(0, end)}`;
}

/** Lower-case hexadecimal and zeros behind it, as it is written here: one form only, so that no bit is free. */
export function readGap(pdf: Uint8Array, { gapStart, gapEnd }: PdfSignatureSpan): Uint8Array | null {
  const bytes = new Uint8Array((gapEnd - gapStart - 2) >> 1);
  if (bytes.length * 2 !== gapEnd - gapStart - 2) return null;
  for (let index = 0; index < bytes.length; index += 1) {
    const high = digitOf(pdf[gapStart + 1 + index * 2]);
    const low = digitOf(pdf[gapStart + 2 + index * 2]);
    if (high === -1 || low === -1) return null;
    bytes[index] = high * 16 + low;
  }
  return bytes;
}

function digitOf(code: number | undefined): number {
  if (code === undefined) return -1;
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  return code >= 0x61 && code <= 0x66 ? code - 0x57 : -1;
}

/** Time of `/M (D:20261120120000Z)` in milliseconds since 1970; null where there is none in UTC. */
export function statedTimeOf({ dictionary }: PdfSignatureSpan): number | null {
  const found = /\/M\s*\(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:Z(?:00'?00'?)?|\+00'00'?)\)/.exec(dictionary);
  if (found === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1).map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

export function latin1(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let at = start; at < Math.min(end, bytes.length); at += 1) text += String.fromCharCode(bytes[at] ?? 0);
  return text;
}

/** Index of an ASCII word at or after `from`; -1 where it is not. */
export function indexOf(bytes: Uint8Array, word: string, from: number): number {
  const codes = utf8ToBytes(word);
  const [first = 0] = codes;
  for (let at = bytes.indexOf(first, from); at !== -1; at = bytes.indexOf(first, at + 1)) {
    if (codes.every((code, index) => bytes[at + index] === code)) return at;
  }
  return -1;
}
