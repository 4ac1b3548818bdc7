import { CURRENCIES } from '@assay/domain';
import { KEYS, LOOKALIKE_ADDRESSES, PHRASES, TRANSACTIONS, UNDECIDED, WALLET_FILES } from '@assay/testkit/secrets';
import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recogniseText } from '../src/index.ts';
import { recogniseTextNow } from '../src/secrets.ts';
import { VECTORS } from './vectors.ts';

const TIMEOUT_MS = 60_000;
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const base58check = createBase58check(sha256);

function isSecret(text: string): boolean {
  return recogniseTextNow(text).is === 'secret';
}

describe('secrets', () => {
  it.each([...KEYS, ...WALLET_FILES])('knows $what', ({ text, kind }) => {
    expect(recogniseTextNow(text)).toEqual({ is: 'secret', kind });
  });

  it('knows seed phrases of every language, length and spelling', { timeout: TIMEOUT_MS }, () => {
    const missed = PHRASES.filter(({ text }) => !isSecret(text)).map(({ what }) => what);
    expect(missed).toEqual([]);
    expect(PHRASES.length).toBeGreaterThan(10 * 5 * 15);
  });

  it('knows each of them after the search field has dropped the spaces', { timeout: TIMEOUT_MS }, () => {
    // Of a list that we do not have nothing is left to know it by, and no address format accepts it.
    const unlisted = /Monero|Electrum|first four letters/;
    const texts = [...KEYS, ...WALLET_FILES, ...PHRASES].filter(({ what }) => !unlisted.test(what));
    // A sentence around a key runs into it.
    const whole = texts.filter(({ what }) => !/sentence/.test(what));
    const missed = whole.filter(({ text }) => !isSecret(text.replace(/\s+/g, ''))).map(({ what }) => what);
    expect(missed).toEqual([]);
  });

  it('answers the same where lists and curve are fetched as they are needed', { timeout: TIMEOUT_MS }, async () => {
    const texts = [...KEYS, ...WALLET_FILES, ...PHRASES, ...TRANSACTIONS, ...UNDECIDED].map(({ text }) => text);
    for (const text of [...texts, ...LOOKALIKE_ADDRESSES.map(({ address }) => address)]) {
      expect(await recogniseText(text), text).toEqual(recogniseTextNow(text));
    }
  });

  it('does not decide what can be a key or a transaction id', () => {
    for (const { what, text } of UNDECIDED) expect(recogniseTextNow(text), what).toEqual({ is: 'key or transaction' });
  });

  it('takes an explorer’s link, and 64 bytes that are no key pair, for a transaction', () => {
    for (const { what, text } of TRANSACTIONS) expect(recogniseTextNow(text), what).toEqual({ is: 'transaction' });
  });

  it('takes a secret for one, whatever text is around it', () => {
    const [key, ...rest] = KEYS.map(({ text }) => text);
    expect(rest.length).toBeGreaterThan(0);
    expect(isSecret(`https://etherscan.io/tx/0x${'ab'.repeat(32)} ${key}`)).toBe(true);
    expect(isSecret(`https://mempool.space/tx/${key}`)).toBe(true);
  });
});

describe('addresses are no secrets', () => {
  it.each(LOOKALIKE_ADDRESSES)('$address', ({ address }) => {
    expect(recogniseTextNow(address)).toEqual({ is: 'clear' });
  });

  it('for every address among the vectors, but for bare bytes in hex', () => {
    const found = VECTORS.filter((vector) => 'kind' in vector)
      .map((vector) => ({ ...vector, is: recogniseTextNow(vector.address).is }))
      .filter(({ is }) => is !== 'clear');
    expect(found.filter(({ address }) => !/^(0x)?[\da-f]{64}$/i.test(address))).toEqual([]);
    expect(found.every(({ is, checksum }) => is === 'key or transaction' && checksum === 'absent')).toBe(true);
  });

  it.each([
    '',
    'hello',
    'hellohelloab',
    'Hello! How do I check an address with you? I do not know how.',
    'is this address safe to send my money to?',
    'what does the star mean, and can I get a refund of the check?',
    'https://etherscan.io/address/0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    'https://www.blockchain.com/explorer/addresses/btc/bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    'Как проверить адрес и сколько это стоит, и можно ли вернуть проверку?',
    '这个地址安全吗？我想知道它的钱从哪里来，谢谢你们的帮助，再见。',
    'thebestaccountnameofallthetimes.near',
    'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8',
  ])('nor is %j', (text) => expect(recogniseTextNow(text)).toEqual({ is: 'clear' }));
});

describe('properties', { timeout: TIMEOUT_MS }, () => {
  it('any 32 bytes in import format are a key, under every version byte', () => {
    fc.assert(
      fc.property(fc.nat(255), bytes(32), fc.boolean(), (version, key, isCompressed) =>
        isSecret(base58check.encode(Uint8Array.from([version, ...key, ...(isCompressed ? [1] : [])]))),
      ),
    );
  });

  it('any twelve words of a list, in any order and with any separator, are a phrase', () => {
    const separator = fc.constantFrom('', ' ', ', ', '\n', '-', ' / ', '\u00a0', '3.');
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...english), { minLength: 12, maxLength: 24 }),
        separator,
        (words, between) => isSecret(words.join(between)),
      ),
    );
  });

  it('twelve words with one of them mistyped are a phrase', () => {
    const words = fc.array(fc.constantFrom(...english), { minLength: 12, maxLength: 12 });
    const typo = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'e'), minLength: 3, maxLength: 8 });
    fc.assert(
      fc.property(words, fc.nat(11), typo, (all, at, wrong) =>
        isSecret(all.map((word, index) => (index === at ? wrong : word)).join(' ')),
      ),
    );
  });

  it('no account number of 20 bytes is a secret, for any coin with base58 check', () => {
    const versions = CURRENCIES.flatMap(({ rules }) =>
      rules.validator === 'bitcoin' ? Object.values(rules.versions).flat() : [],
    );
    fc.assert(
      fc.property(fc.constantFrom(...versions), bytes(20), (version, hash) => {
        const head = version > 0xff ? [version >> 8, version & 0xff] : [version];
        return recogniseTextNow(base58check.encode(Uint8Array.from([...head, ...hash]))).is === 'clear';
      }),
    );
  });

  it('answers whatever is pasted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        expect(['secret', 'key or transaction', 'transaction', 'clear']).toContain(recogniseTextNow(text).is);
      }),
      { numRuns: 500 },
    );
  });

  it('looks at no endless text for long', () => {
    for (const part of ['1', 'a', 'abandon', '的', 'ab12', '{"', '0x', '12,', 'A ', '://tx/']) {
      // What takes quadratic time here exceeds the limit of the test.
      expect(recogniseTextNow(part.repeat(200_000)).is).not.toBe('transaction');
    }
  });
});
