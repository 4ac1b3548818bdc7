import type { SecretKind } from './finding.ts';

const BECH32 = '[02-9ac-hj-np-z]';

/**
 * Texts that say themselves what they are; looked for in the whole text, with and without its spaces. None of them takes
 * more than time in proportion to it: nothing that repeats is followed by what it can also match.
 */
const MARKED: readonly (readonly [RegExp, SecretKind])[] = [
  [/-----BEGIN[A-Z0-9\s]*?PRIVATE\s*KEY/i, 'wallet file'],
  [/AGE-SECRET-KEY-(?:PQ-)?1[0-9A-Z]{20,}/i, 'private key'],
  // Zcash Sapling.
  [
    new RegExp(`secret-(?:extended-key|spending-key)-(?:main|test|regtest)1${BECH32}{40,}`, 'i'),
    'extended private key',
  ],
  [new RegExp(`\\bncryptsec1${BECH32}{40,}`, 'i'), 'encrypted key'],
  // Nostr, Sui, and the secret keys that Cardano's CIP-5 names (`…_sk`, `…_xsk`).
  [new RegExp(`(?:(?:\\b|_)(?:nsec|suiprivkey|xprv)|[a-z0-9]_x?sk)1${BECH32}{30,}`, 'i'), 'private key'],
  // What an export, a settings file or a person writes before the value.
  [
    /(?:priv(?:ate)?[\s_-]?key|secret(?:[\s_-]?key)?|seed(?:[\s_-]?phrase)?|mnemonics?|recovery[\s_-]?phrase|passphrase|\bwif|spend[\s_-]?key)["']?\s*[:=]\s*["']?[^\s"',;]{16,}/i,
    'private key',
  ],
];

/** Names in JSON that only a wallet's file has. */
const WALLET_FIELDS =
  /["'](?:crypto|kdfparams|ciphertext|private_?key|priv_?key|secret_?key|mnemonics?|seed|seed_?phrase|recovery_?phrase|encrypted_?(?:private_?key|seed|mnemonic)|keystore|xprv|wif)["']\s*:/i;

/** 32 to 96 numbers of a byte each, with commas: key files of Solana and others. */
const BYTES = /(?:\b\d{1,3}\s*,\s*){31,}\d{1,3}\b/;
const BYTE_COUNTS: ReadonlySet<number> = new Set([32, 33, 64, 65, 96]);

/** A secret in a form that names itself: PEM and age blocks, bech32 with its prefix, `secret=…`, wallets' JSON. */
export function namedSecret(text: string): SecretKind | null {
  const compact = text.replace(/\s+/g, '');
  if (WALLET_FIELDS.test(compact)) return 'wallet file';
  for (const [pattern, kind] of MARKED) if (pattern.test(text) || pattern.test(compact)) return kind;
  const numbers = BYTES.exec(text)?.[0].split(',').map(Number) ?? [];
  return BYTE_COUNTS.has(numbers.length) && numbers.every((number) => number < 256) ? 'wallet file' : null;
}
