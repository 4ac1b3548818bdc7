import { describe, expect, it } from 'vitest';
import { findAddresses } from './find-addresses.ts';
import { looksSecret } from './looks-secret.ts';

const BTC = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const ETH = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const TRON = 'TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G';
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

  it('takes short names only where they stand alone', () => {
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

describe('what nobody should write to a bot', () => {
  it.each([
    ['a key in hex', 'e9873d79c6d87dc0fb6a5778633389f4453213303da61f20bd67fc233aa33262'],
    ['a key in hex with its sign', '0xE9873D79C6D87DC0FB6A5778633389F4453213303DA61F20BD67FC233AA33262'],
    ['a key in import format', '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ'],
    ['a compressed one', 'KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617'],
    [
      'an extended key',
      `xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi`,
    ],
    ['a seed of Stellar', `S${'A2B3C4D5E6F'.repeat(5)}`],
    ['a seed of XRP Ledger', 'sn259rEFXrQrWyx3Q7XneWcwV6dfL'],
    ['a key file of Solana', `[${Array.from({ length: 64 }, (_one, place) => place * 3).join(',')}]`],
    ['twelve words', 'legal winner thank year wave sausage worth useful legal winner thank yellow'],
    ['numbered words', Array.from({ length: 12 }, (_one, place) => `${place + 1}. abandon`).join('\n')],
    ['twenty-four words', Array.from({ length: 24 }, () => 'abandon').join(' ')],
    ['a key in a sentence', 'my key is e9873d79c6d87dc0fb6a5778633389f4453213303da61f20bd67fc233aa33262.'],
  ])('%s', (_what, text) => expect(looksSecret(text)).toBe(true));

  it.each([
    BTC,
    ETH,
    TRON,
    CASH,
    'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH',
    '11111111111111111111111111111111',
    'GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF',
    '/start j-Zm9vYmFyZm9vYmFyZm9vYmFyZm9vYmFyZm9vYmFyZm9',
    'is this address safe to send my money to?',
    'Hello! How do I check an address with you? I do not know how.',
  ])('is not: %s', (text) => expect(looksSecret(text)).toBe(false));
});
