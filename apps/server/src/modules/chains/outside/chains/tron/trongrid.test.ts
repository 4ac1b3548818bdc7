import { findAsset } from '@assay/domain';
import { type FaultyServer, startTronGridStandIn, type TronTransfer } from '@assay/testkit/chains';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tronAddressOfHex } from '../../../formats/tron-address.ts';
import type { OpenProvider } from '../../providers/open-provider.ts';
import { trialCall, trialProvider } from '../../providers/test/trial-provider.ts';
import { issuerFreezes } from '../freezes/issuer-freezes.ts';
import { trongridFreezes } from '../freezes/trongrid-freezes.ts';
import { readAll } from '../test/read-all.ts';
import { trongridSource } from './trongrid.ts';

const USDT = findAsset('USDT', 'TRX') ?? expect.fail('no USDT on Tron');
const hexOf = (number: number) => number.toString(16).padStart(40, '0');
const addressOf = (number: number) => tronAddressOfHex(`41${hexOf(number)}`) ?? expect.fail('no address');
const ME = addressOf(1);
const FROZEN_AT = 1_650_000_000_000;

/**
 * Three with the same time and sometimes five hundred, more than fit on two pages; every tenth is listed twice in one
 * transaction.
 */
const TRANSFERS: readonly TronTransfer[] = Array.from({ length: 1_400 }, (_, at) => ({
  transactionId: Math.floor(at / 10)
    .toString(16)
    .padStart(64, '0'),
  from: at % 3 === 0 ? ME : addressOf(2 + (at % 7)),
  to: at % 3 === 0 ? addressOf(2 + (at % 5)) : ME,
  amount: BigInt(1 + (at % 4)),
  at: 1_700_000_000_000 + (at >= 600 && at < 1_100 ? 600 : Math.floor(at / 3)) * 3_000,
}));

let server: FaultyServer;
let open: OpenProvider;
beforeAll(async () => {
  server = await startTronGridStandIn({
    contract: USDT.contract ?? '',
    transfers: TRANSFERS,
    frozen: new Map([[hexOf(9), FROZEN_AT]]),
  });
  open = trialProvider(server.url, { name: 'trongrid' });
});
afterAll(async () => {
  await open?.close();
  await server?.close();
});

describe('TronGrid', () => {
  it('gives every transfer once, though its pages end in the middle of a moment and of a transaction', async () => {
    const call = trialCall();
    const { records, pages } = await readAll(trongridSource(open), USDT, ME, call);
    expect(records).toHaveLength(TRANSFERS.length);
    expect(
      new Set(
        records.map(({ transactionId, from, to, amount, ordinal }) =>
          [transactionId, from, to, amount, ordinal].join(' '),
        ),
      ).size,
    ).toBe(TRANSFERS.length);
    const sum = records.reduce((held, { to, amount }) => (to === ME ? held + amount : held - amount), 0n);
    expect(sum).toBe((await trongridSource(open).balance(USDT, ME, trialCall())).amount);
    for (const [at, page] of pages.entries()) {
      const from = page.completeFrom;
      const below = pages.slice(at + 1).flatMap((later) => later.records);
      if (from !== null) expect(below.every(({ time }) => time < from)).toBe(true);
    }
    // Little more than the rows need: 1,400 in pages of 200.
    expect(call.sent()).toBeLessThanOrEqual(12);
  });

  it('stops at the requested time, and gives one direction where only one is requested', async () => {
    const since = (TRANSFERS.at(-1)?.at ?? 0) / 1000 - 30;
    const ask = { asset: USDT, account: ME, direction: 'out', since, until: null, cursor: null } as const;
    const page = await trongridSource(open).transfers(ask, trialCall());
    expect(page.next).toBe(null);
    expect(page.records.length).toBeGreaterThan(0);
    expect(page.records.every(({ from, time }) => from === ME && time >= since)).toBe(true);
  });

  it('reports whom Tether froze, and when', async () => {
    const issuers = issuerFreezes({ contracts: { TRX: [trongridFreezes(open)] }, accounts: [] });
    const signal = AbortSignal.timeout(10_000);
    expect(await issuers.stateOf(USDT, addressOf(9), signal)).toMatchObject({
      isFrozen: true,
      since: new Date(FROZEN_AT),
    });
    expect(await issuers.stateOf(USDT, ME, signal)).toMatchObject({ isFrozen: false, since: null });
  });

  it('reports tip and final block', async () => {
    const tip = await trongridSource(open).tip(trialCall());
    expect(tip.block - tip.finalBlock).toBe(19);
    expect(tip.finalTime).toBeLessThan(tip.time);
  });
});
