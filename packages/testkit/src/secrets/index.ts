/**
 * Texts people paste by accident, for tests of everything that takes an address: browser, server, bot, command line.
 * All of them are published test vectors, or made from fixed bytes; no money was ever behind any.
 */
export { KEYS } from './keys.ts';
export { LOOKALIKE_ADDRESSES, TRANSACTIONS, UNDECIDED } from './not-secrets.ts';
export type { PastedSecret } from './pasted-secret.ts';
export { PHRASES } from './phrases.ts';
export { piecesOf } from './pieces-of.ts';
export { WALLET_FILES } from './wallet-files.ts';
