import { describe, expect, it } from 'vitest';
import {
  BTC_ADDRESS,
  BTC_CHECK,
  postCheck,
  signedIn,
  TRON_ADDRESS,
} from '../../src/modules/checks/checks/test/check-fixture.ts';
import { useTestApp } from '../../src/modules/checks/checks/test/use-test-app.ts';

describe('POST /monitor/check, answered 422', () => {
  const server = useTestApp();

  it.each([`${BTC_ADDRESS}x`, TRON_ADDRESS, 'x', '0', 'x'.repeat(512), '\u0000', '💰'])(
    '[ERR-07] [ERR-18] refuses an address that is none of the asset’s: %j',
    async (address) => {
      const { status, body } = await postCheck(server.app, { ...BTC_CHECK, address });
      expect(status).toBe(422);
      // The reason inside ('Invalid checksum' and the like) is nowhere in the answer.
      expect(body.error).toEqual({
        errorName: 'InvalidAddress',
        message: 'Unknown address format',
        requestId: expect.any(String),
      });
    },
  );

  it.each([
    ['vitalik.eth', 'ETH', 'This is a name, not a wallet address.'],
    ['vitalik.eth', 'NEAR', 'This is a name, not a wallet address.'],
    ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'BTC', 'This address is of a test network.'],
    ['https://etherscan.io/', 'ETH', 'There is no wallet address in this link.'],
  ])('says what %s is instead, for %s', async (address, ticker, title) => {
    const { status, body } = await postCheck(server.app, { ...BTC_CHECK, address, ticker });
    expect(status).toBe(422);
    expect(body.error).toMatchObject({ errorName: 'InvalidAddress', message: expect.stringContaining(title) });
  });

  it('judges a token’s address by its parent', async () => {
    const { status } = await postCheck(server.app, { address: BTC_ADDRESS, ticker: 'USDT', parent: 'TRX' });
    expect(status).toBe(422);
  });

  it.each([
    { ticker: 'NOPE', parent: null },
    { ticker: 'BTC', parent: 'ETH' },
    { ticker: '__proto__', parent: 'constructor' },
  ])('[ERR-05] refuses an asset that is not on the list: %j', async (asset) => {
    const { status, body } = await postCheck(server.app, { ...BTC_CHECK, ...asset });
    expect(status).toBe(422);
    expect(body.error).toMatchObject({
      errorName: 'UnknownAsset',
      message: 'Please select an asset from the list first',
    });
  });

  it('names the networks of a token that is asked for without one', async () => {
    const { body } = await postCheck(server.app, { ...BTC_CHECK, ticker: 'USDT', parent: null });
    expect(body.error?.errorName).toBe('UnknownAsset');
    expect(body.error?.message).toMatch(/^asset USDT exists on several networks: pass "parent", one of TRX, .*ETH/);
  });

  it('spends nothing on any of them', async () => {
    const me = await server.app.inject({ url: '/api/auth/me', headers: signedIn(server.app) });
    expect(me.json().data.checks).toBe(10);
    expect((await server.pool.query('SELECT FROM checks')).rowCount).toBe(0);
  });
});
