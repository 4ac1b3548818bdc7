import { ASSETS, currencyOf, findCurrency, isNetworkId, NETWORK_IDS } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { locateAddress, OTHER_CHAINS } from './label-chain.ts';

// Addresses of the OFAC SDN list (US Government work, public domain).
const TRON = 'TUCsTq7TofTCJRRoHk6RvhMoS2mJLm5Yzq';
const LAZARUS = '0x098B716B8Aaf21512996dC57EB0615e2383E2f96';

describe('the chain of a published address', () => {
  it('knows the rules of every chain a label may name, so that no address passes unjudged', () => {
    for (const chain of [...NETWORK_IDS, ...OTHER_CHAINS]) expect(findCurrency(chain), chain).toBeDefined();
  });

  it('may be that of any asset, as a check of the asset asks for its labels', () => {
    for (const asset of ASSETS) expect([...NETWORK_IDS, ...OTHER_CHAINS]).toContain(asset.network ?? currencyOf(asset));
    for (const chain of OTHER_CHAINS) expect(isNetworkId(chain), chain).toBe(false);
    const ada = 'addr1v9ywm0h3r8cnxrs04gfy7c3s2j44utjyvn5ldjdca0c2ltccgqdes';
    expect(locateAddress(ada, 'ADA')).toMatchObject({ ok: true, chain: 'ADA' });
  });

  it.each([
    ['XBT', '12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h', 'BTC', '12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h'],
    ['XBT', TRON, 'TRX', TRON],
    ['USDT', TRON, 'TRX', TRON],
    ['USDT', LAZARUS, 'ETH', LAZARUS.toLowerCase()],
    ['ETH', LAZARUS, 'ETH', LAZARUS.toLowerCase()],
    ['BSC', LAZARUS, 'BSC', LAZARUS.toLowerCase()],
    [' eth ', LAZARUS.toLowerCase(), 'ETH', LAZARUS.toLowerCase()],
    [
      'BCH',
      'qpf2cphc5dkuclkqur7lhj2yuqq9pk3hmukle77vhq',
      'BCH',
      'bitcoincash:qpf2cphc5dkuclkqur7lhj2yuqq9pk3hmukle77vhq',
    ],
    // The pairs of the CashAddr specification.
    ['BCH', '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', 'BCH', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
    ['BCH', '3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC', 'BCH', 'bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq'],
  ])('of %s %s is %s', (code, address, chain, canonical) => {
    expect(locateAddress(address, code)).toEqual({ ok: true, chain, canonical });
  });

  it('is none for an address that fails its own checksum, in base58, bech32 and mixed-case hexadecimal', () => {
    for (const [code, address] of [
      ['XBT', '12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9i'],
      ['XBT', 'bc1qe95l438kzjcvnsm3kn8n5augf9gpctdlhsq7f7hpnkyvlr7rc7cqupapf8'],
      ['ETH', '0x098b716B8Aaf21512996dC57EB0615e2383E2f96'],
      ['TRX', 'TUCsTq7TofTCJRRoHk6RvhMoS2mJLm5Yzr'],
      ['BCH', '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggv'],
    ] as const) {
      expect(locateAddress(address, code).ok, address).toBe(false);
    }
  });

  it('is none for what fits nothing, and for a code that is no network', () => {
    expect(locateAddress('5be5543ff73456ab9f2d207887e2af87322c651ea1a873c5b25b7ffae456c320', 'XMR').ok).toBe(false);
    expect(locateAddress(LAZARUS, 'XBT').ok).toBe(false);
    expect(locateAddress(LAZARUS, 'ATLANTIS')).toEqual({ ok: false, reason: 'unknown network "ATLANTIS"' });
    expect(locateAddress('', 'XBT').ok).toBe(false);
    expect(locateAddress(LAZARUS, 'constructor').ok).toBe(false);
  });
});
