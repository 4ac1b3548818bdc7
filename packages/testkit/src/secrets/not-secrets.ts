import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { fixedBytes } from './pasted-secret.ts';

const HEX = bytesToHex(fixedBytes(9));
const SIGNATURE = base58.encode(ed25519.sign(fixedBytes(8), fixedBytes(1)));

/** Only the person knows what these are: 32 or 64 bytes in hex. */
export const UNDECIDED: readonly { readonly what: string; readonly text: string }[] = [
  { what: '64 digits', text: HEX },
  { what: '64 digits with 0x', text: `0x${HEX}` },
  { what: '64 digits with 0X in upper case', text: `0X${HEX.toUpperCase()}` },
  { what: '64 digits with spaces', text: HEX.replace(/.{8}/g, '$& ') },
  { what: '32 bytes with colons', text: HEX.replace(/..(?=.)/g, '$&:') },
  { what: '32 bytes as 0x numbers', text: HEX.replace(/../g, '0x$&, ') },
  { what: '64 digits in a list that is counted from 0', text: `0:${HEX}\n1:${HEX.replace(/^./, 'b')}` },
  { what: '64 digits behind a number and a space', text: `0: ${HEX}` },
  { what: '64 digits beside an account of TON', text: `0:${HEX} ${HEX.replace(/^./, 'b')}` },
  { what: '64 digits in a sentence', text: `what is ${HEX}?` },
  { what: '64 digits in a link that names no transaction', text: `https://example.org/${HEX}` },
  { what: '128 digits that are no key pair', text: HEX + HEX },
];

/** Transactions, by what names them. */
export const TRANSACTIONS: readonly { readonly what: string; readonly text: string }[] = [
  { what: 'link of an explorer', text: `https://etherscan.io/tx/0x${HEX}` },
  { what: 'link of an explorer for Bitcoin', text: `https://mempool.space/tx/${HEX}` },
  { what: 'link of an explorer with a hash', text: `https://tronscan.org/#/transaction/${HEX}` },
  { what: 'link of an explorer without https', text: `blockchair.com/bitcoin/transaction/${HEX.toUpperCase()}?from=x` },
  { what: 'signature of Solana', text: SIGNATURE },
  { what: 'link of an explorer for Solana', text: `https://solscan.io/tx/${SIGNATURE}` },
];

/** Addresses that come near a secret in length, letters or beginning. */
export const LOOKALIKE_ADDRESSES: readonly { readonly address: string; readonly ticker: string }[] = [
  { address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', ticker: 'BTC' },
  { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', ticker: 'ETH' },
  { address: 'TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G', ticker: 'TRX' },
  { address: 'GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF', ticker: 'XLM' },
  { address: 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH', ticker: 'XRP' },
  { address: '11111111111111111111111111111111', ticker: 'SOL' },
  // Internet Computer: 64 hexadecimal digits with a checksum.
  { address: 'd3e13d4777e22367532053190b6c6ccf57444a61337e996242b1abfb52cf92c8', ticker: 'ICP' },
  // TON: the raw form, 64 hexadecimal digits behind the number of a workchain.
  { address: '0:f6157438efd76750afca7a0e05c530d8327f03adfd90ca087030929f3b8423ff', ticker: 'TON' },
  { address: '-1:F6157438EFD76750AFCA7A0E05C530D8327F03ADFD90CA087030929F3B8423FF', ticker: 'TON' },
];
