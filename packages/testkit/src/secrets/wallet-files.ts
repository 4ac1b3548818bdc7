import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { fixedBytes, type PastedSecret } from './pasted-secret.ts';

/** Web3 Secret Storage Definition, version 3, test vector. */
const KEYSTORE = {
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '6087dab2f9fdbbfaddc31a909735c1e6' },
    ciphertext: '5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46',
    kdf: 'pbkdf2',
    kdfparams: {
      c: 262_144,
      dklen: 32,
      prf: 'hmac-sha256',
      salt: 'ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd',
    },
    mac: '517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2',
  },
  id: '3198bc9c-6672-5ab3-d995-4942343ae5b6',
  version: 3,
};
const SEED = fixedBytes(1);
const PAIR = [...SEED, ...ed25519.getPublicKey(SEED)];
const FILECOIN = JSON.stringify({ Type: 'secp256k1', PrivateKey: 'uCUUMa1xe95DhzOJSSP1+P6CzUNkDFYpIJT9JJn3FnY=' });

export const WALLET_FILES: readonly PastedSecret[] = [
  { what: 'keystore of Ethereum', text: JSON.stringify(KEYSTORE), kind: 'wallet file' },
  { what: 'keystore of Ethereum, indented', text: JSON.stringify(KEYSTORE, null, 2), kind: 'wallet file' },
  { what: 'keystore of Ethereum, cut off', text: JSON.stringify(KEYSTORE).slice(0, 120), kind: 'wallet file' },
  { what: 'JSON with a private key', text: `{"address":"x","privateKey":"${bytesToHex(SEED)}"}`, kind: 'wallet file' },
  { what: 'JSON with a mnemonic', text: '{"mnemonic":"abandon ability"}', kind: 'wallet file' },
  { what: 'key file of Solana', text: JSON.stringify(PAIR), kind: 'wallet file' },
  { what: 'key file of Solana, with spaces', text: PAIR.join(', '), kind: 'wallet file' },
  { what: 'export of Filecoin', text: bytesToHex(new TextEncoder().encode(FILECOIN)), kind: 'wallet file' },
  {
    what: 'PGP block',
    text: '-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQIGBGGk\n-----END PGP PRIVATE KEY BLOCK-----',
    kind: 'wallet file',
  },
  {
    what: 'PEM block',
    text: '-----BEGIN EC PRIVATE KEY-----\nMHQCAQEEIA\n-----END EC PRIVATE KEY-----',
    kind: 'wallet file',
  },
];
