import { NETWORK_IDS, PROTECTED_ADDRESSES } from '@assay/domain';
import { FEE_SINK, ISSUER } from '@assay/exposure';
import { describe, expect, it } from 'vitest';
import { AddressReader } from '../import/formats/fields.ts';
import { partyOf, roleOf } from './parties.ts';

describe('the parties of a record', () => {
  it.each(NETWORK_IDS)('take every mint and burn address of %s for the one issuer', (network) => {
    const reader = new AddressReader(network);
    for (const address of PROTECTED_ADDRESSES[network]) expect(reader.party(address), address).toBe(ISSUER);
  });

  it('take them so in any spelling, and on their own network only', () => {
    expect(new AddressReader('BSC').party('0x000000000000000000000000000000000000DEAD')).toBe(ISSUER);
    expect(partyOf('XLM', '0x000000000000000000000000000000000000dead')).not.toBe(ISSUER);
  });

  it('have roles', () => {
    expect([ISSUER, FEE_SINK, `0x${'11'.repeat(20)}`].map(roleOf)).toEqual(['issuer', 'fee', 'account']);
  });
});
