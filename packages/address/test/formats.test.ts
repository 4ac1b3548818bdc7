import type { BitcoinRules } from '@assay/domain';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { judge } from '../src/formats.ts';
import { canonical, checksum, kind, ok, reason } from './judgements.ts';

const TRON = 'TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G';
const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const WAVES = '3P4eeU7v1LMHQFwwT2GW9W99c6vZyytHajj';
const SOLANA = '7UVttrLkRkZFn4FsTuihX5zCJ1ounF5Ts8CkSqPGN2Dh';

describe('formats of the specification', () => {
  it('[ADDR-03] accepts classic addresses of the XRP Ledger and no others', () => {
    expect(ok('rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 'xrp')).toBe(true);
    expect(reason('rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTj', 'xrp')).toBe('Invalid checksum');
    expect(reason('X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu', 'xrp')).toBe('Unknown prefix');
    expect(reason(`r${'p'.repeat(26)}`, 'xrp')).toBe('Data too short');
    expect(reason(`r${'p'.repeat(36)}`, 'xrp')).toBe('Exceeds length limit');
  });

  it('[ADDR-04] accepts lower, upper and correctly mixed case, and refuses wrong casing', () => {
    expect(checksum(EVM, 'eth')).toBe('valid');
    expect(checksum(EVM.toLowerCase(), 'eth')).toBe('absent');
    expect(checksum(`0x${EVM.slice(2).toUpperCase()}`, 'eth')).toBe('absent');
    expect(reason(EVM.replace('Aed', 'AeD'), 'eth')).toBe('Invalid checksum');
    expect(reason(EVM.slice(0, -1), 'eth')).toBe('Unexpected length');
    expect(reason(EVM.slice(2), 'eth')).toBe('Unknown prefix');
    expect(reason(EVM.replace('5', 'g'), 'eth')).toBe('Unknown character');
  });

  it('[ADDR-05] accepts base58 check under the version bytes of the network only', () => {
    expect(kind('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'btc')).toBe('p2pkh');
    expect(kind('3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'btc')).toBe('p2sh');
    expect(reason('mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'btc')).toBe('Unknown version');
    expect(ok('mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'btc', 'testnet')).toBe(true);
    expect(ok('mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'btc', 'both')).toBe(true);
    expect(reason('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3', 'btc')).toBe('Invalid checksum');
    for (const size of [24, 26]) expect(reason(base58.encode(new Uint8Array(size)), 'btc')).toBe('Unexpected length');
  });

  it.each([
    ['sha256x2', 'ltc', 'LNf2JDiuunBz7GMDKFYHN4rq5meXWxiwfb'],
    ['blake256x2', 'dcr', 'DsRtQjGTkaBTyHqsTyN1Gv3N8QMkrnRg3yd'],
    ['groestl512x2', 'grs', 'FXHDsC5ZqWQHkDmShzgRVZ1MatpWhwxTAA'],
    ['blake2b256-keccak256', 'waves', WAVES],
  ])('[ADDR-06] checks with the hash the currency names: %s for %s', (_hash, currency, address) => {
    expect(checksum(address, currency)).toBe('valid');
    const last = address.endsWith('B') ? 'C' : 'B';
    expect(reason(`${address.slice(0, -1)}${last}`, currency)).toBe('Invalid checksum');
  });

  it('[ADDR-06] checks nothing but the named hash', () => {
    // The same 20 bytes under Bitcoin's hash are no Groestlcoin address.
    expect(reason('31inaRqambLsd9D7Ke4USZmGEVd3LVt8yd', 'grs')).toBe('Invalid checksum');
    expect(ok('33Ym3fecmWaHD19jymYt6fGd9TqSDQFfQj', 'grs')).toBe(true);
  });

  it('[ADDR-06] checks with one round of Keccak-256 where that is configured', () => {
    const rules: BitcoinRules = { validator: 'bitcoin', versions: { prod: [63] }, hash: 'keccak256' };
    const body = new Uint8Array(21).fill(63);
    const address = base58.encode(Uint8Array.from([...body, ...keccak_256(body).subarray(0, 4)]));
    expect(judge(address, rules, 'prod')).toMatchObject({ ok: true, checksum: 'valid' });
    expect(judge(address, { ...rules, hash: 'sha256x2' }, 'prod')).toEqual({ ok: false, reason: 'Invalid checksum' });
  });

  it('[ADDR-07] accepts witness versions 0, 1 and 2 to 16 with the programs their BIPs allow', () => {
    expect(kind('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'btc')).toBe('p2wpkh');
    expect(kind('bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3', 'btc')).toBe('p2wsh');
    expect(kind('bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'btc')).toBe('p2tr');
    expect(kind('BC1SW50QGDZ25J', 'btc')).toBe('p2w-unknown');
    expect(kind('bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', 'btc')).toBe('p2w-unknown');
    expect(reason('bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y', 'btc')).toBe(
      'Invalid program',
    );
    expect(reason('BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P', 'btc')).toBe('Invalid program');
    // One byte, 41 bytes, and version 17.
    expect(reason('bc1pw5dgrnzv', 'btc')).toBe('Invalid program');
    expect(reason('bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav', 'btc')).toBe(
      'Invalid program',
    );
    expect(reason('BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R', 'btc')).toBe('Unknown version');
    expect(reason('bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du', 'btc')).toBe('Invalid checksum');
  });

  it('[ADDR-08] holds bech32 texts to length, case, separator, prefix and checksum', () => {
    expect(reason('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3T4', 'btc')).toBe('Mixed-case string');
    expect(reason('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'btc')).toBe('Invalid checksum');
    expect(reason('bc1gmk9', 'btc')).toBe('Data too short');
    expect(reason('bc1qqqqq', 'btc')).toBe('Data too short');
    expect(reason(`bc1${'q'.repeat(88)}`, 'btc')).toBe('Exceeds length limit');
    expect(reason('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3tb', 'btc')).toBe('Unknown character');
  });

  it('[ADDR-09] accepts standard, sub- and integrated Monero addresses of the network', () => {
    expect(
      ok('42ey1afDFnn4886T7196doS9GPMzexD9gXpsZJDwVjeRVdFCSoHnv7KPbBeGpzJBzHRCAs9UxqeoyFQMYbqSWYTfJJQAWDm', 'xmr'),
    ).toBe(true);
    expect(
      ok('8AsN91rznfkBGTY8psSNkJBg9SZgxxGGRUhGwRptBhgr5XSQ1XzmA9m8QAnoxydecSh5aLJXdrgXwTDMMZ1AuXsN1EX5Mtm', 'xmr'),
    ).toBe(true);
    const integrated =
      '4EJwD1SrEBVCrnYG2UrZpkNrhnmsGawLP6qeDDajCCAmjAmcszA8aXd3uYAEXRsZbUR8bfyFgJfAq1S7h7ivfxNj5W5QgLPoBzeNyLeTLy';
    expect(ok(integrated, 'xmr')).toBe(true);
    expect(reason(`${integrated.slice(0, -1)}z`, 'xmr')).toBe('Invalid checksum');
    expect(integrated).toHaveLength(106);
    expect(reason(integrated.slice(0, -1), 'xmr')).toBe('Non-base character');
    expect(
      reason('9ujeXrjzf7bfeK3KZdCqnYaMwZVFuXemPU8Ubw335rj2FN1CdMiWNyFV3ksEfMFvRp9L9qum5UxkP5rN9aLcPxbH1au4WAB', 'xmr'),
    ).toBe('Unknown version');
  });

  it('[ADDR-10] accepts both prefixes of Nano under one canonical text', () => {
    const body = '17enqbzgsdf5yeaxcde6qj54o1wrykoeg9b77mcfpyhbauco49rfwgzbact6';
    expect(canonical(`nano_${body}`, 'nano')).toBe(`nano_${body}`);
    expect(canonical(`xrb_${body}`, 'nano')).toBe(`nano_${body}`);
    expect(reason(`xrb_${body.slice(0, -1)}7`, 'nano')).toBe('Invalid checksum');
    expect(reason(`zrb_${body}`, 'nano')).toBe('Unknown character');
    expect(ok(`nano_${body.slice(0, -1)}`, 'nano')).toBe(false);
  });

  it('[ADDR-11] accepts 64 hex digits and a 12-digit BLAKE2b checksum', () => {
    const address = '1acc2bc035b6606bd612b6114efea1102bd4499c0edf559469de7f40076f1c54e4eed3c5f1ac';
    expect(checksum(address, 'sc')).toBe('valid');
    expect(reason(`${address.slice(0, -1)}d`, 'sc')).toBe('Invalid checksum');
    expect(reason(address.slice(0, -1), 'sc')).toBe('Unexpected length');
  });

  it('[ADDR-12] accepts 21 bytes in base58 check under the network byte of Tron', () => {
    expect(checksum(TRON, 'trx')).toBe('valid');
    expect(reason('TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32H', 'trx')).toBe('Invalid checksum');
    expect(reason(TRON, 'trx', 'testnet')).toBe('Unknown version');
    expect(reason('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'trx')).toBe('Unknown version');
  });

  it('[ADDR-13] accepts NEM addresses with and without dashes under one canonical text', () => {
    const plain = 'NAMOAVHFVPJ6FP32YP2GCM64WSRMKXA5KKYWWHPY';
    expect(canonical('NAMOAV-HFVPJ6-FP32YP-2GCM64-WSRMKX-A5KKYW-WHPY', 'xem')).toBe(plain);
    expect(canonical(plain, 'xem')).toBe(plain);
    expect(reason('NAMOAVHFVPJ6FP32YP2GCM64WSRMKXA5KKYWWHPZ', 'xem')).toBe('Invalid checksum');
    expect(reason(plain.slice(1), 'xem')).toBe('Unexpected length');
  });

  it('[ADDR-14] accepts 1 to 20 digits and L', () => {
    expect(ok('10588416556841527004L', 'lsk')).toBe(true);
    expect(ok('1L', 'lsk')).toBe(true);
    expect(reason('105884165568415270041L', 'lsk')).toBe('Exceeds length limit');
    expect(reason('469226551l', 'lsk')).toBe('Unknown prefix');
    expect(reason('L', 'lsk')).toBe('Data too short');
  });

  it('[ADDR-15] accepts CashAddr with or without prefix in one case', () => {
    const text = 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a';
    expect(canonical(text, 'bch')).toBe(text);
    expect(canonical(text.toUpperCase(), 'bch')).toBe(text);
    expect(canonical(text.slice(12), 'bch')).toBe(text);
    expect(reason(text.replace('qpm2', 'QPM2'), 'bch')).toBe('Mixed-case string');
    expect(reason(text.replace('6a', '6c'), 'bch')).toBe('Invalid checksum');
    expect(reason(text.replace('bitcoincash', 'bchtest'), 'bch')).toBe('Unknown prefix');
    expect(ok('bchtest:pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t', 'bch', 'testnet')).toBe(true);
  });

  it('[ADDR-16] refuses legacy addresses for Bitcoin Cash and accepts them for Bitcoin SV', () => {
    const legacy = '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu';
    const cashAddr = 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a';
    expect(reason(legacy, 'bch')).toBe('Unexpected length');
    expect(reason(cashAddr.slice(0, -1), 'bch')).toBe('Unexpected length');
    expect(ok(legacy, 'bsv')).toBe(true);
    // The CashAddr specification names the two as the same hash.
    expect(canonical(cashAddr, 'bsv')).toBe(legacy);
    expect(reason('bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq', 'bsv')).toBe('Unknown version');
  });

  it('[ADDR-17] accepts Stellar accounts and no other strkeys', () => {
    expect(checksum('GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ', 'xlm')).toBe('valid');
    expect(reason('GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGY', 'xlm')).toBe('Invalid checksum');
    expect(reason('CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA', 'xlm')).toBe('Unknown version');
    expect(reason('GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZA', 'xlm')).toBe('Unexpected length');
  });

  it('[ADDR-18] accepts 42 characters from bnb onward and reports a wrong checksum', () => {
    expect(checksum('bnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h2', 'bnb')).toBe('valid');
    expect(checksum('bnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h3', 'bnb')).toBe('mismatch');
    expect(reason('bnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h', 'bnb')).toBe('Unexpected length');
    expect(reason('lol1qfmufc2q30cgw82ykjlpfeyauhcf5mad6p5y8t', 'bnb')).toBe('Unknown prefix');
  });

  it('[ADDR-19] accepts EOS names of 12 lower-case letters and digits', () => {
    expect(ok('binancecleos', 'eos')).toBe(true);
    expect(reason('binancecleo', 'eos')).toBe('Unexpected length');
    expect(reason('Binancecleos', 'eos')).toBe('Unknown character');
  });

  it('[ADDR-20] accepts base58 check whose bytes begin with 6, 161, 159', () => {
    expect(ok('tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx', 'xtz')).toBe(true);
    expect(reason('tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSy', 'xtz')).toBe('Invalid checksum');
    expect(ok('KT1BDEn6wobs7tDReKkGheXAhoq278TGaNn5', 'xtz')).toBe(true);
  });

  it('[ADDR-21] accepts ak_ with 32 bytes and reports a wrong checksum', () => {
    expect(checksum('ak_22ZPJTLbSDpAUfJbBJvqvXFuFe2RoP1ZEd7K9qaHJWF92MgnWm', 'ae')).toBe('valid');
    expect(checksum('ak_11111111111111111111111111111111273Ytt', 'ae')).toBe('mismatch');
    expect(reason('ak_111111111111111111111111111111111173Yts', 'ae')).toBe('Unexpected length');
  });

  it('[ADDR-22] accepts the group patterns of Ardor and NXT', () => {
    expect(ok('ARDOR-HFNE-E2VE-SMV3-DCRZ8', 'ardr')).toBe(true);
    expect(ok('ARDOR-HFNE-a2VE-SMV3-DCRZ8', 'ardr')).toBe(false);
    expect(ok('NXT-TMVC-69YC-SJB4-8YCH7', 'nxt')).toBe(true);
    expect(ok('NXT-799W-TN9C-GL3Q', 'nxt')).toBe(false);
  });

  it('[ADDR-23] accepts cosmos1 and bech32 characters and reports a wrong checksum', () => {
    expect(checksum('cosmos1hsk6jryyqjfhp5dhc55tc9jtckygx0eph6dd02', 'atom')).toBe('valid');
    expect(checksum('cosmos19c3mc3hp8y624tae0mfnmxse9h49kv2pqltkj0', 'atom')).toBe('mismatch');
    expect(reason('cosmos1lwjdb82uj4fqhu8nqw5d959rhys58dccwpz37u', 'atom')).toBe('Unknown character');
    expect(reason('cosmis1pgmhz30d29akc670hkaje398hl6hvh0c5w0gly', 'atom')).toBe('Unknown prefix');
  });

  it('[ADDR-24] accepts zil1 with 32 words of bech32', () => {
    expect(ok('zil10lx2eurx5hexaca0lshdr75czr025cevqu83uz', 'zil')).toBe(true);
    expect(reason('zil10lx2eurx5hexaca0lshdr75czr025cevqu83ux', 'zil')).toBe('Invalid checksum');
    expect(reason('zil1hak8zr78f58ljk90tpdmje6l7a8dpls2gmxek', 'zil')).toBe('Invalid program');
  });

  it('[ADDR-25] accepts 0.0.n with up to six digits', () => {
    expect(canonical('0.0.12345', 'hbar')).toBe('0.0.12345');
    expect(canonical('0.0.012345', 'hbar')).toBe('0.0.12345');
    expect(canonical('0.0.1377988', 'hbar')).toBe('0.0.1377988');
    expect(reason('0.1.54321', 'hbar')).toBe('Unknown prefix');
    expect(reason('0.0.', 'hbar')).toBe('Unknown character');
  });

  it('[ADDR-26] accepts hx and 40 lower-case hex digits', () => {
    expect(ok('hx06d5b88bb7089033a2d8a2b61b8a305ecff8774f', 'icx')).toBe(true);
    expect(reason('hxde8ba8fd110625a0c47ecf29de308b8f5bd20eD6', 'icx')).toBe('Unknown character');
    expect(reason('cx4728fc65c31728f0d3538b8783b5394b31a136b9', 'icx')).toBe('Unknown prefix');
    expect(reason('hx06d5b88bb7089033a2d8a2b61b8a305ecff8774', 'icx')).toBe('Unexpected length');
  });

  it('[ADDR-27] accepts 5 to 11 characters of lower case, digits and underscore', () => {
    for (const good of ['1234_', '1234_xuson', '12345678901']) expect(ok(good, 'iost'), good).toBe(true);
    expect(reason('1234', 'iost')).toBe('Data too short');
    expect(reason('12345678901a', 'iost')).toBe('Exceeds length limit');
    expect(reason('Xusong', 'iost')).toBe('Unknown character');
  });

  it('[ADDR-28] accepts dot-separated labels by their rules', () => {
    for (const good of ['disconnect', 'meetcrypto8', 'abc.de-f', 'a-b']) expect(ok(good, 'steem'), good).toBe(true);
    for (const bad of ['me', 'me.etcrypto8', 'meet--crypto8', 'met.8etcrypto8', 'meet-', 'abc.', 'Abc']) {
      expect(ok(bad, 'steem'), bad).toBe(false);
    }
  });

  it('[ADDR-29] accepts sys1 and 39 bech32 characters, or base58 check', () => {
    expect(checksum('sys1q42jdpqq4369ze73rskkrncplcv7mtejhdkxj90', 'sys')).toBe('valid');
    expect(checksum('sys1aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'sys')).toBe('mismatch');
    expect(ok('SSSBZDMVxuZyEMW4s6ar79Cf9UKqy6ZCwf', 'sys')).toBe(true);
    expect(ok('1MZZNZS5cPQu8THtpqcTF3bQASBQoWr6zo', 'sys')).toBe(false);
  });

  it('[ADDR-30] accepts 35 alphanumeric characters for Waves', () => {
    expect(ok(WAVES, 'waves')).toBe(true);
    expect(reason(WAVES.slice(0, -1), 'waves')).toBe('Unexpected length');
    expect(reason(`${WAVES.slice(0, -1)}-`, 'waves')).toBe('Non-base character');
    expect(reason(WAVES, 'waves', 'testnet')).toBe('Unknown version');
  });

  it('[ADDR-31] accepts base58 of exactly 32 bytes for Solana', () => {
    expect(checksum(SOLANA, 'sol')).toBe('absent');
    expect(ok('1'.repeat(32), 'sol')).toBe(true);
    for (const size of [31, 33]) expect(ok('1'.repeat(size), 'sol'), String(size)).toBe(false);
    expect(reason('833XQoXTx05iya53Tr6iqEs9GbRuvVfwyLCP2vpdzhq', 'sol')).toBe('Non-base character');
  });
});
