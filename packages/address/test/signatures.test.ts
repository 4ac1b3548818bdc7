import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, base64, createBase58check } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSignedBy, type SignatureScheme, schemeOf } from '../src/signatures.ts';

/** From BIP-322, its test vectors. */
const SEGWIT = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l';
const EMPTY_SIGNED =
  'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=';
const HELLO_SIGNED =
  'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=';
const TAPROOT = 'bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3';
const TAPROOT_SIGNED = 'AUHd69PrJQEv+oKTfZ8l+WROBHuy9HKrbFCJu7U1iK2iiEy1vMU5EfMtjc+VSHM7aU0SDbak5IUZRVno2P5mjSafAQ==';
/** From SEP-53. */
const STELLAR = 'GBXFXNDLV4LSWA4VB7YIL5GBD7BVNR22SGBTDKMO2SBZZHDXSKZYCP7L';
const STELLAR_SIGNED = 'fO5dbYhXUhBMhe6kId/cuVq/AfEnHRHEvsP8vXh03M1uLpi5e46yO2Q8rEBzu3feXQewcQE5GArp88u6ePK6BA==';

interface Signed {
  readonly scheme: SignatureScheme;
  readonly address: string;
  readonly text: string;
  readonly signature: string;
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const key = (seed: number) => sha256(Uint8Array.of(seed));

function signAccount(secret: Uint8Array, prefix: string, text: string) {
  const bytes = Buffer.from(text);
  const hash = keccak_256(Buffer.concat([Buffer.from(`${prefix}${bytes.length}`), bytes]));
  const recovered = secp256k1.sign(hash, secret, { prehash: false, format: 'recovered' });
  const account = keccak_256(secp256k1.getPublicKey(secret, false).subarray(1)).subarray(12);
  return { account, signature: `0x${hex(recovered.subarray(1))}${hex(Uint8Array.of((recovered[0] ?? 0) + 27))}` };
}

/** One of each kind of signature over a text. */
function signAll(text: string): readonly Signed[] {
  const evm = signAccount(key(1), '\x19Ethereum Signed Message:\n', text);
  const tron = signAccount(key(2), '\x19TRON Signed Message:\n', text);
  const solana = ed25519.sign(Buffer.from(text), key(3));
  return [
    { scheme: 'EIP-191', address: `0x${hex(evm.account)}`, text, signature: evm.signature },
    {
      scheme: 'TIP-191',
      address: createBase58check(sha256).encode(Uint8Array.of(0x41, ...tron.account)),
      text,
      signature: tron.signature,
    },
    { scheme: 'ed25519', address: base58.encode(ed25519.getPublicKey(key(3))), text, signature: base58.encode(solana) },
  ];
}

const VECTORS: readonly Signed[] = [
  { scheme: 'BIP-322', address: SEGWIT, text: '', signature: EMPTY_SIGNED },
  { scheme: 'BIP-322', address: SEGWIT, text: 'Hello World', signature: HELLO_SIGNED },
  { scheme: 'BIP-322', address: TAPROOT, text: 'Hello World', signature: TAPROOT_SIGNED },
  { scheme: 'SEP-53', address: STELLAR, text: 'Hello, World!', signature: STELLAR_SIGNED },
];
const ALL = [...VECTORS, ...signAll('Dispute: 17\nNonce: abc')];

describe('a signed text', () => {
  it.each(ALL)('of $scheme is that of its address ($address)', ({ scheme, address, text, signature }) => {
    expect(isSignedBy(scheme, address, text, ` ${signature}\n`)).toBe(true);
  });

  it.each(ALL)('of $scheme is refused for any other text ($address)', ({ scheme, address, text, signature }) => {
    fc.assert(
      fc.property(fc.string(), (other) => other === text || !isSignedBy(scheme, address, other, signature)),
      { numRuns: 25 },
    );
  });

  it.each(ALL)('of $scheme is refused with any changed byte ($address)', ({ scheme, address, text, signature }) => {
    const isHex = signature.startsWith('0x');
    const is58 = scheme === 'ed25519';
    const bytes = isHex
      ? Buffer.from(signature.slice(2), 'hex')
      : is58
        ? base58.decode(signature)
        : base64.decode(signature);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = Uint8Array.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ change;
        // The last byte of r, s, v has two spellings: 0 and 1, or 27 and 28.
        const last = changed[64] ?? 0;
        if (isHex && at === 64 && (last === (bytes[64] ?? 0) - 27 || last === bytes[64])) return true;
        const written = isHex ? `0x${hex(changed)}` : is58 ? base58.encode(changed) : base64.encode(changed);
        return !isSignedBy(scheme, address, text, written);
      }),
      { numRuns: 60 },
    );
  });

  it('is refused without an error, whatever the signature is', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ALL),
        fc.oneof(fc.string(), fc.base64String()),
        ({ scheme, address, text }, other) => {
          expect(isSignedBy(scheme, address, text, other)).toBe(false);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('of Bitcoin Core is that of the address of its key', () => {
    // The first key of the format: 1, with its compressed address.
    const secret = Uint8Array.of(...new Array<number>(31).fill(0), 1);
    const address = '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH';
    const text = 'Dispute: 17';
    const framed = Buffer.concat([
      Buffer.from('\x18Bitcoin Signed Message:\n'),
      Uint8Array.of(text.length),
      Buffer.from(text),
    ]);
    const recovered = secp256k1.sign(sha256(sha256(framed)), secret, { prehash: false, format: 'recovered' });
    const signature = base64.encode(Uint8Array.of((recovered[0] ?? 0) + 31, ...recovered.subarray(1)));
    expect(isSignedBy('signmessage', address, text, signature)).toBe(true);
    expect(isSignedBy('signmessage', address, `${text} `, signature)).toBe(false);
    expect(isSignedBy('signmessage', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', text, signature)).toBe(false);
  });
});

describe('the scheme of an address', () => {
  it.each([
    ['BTC', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'signmessage'],
    ['BTC', SEGWIT, 'BIP-322'],
    ['BTC', TAPROOT, 'BIP-322'],
    ['BTC', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', null],
    ['ARB', '0x098b716b8aaf21512996dc57eb0615e2383e2f96', 'EIP-191'],
    ['TRX', 'TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G', 'TIP-191'],
    ['XLM', STELLAR, 'SEP-53'],
    ['XMR', '4', null],
    ['toString', 'x', null],
  ])('on %s, of %s, is %s', (network, address, expected) => {
    expect(schemeOf(network, address)).toBe(expected);
  });
});
