const BASE58 = '[1-9A-HJ-NP-Za-km-z]';

/** What is nobody's business: private keys and seeds of the usual wallets. */
const KEYS: readonly RegExp[] = [
  // 32 bytes in hex; a transaction id looks the same, and is no address either.
  /^(?:0x)?[\da-f]{64}$/i,
  // Wallet import format (base58check, version 128 or 239).
  new RegExp(`^(?:5${BASE58}{50}|[KLc9]${BASE58}{50,51})$`),
  // Extended private keys (BIP-32, SLIP-132).
  new RegExp(`^[a-zA-Z]prv${BASE58}{100,120}$`),
  // Solana: 64 bytes in base58.
  new RegExp(`^${BASE58}{86,90}$`),
  // Stellar and XRP Ledger seeds.
  /^S[A-Z2-7]{55}$/,
  new RegExp(`^s(?:Ed)?${BASE58}{27,30}$`),
  // Tezos, Sui, Cardano.
  new RegExp(`^eds(?:k|sk)${BASE58}{50,100}$`),
  /^suiprivkey1[02-9ac-hj-np-z]{50,70}$/,
  /^(?:xprv|ed25519_sk|ed25519e_sk|root_xsk|acct_xsk)1[02-9ac-hj-np-z]{50,200}$/,
];

/** A Solana key file: 64 numbers of a byte each. */
const BYTES = /\[\s*(?:\d{1,3}\s*,\s*){31,63}\d{1,3}\s*\]/;

/** Lengths of seed phrases: BIP-39, and the 25 words of Monero. */
const PHRASE_LENGTHS: ReadonlySet<number> = new Set([12, 15, 18, 21, 24, 25]);

/**
 * Whether a text holds what looks like a private key or a seed phrase, which nobody should have written to a bot.
 * Rather one warning too many: a transaction id is taken for a key.
 *
 * @example looksSecret('abandon abandon abandon … about') // true
 */
export function looksSecret(text: string): boolean {
  const words = text.trim().split(/[\s,;"']+/);
  if (words.some((word) => KEYS.some((key) => key.test(word.replace(/^[(<[]+|[)>\].:]+$/g, ''))))) return true;
  if (BYTES.test(text)) return true;
  return isPhrase(text);
}

/** Words of three to eight letters, nothing else, as many as a phrase has; numbers in front of them do not matter. */
function isPhrase(text: string): boolean {
  const words = text
    .trim()
    .split(/[\s,]+/)
    .filter((word) => !/^\d{1,2}[.):]?$/.test(word));
  return PHRASE_LENGTHS.has(words.length) && words.every((word) => /^[a-z]{3,8}$/i.test(word));
}
