import type { IssuerFreeze } from '@assay/contracts';
import { findAsset } from '@assay/domain';
import type { Label } from '@assay/exposure';
import { describe, expect, it } from 'vitest';
import { withFreezeOf } from './ask-freeze.ts';

const asset = findAsset('USDT', 'TRX') ?? expect.fail('no asset');
const label = (source: string, more: Partial<Label> = {}): Label => ({
  entity: 'Frozen by Tether',
  category: 'issuer_frozen',
  confidence: 100,
  source,
  sourceUrl: null,
  sourceDate: null,
  validFrom: 1_600_000_000,
  validTo: null,
  origin: 'given',
  ...more,
});
const LISTED = label(`freezes-usdt-trx/${asset.contract}`);
const answer = (status: IssuerFreeze['status']): IssuerFreeze => ({
  status,
  issuer: 'Tether',
  since: null,
  asked_at: status === 'not_asked' ? null : '2026-11-25T12:00:00.000Z',
  source: status === 'not_asked' ? null : 'the USDT contract on Tron, asked through trongrid',
  text: '',
});

describe('a freeze that was read from events', () => {
  it('no longer counts where the issuer says now that the address is not frozen', () => {
    expect(withFreezeOf(asset, [LISTED], answer('not_frozen'))).toEqual([]);
  });

  it('is replaced by the present answer of the issuer, so that it is listed once', () => {
    const found = withFreezeOf(asset, [LISTED], answer('frozen'));
    expect(found.map(({ source }) => source)).toEqual(['the USDT contract on Tron, asked through trongrid']);
  });

  it('counts where the issuer could not be asked', () => {
    expect(withFreezeOf(asset, [LISTED], answer('not_asked'))).toEqual([LISTED]);
  });

  it('differs from ended freezes, other tokens and what others say', () => {
    const others = [
      label(LISTED.source, { validTo: 1_700_000_000 }),
      label('freezes-usdc-trx/TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8'),
      label('our-vendor'),
      label(LISTED.source, { category: 'scam' }),
    ];
    expect(withFreezeOf(asset, others, answer('not_frozen'))).toEqual(others);
  });
});
