import { KEYS, PHRASES, TRANSACTIONS, UNDECIDED, WALLET_FILES } from '@assay/testkit/secrets';
import { describe, expect, it } from 'vitest';
import { explainMessage, findAddresses, holdsMistyped } from './find-addresses.ts';
import { findTransaction } from './find-transaction.ts';
import { readMessage } from './read-message.ts';

const BTC = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const ETH = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const TRON = 'TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G';
const NEAR = 'e9873d79c6d87dc0fb6a5778633389f4453213303da61f20bd67fc233aa33262';
const CASH = 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a';

describe('addresses in a message', () => {
  it.each([
    [BTC, [BTC]],
    [`  ${BTC}\n`, [BTC]],
    [`"${BTC}",`, [BTC]],
    [`Is (${ETH}) safe?`, [ETH]],
    [`${TRON} ${BTC} ${TRON}`, [TRON, BTC]],
    [`bitcoin:${BTC}?amount=0.1`, [BTC]],
    [`ethereum:${ETH}@1?value=1`, [ETH]],
    [CASH, [CASH]],
    [`https://etherscan.io/address/${ETH}#tokentxns`, [ETH]],
    [`https://tronscan.org/#/address/${TRON}`, [TRON]],
    [`https://mempool.space/address/${BTC}?tab=1`, [BTC]],
    ['hello there', []],
    ['https://example.org/', []],
    ['', []],
    [ETH.replace('5aAeb', '5AAeb'), []],
  ])('%j', (text, found) => {
    expect(findAddresses(text).map(({ address }) => address)).toEqual(found);
  });

  it('takes short names only as whole words', () => {
    expect(findAddresses('hellohelloab').map(({ address }) => address)).toEqual(['hellohelloab']);
    expect(findAddresses('what is hellohelloab')).toEqual([]);
  });

  it('looks at no more than a message holds, and at no endless word', () => {
    const began = performance.now();
    expect(findAddresses('1'.repeat(4_096))).toEqual([]);
    findAddresses('1111111111111111111114oLvT2 '.repeat(146));
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});

describe('a message without an address', () => {
  it.each([
    ['vitalik.eth', 'name'],
    ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'test address'],
    [
      'lnbc1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpl2pkx2ctnv5sxxmmwwd5kgetjypeh2ursdae8g6twvus8g6rfwvs8qun0dfjkxaq',
      'lightning',
    ],
    ['hello there', null],
    ['', null],
  ])('is explained by what it holds instead: %j', (text, kind) => {
    expect(explainMessage(text)).toBe(kind);
  });
});

describe('a message that was meant to have an address', () => {
  it.each([
    [BTC.replace('qar0', 'qar1'), true],
    [`is ${ETH.slice(0, -1)} safe?`, true],
    [TRON.slice(0, -2), true],
    ['is this wallet safe to send my 20 euros to?', false],
    ['Donaudampfschifffahrtsgesellschaft', false],
    ['00000000000000000000000', false],
    ['hello', false],
  ])('is distinguished from a sentence: %j', (text, isMeant) => {
    expect(findAddresses(text)).toEqual([]);
    expect(holdsMistyped(text)).toBe(isMeant);
  });
});

describe('a transaction in a message', () => {
  it.each(TRANSACTIONS)('is found as it was pasted, alone and among words: $what', ({ text }) => {
    expect(findTransaction(text, false)).toEqual({ transaction: text });
    expect(findTransaction(`is this one fine? (${text}).`, false)?.transaction).toBe(text);
  });

  it('has the address beside it for its side, and is read in any form after the command alone', () => {
    expect(findTransaction(`${NEAR} ${TRON}`, true)).toEqual({ transaction: NEAR, side: TRON });
    expect(findTransaction('reward:17173049', true)).toEqual({ transaction: 'reward:17173049' });
    expect(findTransaction('reward:17173049', false)).toBeNull();
    expect(findTransaction('', true)).toBeNull();
  });

  it('is never a secret', () => {
    for (const { text, what } of KEYS) {
      const found = findTransaction(text, true);
      expect(found === null || readMessage(found.transaction).is !== 'secret', what).toBe(true);
    }
  });
});

describe('what nobody should write to a bot', () => {
  it('is recognised in every spelling', () => {
    const missed = [...KEYS, ...WALLET_FILES, ...PHRASES].filter(({ text }) => readMessage(text).is !== 'secret');
    expect(missed.map(({ what }) => what)).toEqual([]);
  });

  it('is asked for where digits can be a key or a transaction id, and the message does not name their asset', () => {
    for (const { what, text } of UNDECIDED) expect(readMessage(text).is, what).toBe('key or transaction');
    expect(readMessage(`ETH ${NEAR}`).is).toBe('key or transaction');
    expect(readMessage(`near ${NEAR}`).is).toBe('clear');
    expect(findAddresses(`near ${NEAR}`).map(({ address }) => address)).toEqual([NEAR]);
  });

  it('is no transaction', () => {
    for (const { what, text } of TRANSACTIONS) expect(readMessage(text).is, what).toBe('transaction');
  });

  it.each([
    BTC,
    ETH,
    TRON,
    CASH,
    'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH',
    '11111111111111111111111111111111',
    'GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF',
    'is this address safe to send my money to?',
    'Hello! How do I check an address with you? I do not know how.',
  ])('is not: %s', (text) => expect(readMessage(text).is).toBe('clear'));
});
