import { describe, expect, it } from 'vitest';
import { readPendingCheck } from './pending-check.ts';

describe('a check that waits for signing in', () => {
  it('is read as it was kept', () => {
    const kept = { address: '0xabc', ticker: 'USDT', parent: 'ETH', subticker: null, name: 'Tether' };
    expect(readPendingCheck(JSON.stringify(kept))).toEqual(kept);
  });

  it('is null for what another page or an older build left', () => {
    for (const text of [null, '', 'x', 'null', '[]', '"a"', '{"address":"0xabc"}', '{"address":1,"ticker":"BTC"}']) {
      expect(readPendingCheck(text), String(text)).toBeNull();
    }
  });

  it('leaves out what is no text', () => {
    const check = readPendingCheck('{"address":"a","ticker":"BTC","parent":5,"extra":true}');
    expect(check).toEqual({ address: 'a', ticker: 'BTC', parent: null, subticker: null, name: null });
  });
});
