import { describe, expect, it } from 'vitest';
import { readTransactionId } from './transaction-id.ts';

const LOWER = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';
const SPELLINGS = [LOWER, `0x${LOWER}`, LOWER.toUpperCase()];
const SOLANA = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';

describe('the id of a transaction', () => {
  it.each([
    ['hex', LOWER, SPELLINGS],
    ['hex in upper case, with spaces around it', ` ${LOWER.toUpperCase()} `, SPELLINGS],
    ['hex with 0x', `0x${LOWER}`, SPELLINGS],
    ['a link to an explorer', `https://mempool.space/tx/${LOWER}`, SPELLINGS],
    ['a link with 0x', `https://etherscan.io/tx/0x${LOWER}#internal`, SPELLINGS],
    ['a link with a fragment', `https://tronscan.org/#/transaction/${LOWER}`, SPELLINGS],
    ['base58, in which each case counts', SOLANA, [SOLANA]],
    ['a link to a Solana explorer', `https://solscan.io/tx/${SOLANA}`, [SOLANA]],
    ['what imported records write', 'reward:17173049', ['reward:17173049']],
  ])('is read from %s', (_what, text, ids) => {
    expect(readTransactionId(text)).toEqual(ids);
  });

  it.each([
    ['nothing', ' '],
    ['words', 'my last payment'],
    ['a link to an address', 'https://mempool.space/address/1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
    ['more than any id has', 'a'.repeat(129)],
    ['quotes', `'${LOWER}'`],
  ])('is not read from %s', (_what, text) => {
    expect(readTransactionId(text)).toBeNull();
  });
});
