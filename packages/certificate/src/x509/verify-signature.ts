import { p256, p384, p521 } from '@noble/curves/nist.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { equalBytes, oidOf, positiveIntegerOf, wholeBitsOf } from '../der/der-values.ts';
import { OID } from '../der/oids.ts';
import { DerError, type DerNode, partsOf, readDer, TAG } from '../der/read-der.ts';

/** A digest that is still collision resistant; SHA-1 and MD5 are not among them. */
export interface Digest {
  readonly oid: string;
  readonly hash: (bytes: Uint8Array) => Uint8Array;
}

const DIGESTS: readonly Digest[] = [
  { oid: OID.sha256, hash: sha256 },
  { oid: OID.sha384, hash: sha384 },
  { oid: OID.sha512, hash: sha512 },
];

/** Signature algorithms and the digest each prescribes; null leaves it to the one named beside it (RFC 5652). */
const ALGORITHMS: Readonly<Record<string, { readonly family: 'rsa' | 'ecdsa'; readonly digest: string | null }>> = {
  [OID.rsa]: { family: 'rsa', digest: null },
  [OID.rsaSha256]: { family: 'rsa', digest: OID.sha256 },
  [OID.rsaSha384]: { family: 'rsa', digest: OID.sha384 },
  [OID.rsaSha512]: { family: 'rsa', digest: OID.sha512 },
  [OID.ecdsaSha256]: { family: 'ecdsa', digest: OID.sha256 },
  [OID.ecdsaSha384]: { family: 'ecdsa', digest: OID.sha384 },
  [OID.ecdsaSha512]: { family: 'ecdsa', digest: OID.sha512 },
};

/** The digest an AlgorithmIdentifier names. @throws DerError for one that is not accepted */
export function digestOf(algorithm: DerNode | undefined): Digest {
  const [oid, parameters, ...rest] = partsOf(algorithm, TAG.sequence);
  assertNoParameters(parameters, rest);
  const digest = DIGESTS.find((one) => one.oid === oidOf(oid));
  if (digest === undefined) throw new DerError('a digest is not among SHA-256, SHA-384 and SHA-512');
  return digest;
}

/**
 * Whether `signature` over `message` was made by the key of a SubjectPublicKeyInfo: RSA PKCS#1 v1.5 (RFC 8017, section
 * 8.2.2) of 2048 to 8192 bits, or ECDSA on P-256, P-384 or P-521.
 *
 * @param stated digest named beside the algorithm; it must agree with the algorithm's own
 * @throws DerError for another algorithm or damaged structures
 */
export function isSignedBy(
  publicKeyInfo: DerNode,
  algorithm: DerNode | undefined,
  stated: Digest | null,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  const [oid, parameters, ...rest] = partsOf(algorithm, TAG.sequence);
  const known = ALGORITHMS[oidOf(oid)];
  if (known === undefined) throw new DerError('the signature algorithm is not among RSA and ECDSA with SHA-2');
  if (known.family === 'ecdsa' && parameters !== undefined) throw new DerError('ECDSA has no parameters');
  assertNoParameters(parameters, rest);
  const digest = known.digest === null ? stated : (DIGESTS.find((one) => one.oid === known.digest) ?? null);
  if (digest === null || (stated !== null && stated.oid !== digest.oid)) throw new DerError('the digests do not agree');
  return known.family === 'rsa'
    ? isRsaSignature(publicKeyInfo, digest, message, signature)
    : isEcdsaSignature(publicKeyInfo, digest, message, signature);
}

function assertNoParameters(parameters: DerNode | undefined, rest: readonly DerNode[]): void {
  if (rest.length > 0 || (parameters !== undefined && (parameters.tag !== TAG.none || parameters.content.length > 0))) {
    throw new DerError('an algorithm has parameters it should not have');
  }
}

function keyOf(publicKeyInfo: DerNode) {
  const [algorithm, key, ...rest] = partsOf(publicKeyInfo, TAG.sequence);
  if (rest.length > 0) throw new DerError('a public key has more than two parts');
  const [kind, parameters] = partsOf(algorithm, TAG.sequence);
  return { kind: oidOf(kind), parameters, key: wholeBitsOf(key) };
}

const LEAST_RSA_BYTES = 256;
const MOST_RSA_BYTES = 1024;
const MOST_EXPONENT_BYTES = 4;

function isRsaSignature(info: DerNode, digest: Digest, message: Uint8Array, signature: Uint8Array): boolean {
  const { kind, key } = keyOf(info);
  if (kind !== OID.rsa) return false;
  const [modulusNode, exponentNode, ...rest] = partsOf(readDer(key), TAG.sequence);
  if (rest.length > 0) throw new DerError('an RSA key has more than two parts');
  const modulus = positiveIntegerOf(modulusNode, MOST_RSA_BYTES);
  const exponent = positiveIntegerOf(exponentNode, MOST_EXPONENT_BYTES);
  const length = Math.ceil(modulus.toString(16).length / 2);
  if (length < LEAST_RSA_BYTES || exponent < 3n || exponent % 2n === 0n) throw new DerError('an RSA key is too weak');
  if (signature.length !== length) return false;
  const value = numberOf(signature);
  if (value >= modulus) return false;
  // The whole padded block is compared, so that nothing can hide in it.
  return equalBytes(bytesOf(power(value, exponent, modulus), length), paddedDigest(digest, message, length));
}

const DIGEST_INFO: Readonly<Record<string, readonly number[]>> = {
  [OID.sha256]: [
    0x30, 0x31, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05, 0x00, 0x04, 0x20,
  ],
  [OID.sha384]: [
    0x30, 0x41, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x02, 0x05, 0x00, 0x04, 0x30,
  ],
  [OID.sha512]: [
    0x30, 0x51, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x03, 0x05, 0x00, 0x04, 0x40,
  ],
};

/** EMSA-PKCS1-v1_5 (RFC 8017, section 9.2). */
function paddedDigest({ oid, hash }: Digest, message: Uint8Array, length: number): Uint8Array {
  const tail = [...(DIGEST_INFO[oid] ?? []), ...hash(message)];
  const block = new Uint8Array(length).fill(0xff);
  block.set([0x00, 0x01]);
  block[length - tail.length - 1] = 0x00;
  block.set(tail, length - tail.length);
  return block;
}

function isEcdsaSignature(info: DerNode, digest: Digest, message: Uint8Array, signature: Uint8Array): boolean {
  const { kind, parameters, key } = keyOf(info);
  if (kind !== OID.ecPublicKey) return false;
  const curve = { [OID.p256]: p256, [OID.p384]: p384, [OID.p521]: p521 }[oidOf(parameters)];
  if (curve === undefined) throw new DerError('the curve is not among P-256, P-384 and P-521');
  readDer(signature);
  return curve.verify(signature, digest.hash(message), key, { prehash: false, lowS: false, format: 'der' });
}

function numberOf(bytes: Uint8Array): bigint {
  let hex = '';
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0');
  return BigInt(`0x${hex}`);
}

function bytesOf(value: bigint, length: number): Uint8Array {
  const hex = value.toString(16).padStart(length * 2, '0');
  return Uint8Array.from({ length }, (_byte, index) => Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16));
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  let square = base % modulus;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest % 2n === 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}
