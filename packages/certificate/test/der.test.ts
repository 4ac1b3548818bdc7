import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  childrenOf,
  DerError,
  OID,
  oidOf,
  readDer,
  TAG,
  writeDer,
  writeInteger,
  writeOid,
  writeSequence,
  writeSetOf,
} from '../src/index.ts';

describe('DER', () => {
  it('reads back whatever it writes, to the byte', () => {
    const tree: fc.Arbitrary<Uint8Array> = fc.letrec<{ node: Uint8Array }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        fc.uint8Array({ maxLength: 300 }).map((bytes) => writeDer(TAG.octets, bytes)),
        fc.array(tie('node'), { maxLength: 5 }).map((parts) => writeSequence(...parts)),
      ),
    })).node;
    fc.assert(
      fc.property(tree, (bytes) => {
        expect(rewrite(bytes)).toEqual(bytes);
      }),
    );
  });

  it('writes integers and identifiers as X.690 shows them', () => {
    expect(hex(writeInteger(Uint8Array.of(0, 0, 0x80)))).toBe('02020080');
    expect(hex(writeInteger(Uint8Array.of(0)))).toBe('020100');
    expect(hex(writeOid(OID.sha256))).toBe('0609608648016503040201');
    expect(hex(writeOid('2.999.3'))).toBe('0603883703');
    for (const oid of Object.values(OID)) expect(oidOf(readDer(writeOid(oid)))).toBe(oid);
    expect(oidOf(readDer(writeOid('2.999.3')))).toBe('2.999.3');
    expect(() => writeOid('x')).toThrow(DerError);
    const set = writeSetOf([writeOid('1.2.9'), writeOid('1.2.1')]);
    expect(hex(set)).toBe('310806022a0106022a09');
  });

  it('refuses every second way to write the same', () => {
    for (const bytes of [
      '',
      '30',
      '3080',
      '308100',
      '30820001',
      '3081800000',
      '1f0100',
      '040201',
      '04010102',
      '3085000000000000',
    ]) {
      expect(() => readDer(Buffer.from(bytes, 'hex')), bytes).toThrow(DerError);
    }
    expect(() => oidOf(readDer(Buffer.from('06028001', 'hex')))).toThrow(DerError);
    expect(() => oidOf(readDer(Buffer.from('060181', 'hex')))).toThrow(DerError);
  });

  it('answers any bytes with an element or a DerError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        try {
          rewrite(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(DerError);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

function rewrite(bytes: Uint8Array): Uint8Array {
  const node = readDer(bytes);
  if (node.tag !== TAG.sequence) return writeDer(node.tag, node.content);
  return writeSequence(...childrenOf(node).map((child) => rewrite(child.bytes)));
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
