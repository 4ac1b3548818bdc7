/** Bytes are not DER (X.690), or not of the structure that was asked for. */
export class DerError extends Error {
  override readonly name = 'DerError';
}

/** Tag bytes used here (X.690, section 8.1.2); all of the low-tag-number form. */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  none: 0x05,
  oid: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** One element in place: nothing is copied until its content is read. */
export interface DerNode {
  readonly tag: number;
  /** Header included. */
  readonly bytes: Uint8Array;
  readonly content: Uint8Array;
}

const MAX_CHILDREN = 4096;

/**
 * Reads one element that fills `bytes` to the last: definite, shortest lengths and one-byte tags only, so that every
 * value has one encoding and no bit is without meaning.
 *
 * @throws DerError
 * @example
 * childrenOf(readDer(certificate)).length; // 3
 */
export function readDer(bytes: Uint8Array): DerNode {
  const node = readAt(bytes, 0);
  if (node.bytes.length !== bytes.length) throw new DerError('bytes follow the element');
  return node;
}

/** The element at the start of `bytes`, whatever follows. */
export function readFirstDer(bytes: Uint8Array): DerNode {
  return readAt(bytes, 0);
}

/** The elements inside a constructed one, in order. */
export function childrenOf(node: DerNode): readonly DerNode[] {
  if ((node.tag & 0x20) === 0) throw new DerError('the element has no parts');
  const children: DerNode[] = [];
  for (let offset = 0; offset < node.content.length; ) {
    if (children.length === MAX_CHILDREN) throw new DerError('too many parts');
    const child = readAt(node.content, offset);
    children.push(child);
    offset += child.bytes.length;
  }
  return children;
}

/** The parts of a SEQUENCE, SET or context tag. */
export function partsOf(node: DerNode | undefined, tag: number): readonly DerNode[] {
  return childrenOf(expectTag(node, tag));
}

export function expectTag(node: DerNode | undefined, tag: number): DerNode {
  if (node === undefined) throw new DerError('an element is missing');
  if (node.tag !== tag) throw new DerError(`expected tag ${tag}, found ${node.tag}`);
  return node;
}

/** The only part of an element that has exactly one. */
export function onlyPart(node: DerNode | undefined, tag: number): DerNode {
  const [first, ...rest] = partsOf(node, tag);
  if (first === undefined || rest.length > 0) throw new DerError('expected exactly one part');
  return first;
}

function readAt(bytes: Uint8Array, offset: number): DerNode {
  const tag = bytes[offset];
  const first = bytes[offset + 1];
  if (tag === undefined || first === undefined) throw new DerError('the element is cut off');
  if ((tag & 0x1f) === 0x1f) throw new DerError('long tags are not used here');
  let length = first;
  let start = offset + 2;
  if (first >= 0x80) {
    const digits = first & 0x7f;
    if (digits === 0 || digits > 4) throw new DerError('the length is not definite or too long');
    length = 0;
    for (let index = 0; index < digits; index += 1) {
      const digit = bytes[start + index];
      if (digit === undefined) throw new DerError('the element is cut off');
      length = length * 256 + digit;
    }
    if (length < 0x80 || (digits > 1 && length < 256 ** (digits - 1)))
      throw new DerError('the length is not the shortest');
    start += digits;
  }
  const end = start + length;
  if (end > bytes.length) throw new DerError('the element is cut off');
  return { tag, bytes: bytes.subarray(offset, end), content: bytes.subarray(start, end) };
}
