import { findAsset } from '@assay/domain';
import { startTronGridStandIn, type TronCoinMove, tronAddress, tronHexOf } from '@assay/testkit/chains';
import { describe, expect, it } from 'vitest';
import { directProvider, freeCall } from '../test/direct-provider.ts';
import { readAll } from '../test/read-all.ts';
import { trongridSource } from './trongrid.ts';

const TRX = findAsset('TRX', null) ?? expect.fail('no TRX');
const USDT = findAsset('USDT', 'TRX') ?? expect.fail('no USDT on Tron');
const addressOf = (name: string) => tronAddress(tronHexOf(name));
const [ME, OTHER] = [addressOf('me'), addressOf('other')];
const idOf = (number: number) => number.toString(16).padStart(64, '0');

/**
 * 900 moves: every third inside a transaction, some of these undone, some in both lists; 250 of one moment, so that its
 * rows are on several pages.
 */
const COINS: readonly TronCoinMove[] = Array.from({ length: 900 }, (_, at) => {
  const isInner = at % 3 === 0;
  const isOut = at % 4 === 1;
  return {
    transactionId: idOf(Math.floor(at / 3) * 3 + 1),
    innerId: isInner ? idOf(1_000_000 + at) : null,
    from: isOut ? ME : OTHER,
    to: isOut ? OTHER : ME,
    amount: BigInt(1_000 + at),
    fee: 3n,
    isRejected: isInner && at % 30 === 0,
    isInBothLists: at % 2 === 0,
    at: 1_700_000_000_000 + (at >= 300 && at < 550 ? 300 : at) * 3_000,
  };
}).map((move, at) => (move.innerId === null ? { ...move, transactionId: idOf(at) } : move));

async function read(hasInnerList: boolean) {
  const chain = { contract: USDT.contract ?? '', transfers: [], frozen: new Map(), coins: COINS, hasInnerList };
  const server = await startTronGridStandIn(chain);
  try {
    const source = trongridSource(directProvider('trongrid', server.url));
    const { records, pages } = await readAll(source, TRX, ME, freeCall());
    const { amount: balance } = await source.balance(TRX, ME, freeCall());
    const sum = records.reduce((held, { to, amount }) => (to === ME ? held + amount : held - amount), 0n);
    return { records, balance, sum, lacks: [...new Set(pages.flatMap(({ lacks }) => lacks))] };
  } finally {
    await server.close();
  }
}

describe('a history of TRX', () => {
  it('contains what contracts paid, once, and comes to the balance', async () => {
    const { records, balance, sum, lacks } = await read(true);
    const inner = records.filter(({ kind }) => kind === 'internal');
    expect(inner).toHaveLength(COINS.filter(({ innerId, isRejected }) => innerId !== null && !isRejected).length);
    expect(sum).toBe(balance);
    expect(lacks).toEqual([]);
  });

  it('does not come to the balance, and says what it lacks, where the server has no list of inner transactions', async () => {
    const { balance, sum, lacks } = await read(false);
    expect(sum).not.toBe(balance);
    expect(lacks).toEqual(['internal']);
  });
});
