import { NETWORK_IDS, PROTECTED_ADDRESSES } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { decodeRippleBase58 } from '../src/codecs/base58.ts';
import { CHECKSUM_HASHES, endsWithChecksum } from '../src/codecs/hash.ts';
import { validateAddress } from '../src/index.ts';

describe('mint and burn addresses', () => {
  it.each(NETWORK_IDS.filter((network) => network !== 'XRP'))('of %s are valid and in canonical form', (network) => {
    for (const address of PROTECTED_ADDRESSES[network]) {
      expect(validateAddress(address, network), address).toMatchObject({ ok: true, canonical: address });
    }
  });

  it('of XRP are accounts of 20 bytes with a sound checksum, too short to be typed as an address here', () => {
    for (const address of PROTECTED_ADDRESSES.XRP) {
      const bytes = decodeRippleBase58(address);
      expect(bytes, address).toHaveLength(25);
      expect(endsWithChecksum(bytes ?? new Uint8Array(), CHECKSUM_HASHES.sha256x2), address).toBe(true);
      expect(validateAddress(address, 'XRP')).toEqual({ ok: false, reason: 'Data too short' });
    }
  });
});
