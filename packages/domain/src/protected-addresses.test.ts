import { describe, expect, it } from 'vitest';
import { NETWORK_IDS } from './network.ts';
import { isProtectedAddress, PROTECTED_ADDRESSES } from './protected-addresses.ts';

const DEAD = '0x000000000000000000000000000000000000dead';

describe('mint and burn addresses', () => {
  it('are known on every network that can be followed, each once', () => {
    for (const network of NETWORK_IDS) {
      const addresses = PROTECTED_ADDRESSES[network];
      expect(addresses.length, network).toBeGreaterThan(0);
      expect(new Set(addresses).size, network).toBe(addresses.length);
      for (const address of addresses) expect(isProtectedAddress(network, address), address).toBe(true);
    }
  });

  it('count on their own network only', () => {
    expect(isProtectedAddress('TRX', DEAD)).toBe(false);
    expect(isProtectedAddress('ETH', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb')).toBe(false);
    expect(isProtectedAddress('XMR', DEAD)).toBe(false);
    expect(isProtectedAddress('toString', DEAD)).toBe(false);
  });

  it('are the same on all Ethereum-style networks (method 2, section 5.2), without precompiled contracts', () => {
    for (const network of ['ETH', 'BSC', 'POLYGON', 'OP', 'ARB', 'AVAX', 'ETC']) {
      expect(isProtectedAddress(network, DEAD), network).toBe(true);
      expect(isProtectedAddress(network, '0x0000000000000000000000000000000000000001'), network).toBe(false);
    }
  });
});
