import { ASSETS, CURRENCIES } from '@assay/domain';
import { KEYS, LOOKALIKE_ADDRESSES, PHRASES, TRANSACTIONS, UNDECIDED, WALLET_FILES } from '@assay/testkit/secrets';
import { sha256 } from '@noble/hashes/sha2.js';
import { base64, createBase58check } from '@scure/base';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchAssets, readTransaction, recogniseText, validateAddress } from '../src/index.ts';
import { judgeText } from '../src/secrets/judge-text.ts';
import { KEY_PAIRS_LOOKED_AT } from '../src/secrets/long-bytes.ts';
import { wordLists } from '../src/secrets/word-lists.ts';
import { recogniseTextNow } from '../src/secrets.ts';
import { VECTORS } from './vectors.ts';

const TIMEOUT_MS = 60_000;
/** The same long texts each time; another seed makes others. */
const SEED = Number(process.env['FUZZ_SEED'] ?? '20261128');
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

  it.each([60, 61, 62, 63, 65, 66])('asks about %i hexadecimal digits: a key of 64 may be copied so', (length) => {
    const digits = '1f3b9c'.repeat(11).slice(0, length);
    for (const text of [digits, `0x${digits}`, ` ${digits.toUpperCase()}\n`, `key: ${digits}`]) {
      expect(recogniseTextNow(text), text).toEqual({ is: 'key or transaction' });
      expect(matchAssets(text, ASSETS)).toEqual([]);
    }
  });

  it('asks neither about other lengths, nor about public keys of 33 bytes and numbers', () => {
    const digits = '1f3b9c'.repeat(12);
    const texts = [digits.slice(0, 59), digits.slice(0, 67), digits.slice(0, 40), `02${digits.slice(0, 64)}`];
    for (const text of [...texts, '1234567890'.repeat(7).slice(0, 62)]) {
      expect(recogniseTextNow(text), text).toEqual({ is: 'clear' });
    }
    const aptos = `0x${digits.slice(0, 63)}`;
    expect(validateAddress(aptos, 'APT').ok).toBe(true);
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

  it('asks the curve about few of many texts that can be key pairs, and clears none of the others', () => {
    const signatures = Array.from({ length: 180 }, (_, at) => base64.encode(new Uint8Array(64).fill(at + 1)));
    const text = signatures.join(' ').slice(0, 16_384);
    let asked = 0;
    const isKeyPair = () => {
      asked += 1;
      return false;
    };
    expect(judgeText(text, { wordLists, isKeyPair })).toEqual({ is: 'key or transaction' });
    expect(asked).toBe(KEY_PAIRS_LOOKED_AT);
  });

  it('looks at no more of a text than its limit, however its signs are written', () => {
    const key = 'L1aW4aubDFB7yfras2S1mN3bqg9nwySY8nkoLmJebSLD5BWv3ENZ';
    expect(recogniseTextNow(`${'- '.repeat(8_000)}${key}`).is).toBe('secret');
    expect(recogniseTextNow(`${'- '.repeat(8_192)}${key}`).is).toBe('clear');
    expect(recogniseTextNow(`${'\ufdfa '.repeat(1_000)}${key}`).is).toBe('clear');
  });

  it('says something of any long text, and throws at none', () => {
    const part = fc.oneof(
      fc.constantFrom(
        '1',
        'z',
        'a.aa',
        'a_',
        'www.',
        'https://a.b/tx/',
        'bc1q',
        'ab12',
        '-----BEGIN ',
        '12 , ',
        'xprv',
      ),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
    );
    const long = fc.tuple(part, part, fc.integer({ min: 512, max: 20_000 })).map(([one, other, length]) => {
      const half = one.repeat(Math.ceil(length / 2 / one.length));
      return half + other.repeat(Math.ceil(length / 2 / other.length));
    });
    fc.assert(
      fc.property(long, (text) => {
        expect(['secret', 'key or transaction', 'transaction', 'clear']).toContain(recogniseTextNow(text).is);
        expect(matchAssets(text, ASSETS)).toEqual([]);
        if (text.length > 2_048) expect(readTransaction(text)).toBeNull();
      }),
      { numRuns: 200, seed: SEED },
    );
  });

  it('looks at no endless text for long', () => {
    for (const part of ['1', 'a', 'abandon', '的', 'ab12', '{"', '0x', '12,', 'A ', '://tx/']) {
      // What takes quadratic time here exceeds the limit of the test.
      expect(recogniseTextNow(part.repeat(200_000)).is).not.toBe('transaction');
    }
  });
});
