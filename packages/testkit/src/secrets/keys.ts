import { ed25519 } from '@noble/curves/ed25519.js';
import { blake256 } from '@noble/hashes/blake1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { base32nopad, base58, base58xrp, base64, bech32, createBase58check } from '@scure/base';
import { fixedBytes, type PastedSecret } from './pasted-secret.ts';

const base58check = createBase58check(sha256);
const KEY = fixedBytes(1);
const PAIR = Uint8Array.from([...KEY, ...ed25519.getPublicKey(KEY)]);
/** BIP-32, test vector 1, chain m. */
const XPRV =
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';

function join(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** The last character changed for another one. */
function mistyped(text: string): string {
  return text.slice(0, -1) + (text.endsWith('z') ? 'y' : 'z');
}

function bech32Of(prefix: string, bytes: Uint8Array): string {
  return bech32.encode(prefix, bech32.toWords(bytes), false);
}

/** Version bytes before keys in import format, as the coins' own parameter files have them. */
const IMPORT_VERSIONS: Readonly<Record<string, number>> = {
  'Bitcoin, Bitcoin Cash, Zcash': 0x80,
  'test networks': 0xef,
  Litecoin: 0xb0,
  Dogecoin: 0x9e,
  Dash: 0xcc,
  Namecoin: 0xb4,
  Peercoin: 0xb7,
  Komodo: 0xbc,
  Stratis: 0xbf,
  Firo: 0xd2,
  'PIVX, Divi': 0xd4,
  Viacoin: 0xc7,
  Reddcoin: 0xbd,
  GameCredits: 0xa6,
  Primecoin: 0x97,
  'LBRY Credits': 0x1c,
  Waykichain: 0x99,
};

/** SLIP-132, registered HD version bytes of private keys. */
const EXTENDED_VERSIONS: Readonly<Record<string, number>> = {
  xprv: 0x0488ade4,
  yprv: 0x049d7878,
  Yprv: 0x0295b005,
  zprv: 0x04b2430c,
  Zprv: 0x02aa7a99,
  tprv: 0x04358394,
  uprv: 0x044a4e28,
  Uprv: 0x024285b5,
  vprv: 0x045f18bc,
  Vprv: 0x02575048,
  Ltpv: 0x019d9cfe,
  Mtpv: 0x01b26792,
  ttpv: 0x0436ef7d,
  dgpv: 0x02fac398,
};

function importKeys(): PastedSecret[] {
  return Object.entries(IMPORT_VERSIONS).flatMap(([coin, version]) => {
    const plain = base58check.encode(join([version], KEY));
    const compressed = base58check.encode(join([version], KEY, [1]));
    return [
      { what: `key in import format, ${coin}`, text: plain, kind: 'private key' as const },
      { what: `compressed key in import format, ${coin}`, text: compressed, kind: 'private key' as const },
      // Below 128 a wrong checksum leaves nothing to know the key by.
      ...(version < 128
        ? []
        : [
            {
              what: `mistyped key in import format, ${coin}`,
              text: mistyped(compressed),
              kind: 'private key' as const,
            },
          ]),
    ];
  });
}

function extendedKeys(): PastedSecret[] {
  const body = base58check.decode(XPRV).subarray(4);
  return Object.entries(EXTENDED_VERSIONS).flatMap(([prefix, version]) => {
    const head = [24, 16, 8, 0].map((shift) => (version >>> shift) & 0xff);
    const text = base58check.encode(join(head, body));
    if (!text.startsWith(prefix)) throw new Error(`${prefix} expected, got ${text.slice(0, 4)}`);
    return [
      { what: `extended key, ${prefix}`, text, kind: 'extended private key' as const },
      { what: `mistyped extended key, ${prefix}`, text: mistyped(text), kind: 'extended private key' as const },
    ];
  });
}

function stellarSeed(): string {
  const body = join([18 << 3], KEY);
  let crc = 0;
  for (const byte of body) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return base32nopad.encode(join(body, [crc & 0xff, crc >> 8]));
}

function decredKey(): string {
  const body = join([0x22, 0xde, 0], KEY);
  return base58.encode(join(body, blake256(blake256(body)).subarray(0, 4)));
}

function rippleSeed(head: readonly number[], startsWith: string): string {
  const body = join(head, fixedBytes(3, 16));
  const text = base58xrp.encode(join(body, sha256(sha256(body)).subarray(0, 4)));
  if (!text.startsWith(startsWith)) throw new Error(`${startsWith} expected, got ${text.slice(0, 3)}`);
  return text;
}

const IMPORTED = '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ';

export const KEYS: readonly PastedSecret[] = [
  ...importKeys(),
  ...extendedKeys(),
  { what: 'key in import format (Bitcoin wiki)', text: IMPORTED, kind: 'private key' },
  { what: 'the same over two lines', text: `${IMPORTED.slice(0, 30)}\n${IMPORTED.slice(30)}`, kind: 'private key' },
  { what: 'the same in a sentence', text: `my key: "${IMPORTED}".`, kind: 'private key' },
  { what: 'the same with Electrum’s prefix', text: `p2wpkh:${IMPORTED}`, kind: 'private key' },
  { what: 'the same behind Steem’s P', text: `P${IMPORTED}`, kind: 'private key' },
  {
    what: 'the same with invisible characters',
    text: `\u200b${IMPORTED.slice(0, 9)}\u200d${IMPORTED.slice(9)}\ufeff`,
    kind: 'private key',
  },
  { what: 'key in import format, Decred', text: decredKey(), kind: 'private key' },
  { what: 'extended key in a descriptor', text: `wpkh([d34db33f/84h/0h/0h]${XPRV}/0/*)`, kind: 'extended private key' },
  { what: 'extended key, its end cut off', text: XPRV.slice(0, 70), kind: 'extended private key' },
  {
    what: 'extended key of BIP-84',
    text: 'zprvAWgYBBk7JR8Gjrh4UJQ2uJdG1r3WNRRfURiABBE3RvMXYSrRJL62XuezvGdPvG6GFBZduosCc1YP5wixPox7zhZLfiUm8aunE96BBa4Kei5',
    kind: 'extended private key',
  },
  {
    what: 'encrypted key of BIP-38',
    text: '6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg',
    kind: 'encrypted key',
  },
  { what: 'mini key of 30 characters', text: 'S6c56bnXQiBjk9mqSYE7ykVQ7NzrRy', kind: 'private key' },
  { what: 'mini key of 22 characters', text: 'SzavMBLoXU6kDrqtUVmffv', kind: 'private key' },
  { what: 'seed of Stellar', text: stellarSeed(), kind: 'private key' },
  { what: 'mistyped seed of Stellar', text: `${stellarSeed().slice(0, -1)}2`, kind: 'private key' },
  { what: 'seed of XRP Ledger', text: 'sn259rEFXrQrWyx3Q7XneWcwV6dfL', kind: 'private key' },
  { what: 'mistyped seed of XRP Ledger', text: mistyped('sn259rEFXrQrWyx3Q7XneWcwV6dfL'), kind: 'private key' },
  { what: 'seed of XRP Ledger, Ed25519', text: rippleSeed([0x01, 0xe1, 0x4b], 'sEd'), kind: 'private key' },
  { what: 'key of XRP Ledger in hex', text: `00${bytesToHex(KEY)}`.toUpperCase(), kind: 'private key' },
  {
    what: 'key of EOS',
    text: `PVT_K1_${base58.encode(join(KEY, ripemd160(join(KEY, [0x4b, 0x31])).subarray(0, 4)))}`,
    kind: 'private key',
  },
  { what: 'key of Tezos', text: base58check.encode(join([13, 15, 58, 7], KEY)), kind: 'private key' },
  {
    what: 'encrypted key of Tezos',
    text: base58check.encode(join([7, 90, 60, 179, 41], fixedBytes(5, 56))),
    kind: 'encrypted key',
  },
  { what: 'key of Nostr', text: bech32Of('nsec', KEY), kind: 'private key' },
  { what: 'key of Nostr in upper case', text: bech32Of('nsec', KEY).toUpperCase(), kind: 'private key' },
  { what: 'encrypted key of Nostr', text: bech32Of('ncryptsec', fixedBytes(2, 91)), kind: 'encrypted key' },
  { what: 'key of Sui', text: bech32Of('suiprivkey', join([0], KEY)), kind: 'private key' },
  { what: 'key of Cardano', text: bech32Of('ed25519_sk', KEY), kind: 'private key' },
  { what: 'extended key of Cardano', text: bech32Of('addr_xsk', fixedBytes(2, 96)), kind: 'private key' },
  { what: 'root key of Cardano', text: bech32Of('xprv', fixedBytes(2, 96)), kind: 'private key' },
  {
    what: 'key of Zcash Sapling',
    text: bech32Of('secret-extended-key-main', fixedBytes(4, 169)),
    kind: 'extended private key',
  },
  { what: 'key of Zcash Sprout', text: base58check.encode(join([0xab, 0x36], KEY)), kind: 'private key' },
  { what: 'key of age', text: bech32Of('age-secret-key-', KEY).toUpperCase(), kind: 'private key' },
  { what: 'key pair of Solana', text: base58.encode(PAIR), kind: 'private key' },
  { what: 'key pair of NEAR', text: `ed25519:${base58.encode(PAIR)}`, kind: 'private key' },
  { what: 'key pair in base64', text: base64.encode(PAIR), kind: 'private key' },
  { what: 'key pair in hex', text: bytesToHex(PAIR), kind: 'private key' },
  { what: 'hexadecimal key that says so', text: `PRIVATE_KEY=0x${bytesToHex(KEY)}`, kind: 'private key' },
  { what: 'secret that says so', text: 'secret=correct-horse-battery-staple', kind: 'private key' },
];
