/*
 * Signatures that commit to their own input alone, so that anyone may add other inputs: ANYONECANPAY, the highest bit of
 * the byte that ends a signature (https://developer.bitcoin.org/devguide/transactions.html#signature-hash-types).
 */

const ANYONE_CAN_PAY = 0x80;
const LARGEST_TYPE = 3;
const DER_SEQUENCE = 0x30;
const DER_LENGTHS = { least: 9, most: 73 } as const;
/** 64 bytes and the type; of the same length are keys that begin with 0x04, and control blocks with 0xc0 or 0xc1. */
const SCHNORR_LENGTH = 65;
const NO_SIGNATURE = new Set([0x04, 0xc0, 0xc1]);
const PUSH_1_BYTE = 0x4c;
const PUSH_2_BYTES = 0x4d;

/** Whether a part of a script or of a witness is a signature of an input that commits to no other. */
export function isOpenSignature(part: Buffer): boolean {
  const type = part.at(-1) ?? 0;
  if ((type & ANYONE_CAN_PAY) === 0) return false;
  const kind = type & ~ANYONE_CAN_PAY;
  if (kind < 1 || kind > LARGEST_TYPE) return false;
  const [first = 0] = part;
  if (part.length === SCHNORR_LENGTH && !NO_SIGNATURE.has(first) && first !== DER_SEQUENCE) return true;
  // DER states how many bytes follow its first two; the type is one more.
  const isWhole = first === DER_SEQUENCE && part[1] === part.length - 3;
  return isWhole && part.length >= DER_LENGTHS.least && part.length <= DER_LENGTHS.most;
}

/** Whether a script that unlocks a coin pushes such a signature. What follows a broken push is not read. */
export function hasOpenSignature(script: Buffer): boolean {
  for (let at = 0; at < script.length; ) {
    const code = script[at] ?? 0;
    at += 1;
    let length = code < PUSH_1_BYTE ? code : 0;
    if (code === PUSH_1_BYTE) {
      length = script[at] ?? 0;
      at += 1;
    } else if (code === PUSH_2_BYTES) {
      length = at + 2 <= script.length ? script.readUInt16LE(at) : script.length;
      at += 2;
    }
    if (at + length > script.length) return false;
    if (isOpenSignature(script.subarray(at, at + length))) return true;
    at += length;
  }
  return false;
}
