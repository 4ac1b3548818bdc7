import { ASSETS } from '@assay/domain';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58xrp } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPasted, matchAssets, readPasted } from '../src/index.ts';
import { VECTORS } from './vectors.ts';

const TIMEOUT_MS = 60_000;
const BTC = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const ETH = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const TRON = 'TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G';
const SOL = '7UVttrLkRkZFn4FsTuihX5zCJ1ounF5Ts8CkSqPGN2Dh';
const XRP = 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH';
const XLM = 'GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF';
const TON = 'EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2';
const CASH = 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a';
const NEAR = 'alice.near';
const USDT_ON_ETH = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const HASH = 'ab'.repeat(32);
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

const read = (text: string) => readPasted(text, ASSETS);
const address = (text: string) => {
  const pasted = read(text);
  return pasted.is === 'address' ? pasted.address : pasted;
};
const what = (text: string) => {
  const pasted = read(text);
  return pasted.is === 'not an address' ? pasted.what : pasted;
};
const tag = (text: string) => {
  const pasted = read(text);
  return pasted.is === 'address' ? pasted.tag : pasted;
};

describe('an address that is not alone', () => {
  it.each([
    [`bitcoin:${BTC}?amount=0.1&label=shop`, BTC],
    [`BITCOIN:${BTC.toUpperCase()}?lightning=LNBC1`, BTC.toUpperCase()],
    [`ethereum:${ETH}@1?value=2.014e18`, ETH],
    [`ethereum:pay-${ETH}@1?value=1`, ETH],
    [`ethereum:${USDT_ON_ETH}@1/transfer?address=${ETH}&uint256=1`, ETH],
    [`web+stellar:pay?destination=${XLM}&amount=120.12&memo=skdjfasf`, XLM],
    [`ton://transfer/${TON}?amount=1000000000&text=x`, TON],
    [`solana:${SOL}?amount=1&spl-token=EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v`, SOL],
    [`ripple:${XRP}?amount=10&dt=7`, XRP],
    [`xrpl:${XRP}?dt=7`, XRP],
    [`tron:${TRON}?amount=5`, TRON],
    [CASH, CASH],
    [`${CASH}?amount=1`, CASH],
  ])('in a payment link: %s', (text, held) => expect(address(text)).toBe(held));

  it.each([
    [`https://etherscan.io/address/${ETH}#tokentxns`, ETH],
    [`https://etherscan.io/token/${USDT_ON_ETH}?a=${ETH}`, ETH],
    [`https://bscscan.com/address/${ETH}`, ETH],
    [`polygonscan.com/address/${ETH}`, ETH],
    [`https://optimistic.etherscan.io/address/${ETH}`, ETH],
    [`https://arbiscan.io/address/${ETH}`, ETH],
    [`https://snowtrace.io/address/${ETH}?chainid=43114`, ETH],
    [`https://tronscan.org/#/address/${TRON}`, TRON],
    [`https://tronscan.org/#/address/${TRON}/transfers`, TRON],
    [`https://mempool.space/address/${BTC}?tab=1`, BTC],
    [`https://blockchair.com/bitcoin/address/${BTC}`, BTC],
    [`https://www.blockchain.com/explorer/addresses/btc/${BTC}`, BTC],
    [`https://blockstream.info/address/${BTC}`, BTC],
    [`https://blockchair.com/bitcoin-cash/address/${CASH.slice(12)}`, CASH.slice(12)],
    [`https://solscan.io/account/${SOL}?cluster=mainnet`, SOL],
    [`https://explorer.solana.com/address/${SOL}`, SOL],
    [`https://xrpscan.com/account/${XRP}`, XRP],
    [`https://livenet.xrpl.org/accounts/${XRP}/transactions`.replace('/transactions', ''), XRP],
    [`https://stellar.expert/explorer/public/account/${XLM}`, XLM],
    [`https://tonviewer.com/${TON}`, TON],
    [`https://tonscan.org/address/${TON}`, TON],
    [`https://www.oklink.com/eth/address/${ETH}`, ETH],
    [`<https://etherscan.io/address/${ETH}>`, ETH],
  ])('in a link to an explorer: %s', (text, held) => expect(address(text)).toBe(held));

  it.each([
    `"${ETH}"`,
    `“${ETH}”,`,
    `«${ETH}».`,
    `(${ETH})`,
    `\u200b${ETH}\ufeff`,
    `\u00a0${ETH}\u00a0`,
    `0x5aAeb6053F3E94C9b9A0 9f33669435E7Ef1BeAed`,
    `${ETH.slice(0, 20)}\u200b${ETH.slice(20)}`,
    `${ETH.slice(0, 20)}\n${ETH.slice(20)}`,
    `my address: ${ETH}!`,
  ])('with what people put around it: %j', (text) => expect(address(text)).toBe(ETH));

  it('says what was beside it', () => {
    expect(read(ETH)).toMatchObject({ isExtracted: false, tag: null, contract: null });
    expect(read(` ${ETH.slice(0, 9)} ${ETH.slice(9)} `)).toMatchObject({ isExtracted: false });
    expect(read(`"${ETH}"`)).toMatchObject({ isExtracted: true });
  });

  it('with a destination tag of the XRP Ledger, in every form', () => {
    for (const text of [
      `${XRP}?dt=123`,
      `${XRP}:123`,
      `ripple:${XRP}?dt=123`,
      `https://xrpscan.com/account/${XRP}?dt=123`,
    ]) {
      expect(read(text), text).toMatchObject({ address: XRP, tag: '123' });
    }
  });

  it('as an X-address, which must have its checksum (vectors of XLS-5)', () => {
    expect(read('XVLhHMPHU98es4dbozjVtdWzVrDjtV5fdx1mHp98tDMoQXb')).toMatchObject({
      address: 'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf',
      tag: null,
    });
    expect(read('XVLhHMPHU98es4dbozjVtdWzVrDjtV18pX8yuPT7y4xaEHi')).toMatchObject({
      address: 'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf',
      tag: '4294967295',
    });
    expect(what('TVE26TYGhfLC7tQDno7G8dGtxSkYQn49b3qD26PK7FcGSKE')).toBe('test address');
    expect(read('XVLhHMPHU98es4dbozjVtdWzVrDjtV5fdx1mHp98tDMoQXc')).toEqual({ is: 'unknown' });
  });

  it('reads no tag from an X-address whose flags or unused bytes the format reserves', () => {
    const xAddress = (flags: number, tag: readonly number[]): string => {
      const account = base58xrp.decode('rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf').subarray(1, 21);
      const body = Uint8Array.from([0x05, 0x44, ...account, flags, ...tag]);
      return base58xrp.encode(Uint8Array.from([...body, ...sha256(sha256(body)).subarray(0, 4)]));
    };
    expect(read(xAddress(0, [0, 0, 0, 0, 0, 0, 0, 0]))).toMatchObject({ tag: null });
    expect(read(xAddress(1, [7, 0, 0, 0, 0, 0, 0, 0]))).toMatchObject({ tag: '7' });
    expect(read(xAddress(1, [7, 0, 0, 0, 1, 0, 0, 0]))).toEqual({ is: 'unknown' });
    expect(read(xAddress(0, [7, 0, 0, 0, 0, 0, 0, 0]))).toEqual({ is: 'unknown' });
    expect(read(xAddress(2, [7, 0, 0, 0, 0, 0, 0, 0]))).toEqual({ is: 'unknown' });
  });

  it('as a muxed account of Stellar (vectors of SEP-23)', () => {
    const muxed = 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK';
    expect(read(muxed)).toMatchObject({
      address: 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
      tag: '9223372036854775808',
    });
    expect(read(`${muxed.slice(0, -1)}L`)).toEqual({ is: 'unknown' });
  });

  it('as the contract of a listed token', () => {
    expect(read(USDT_ON_ETH)).toMatchObject({ contract: { ticker: 'USDT', parent: 'ETH' } });
    expect(read(`https://etherscan.io/token/${USDT_ON_ETH}`)).toMatchObject({ contract: { ticker: 'USDT' } });
    expect(read('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toMatchObject({ contract: { ticker: 'USDT', parent: 'TRX' } });
    expect(read(ETH)).toMatchObject({ contract: null });
  });
});

describe('what is no address', () => {
  it.each([
    'vitalik.eth',
    'VITALIK.ETH',
    'jesse.base.eth',
    'bonfida.sol',
    'alice.ton',
    'brad.crypto',
    'a.x',
    '$handle',
    'https://app.ens.domains/vitalik.eth',
  ])('a name: %s', (text) => {
    expect(what(text)).toBe('name');
    expect(matchAssets(text, ASSETS)).toEqual([]);
  });

  it('a name of NEAR is an address, a site is not', () => {
    expect(address(NEAR)).toBe(NEAR);
    expect(what('example.com')).toBe('link');
    expect(what('https://etherscan.io')).toBe('link');
    expect(matchAssets('example.com', ASSETS)).toEqual([]);
  });

  it.each([
    'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
    '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc',
    'bitcoin:tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx?amount=1',
    'tltc1qw508d6qejxtdg4y5r3zarvary0c5xw7klfsuq0',
    'kQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74pzE8',
    `https://sepolia.etherscan.io/address/${ETH}`,
    `https://mempool.space/testnet4/address/${BTC}`,
    `https://solscan.io/account/${SOL}?cluster=devnet`,
  ])('an address of a test network: %s', (text) => expect(what(text)).toBe('test address'));

  it.each([
    'lnbc20m1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqhp58yjmdan79s6qqdhdzgynm4zwqd5d7xmw5fk98klysy043l2ahrqs',
    'LIGHTNING:LNBC20M1PVJLUEZPP5QQQSYQCYQ5RQWZQFQQQSYQCYQ5RQWZQFQQQSYQCYQ5RQWZQFQYPQHP58YJMDAN79S6QQDHDZ',
    'lightning:lnurl1dp68gurn8ghj7um9wfmxjcm99e3k7mf0v9cxj0m385ekvcenxc6r2c35xvukxefcv5mkvv34x5ekzd3ev56nyd3hxqurzepexejxxepnxscrvwfnv9nxzcn9xq6xyefhvgcxxcmyxymnserxfq5fns',
    'satoshi@example.com',
  ])('of Lightning: %s', (text) => expect(what(text)).toBe('lightning'));

  it('an extended public key, alone and in a descriptor', () => {
    const xpub =
      'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8';
    for (const text of [xpub, `z${xpub.slice(1)}`, `wpkh([d34db33f/84h/0h/0h]${xpub}/0/*)`])
      expect(what(text), text).toBe('extended public key');
  });

  it.each([
    `https://etherscan.io/tx/0x${HASH}`,
    `https://tronscan.org/#/transaction/${HASH}`,
    'https://etherscan.io/block/19000000',
  ])('a transaction or block: %s', (text) => expect(what(text)).toBe('transaction'));

  it('two addresses', () => expect(what(`${ETH} or ${BTC}`)).toBe('several addresses'));

  it.each(['', ' ', 'hello there', 'is this safe?', 'hello', ETH.replace('5aAeb', '5AAeb')])(
    'nothing known: %j',
    (text) => expect(read(text)).toEqual({ is: 'unknown' }),
  );
});

describe('properties', { timeout: TIMEOUT_MS }, () => {
  /** Valid on production networks for a listed asset, in one word and long enough to be meant in a sentence. */
  const listed = VECTORS.map((vector) => vector.address).filter(
    (text) => matchAssets(text, ASSETS).length > 0 && text.length >= 14 && !/\s/.test(text) && address(text) === text,
  );
  const wrappings: readonly ((text: string) => string)[] = [
    (text) => text,
    (text) => ` ${text}\n`,
    (text) => `"${text}"`,
    (text) => `“${text}”`,
    (text) => `(${text}).`,
    (text) => `\u200b${text}\u200b`,
    (text) => `\u00a0${text}\u2003`,
    (text) => `${text.slice(0, 9)}\u200b${text.slice(9)}`,
    (text) => `https://explorer.example/address/${text}`,
    (text) => `https://explorer.example/address/${encodeURIComponent(text)}?tab=1#top`,
    (text) => `https://explorer.example/#/account/${text}`,
    (text) => `https://explorer.example/search?q=${encodeURIComponent(text)}`,
    (text) => `<https://explorer.example/address/${text}>`,
    (text) => `send it to ${text}, please`,
  ];

  it('every wrapping of every valid address gives that address', () => {
    expect(listed.length).toBeGreaterThan(150);
    for (const text of listed) {
      for (const wrap of wrappings) expect(address(wrap(text)), wrap(text)).toBe(text);
    }
  });

  it('every listed address is read as it is, but for those marked as of a test network', () => {
    const all = VECTORS.map((vector) => vector.address).filter((text) => matchAssets(text, ASSETS).length > 0);
    const others = all.filter((text) => address(text) !== text && !/\s/.test(text));
    expect(others.filter((text) => what(text) !== 'test address')).toEqual([]);
  });

  it('every account and tag comes back from its X-address', () => {
    fc.assert(
      fc.property(bytes(20), fc.nat(0xffffffff), (account, number) => {
        const word = new Uint8Array(8);
        new DataView(word.buffer).setUint32(0, number, true);
        const body = Uint8Array.from([5, 0x44, ...account, 1, ...word]);
        expect(tag(base58xrp.encode(Uint8Array.from([...body, ...sha256(sha256(body)).subarray(0, 4)])))).toBe(
          String(number),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('nothing throws, and what is no address is never returned as one', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({ unit: 'grapheme-ascii', maxLength: 200 }),
      fc
        .tuple(fc.constantFrom(...listed), fc.string({ unit: 'grapheme', maxLength: 40 }))
        .map(([held, rest]) => rest + held + rest),
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
    );
    fc.assert(
      fc.property(text, (pasted) => {
        for (const found of findPasted(pasted, ASSETS))
          expect(matchAssets(found.address, ASSETS).length).toBeGreaterThan(0);
        expect(['address', 'not an address', 'unknown']).toContain(read(pasted).is);
      }),
      { numRuns: 1000 },
    );
  });

  it('looks at no endless text for long', () => {
    // What takes quadratic time here exceeds the limit of the test.
    for (const part of ['1', 'a.', 'abandon ', '0x', 'https://a.b/', '://', '%', 'ln1', 'xpub'])
      expect(read(part.repeat(100_000)).is).not.toBe('address');
  });
});
