import { ASSETS, type Asset, type NetworkId } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import type { SeenTransaction } from '../seen-transaction.ts';
import { SourceError, type TransferSource } from '../sources.ports.ts';
import { memoryAccountSource, memoryCoinSource } from '../test/memory-source.ts';
import { buildLookUps, LOOK_UP_LIMITS, type LookUpLimits } from './look-ups.ts';

const DIGITS = 'ab'.repeat(32);
const IDS = [DIGITS, `0x${DIGITS}`, DIGITS.toUpperCase()];
const ETH = ASSETS.find(({ ticker, parent }) => ticker === 'ETH' && parent === null) ?? expect.fail('no ETH');
const never = { signal: new AbortController().signal, owner: 'one' };

type Answer = (id: string) => Promise<SeenTransaction>;

function setUp(answers: Partial<Record<NetworkId, Answer>>, limits: Partial<LookUpLimits> = {}) {
  const asked: string[] = [];
  let now = 0;
  const sources = new Map<NetworkId, TransferSource>(
    Object.entries(answers).map(([name, answer]) => {
      const network = name as NetworkId;
      const source = network === 'BTC' ? memoryCoinSource(network, []) : memoryAccountSource(network, []);
      const lookUp: TransferSource['lookUp'] = async (id, call) => {
        if (!call.spend()) throw new SourceError({ kind: 'cancelled', by: 'budget' });
        asked.push(`${network} ${id}`);
        return answer(id);
      };
      return [network, { ...source, lookUp }];
    }),
  );
  const sourceOf = (asset: Asset) => (asset.network === null ? null : (sources.get(asset.network) ?? null));
  const clock = { now: () => new Date(now) };
  const lookUps = buildLookUps(sourceOf, clock, { ...LOOK_UP_LIMITS, ...limits });
  return { asked, lookUps, passes: (ms: number) => (now += ms) };
}

const unknown: Answer = async (id) => ({ is: 'unknown', id, provider: 'test' });
const pending: Answer = async (id) => ({ is: 'pending', id, moves: [], provider: 'test' });
const failed: Answer = async (id) => ({ is: 'failed', id, block: 1, time: 1, provider: 'test' });
const silent: Answer = async () => {
  throw new SourceError({ kind: 'unavailable', provider: 'test', reason: 'no answer' });
};

describe('a look-up of a transaction', () => {
  it('asks for the spelling that its network uses, and not where the network has no such ids', async () => {
    const { asked, lookUps } = setUp({ ETH: failed });
    expect(await lookUps.lookUp(ETH, IDS, never)).toMatchObject({ is: 'failed', id: `0x${DIGITS}` });
    expect(await lookUps.lookUp(ETH, ['not-hex'], never)).toEqual({ is: 'not asked' });
    expect(asked).toEqual([`ETH 0x${DIGITS}`]);
  });

  it('asks once for those who ask at the same time, and again after a while, sooner where it may change', async () => {
    const { asked, lookUps, passes } = setUp({ ETH: failed, TRX: pending });
    await Promise.all([1, 2, 3].map(() => lookUps.locate(['ETH', 'TRX'], IDS, never)));
    expect(asked).toHaveLength(2);
    passes(LOOK_UP_LIMITS.changingMs + 1);
    await lookUps.locate(['ETH', 'TRX'], IDS, never);
    expect(asked.slice(2)).toEqual([`TRX ${DIGITS}`]);
    passes(LOOK_UP_LIMITS.keptMs + 1);
    await lookUps.locate(['ETH', 'TRX'], IDS, never);
    expect(asked).toHaveLength(5);
  });

  it('does not keep that nobody answered', async () => {
    const { asked, lookUps } = setUp({ ETH: silent });
    for (let n = 0; n < 2; n += 1) {
      expect(await lookUps.lookUp(ETH, IDS, never)).toMatchObject({
        is: 'unanswered',
        faults: [{ reason: 'no answer' }],
      });
    }
    expect(asked).toHaveLength(2);
  });

  it('asks no provider more often than its limit in a minute, whatever ids are sent', async () => {
    const { asked, lookUps, passes } = setUp({ ETH: unknown }, { perMinute: 20 });
    const sent = (from: number) =>
      Array.from({ length: 50 }, (_, at) => [`0x${(from + at).toString(16).padStart(64, '0')}`]);
    for (const ids of sent(0)) await lookUps.lookUp(ETH, ids, never);
    expect(asked).toHaveLength(20);
    const refused = await lookUps.lookUp(ETH, [`0x${'f'.repeat(64)}`], never);
    expect(refused).toMatchObject({ is: 'unanswered', faults: [{ kind: 'rate-limited', provider: 'this server' }] });
    passes(60_001);
    for (const ids of sent(1000)) await lookUps.lookUp(ETH, ids, never);
    expect(asked).toHaveLength(40);
  });

  it('leaves some of the minute to others, whatever one workspace sends, and is not refused to a check', async () => {
    const { asked, lookUps } = setUp({ ETH: unknown }, { perMinute: 30, perMinuteOfOwner: 20 });
    const idOf = (at: number) => [`0x${at.toString(16).padStart(64, '0')}`];
    for (let at = 0; at < 50; at += 1) await lookUps.lookUp(ETH, idOf(at), never);
    expect(asked).toHaveLength(20);
    expect(await lookUps.lookUp(ETH, idOf(100), { ...never, owner: 'other' })).toMatchObject({ is: 'unknown' });
    for (let at = 200; at < 250; at += 1) await lookUps.lookUp(ETH, idOf(at), { ...never, owner: 'other' });
    expect(asked).toHaveLength(30);
    expect(await lookUps.lookUp(ETH, idOf(300), { ...never, owner: null })).toMatchObject({ is: 'unknown' });
  });

  it('leaves some of the minute to checks, whatever pages ask for', async () => {
    const { asked, lookUps } = setUp({ ETH: unknown }, { perMinute: 30, perMinuteOfPages: 20 });
    const idOf = (at: number) => [`0x${at.toString(16).padStart(64, '0')}`];
    for (let at = 0; at < 50; at += 1) await lookUps.locate(['ETH'], idOf(at), { ...never, owner: `page ${at}` });
    expect(asked).toHaveLength(20);
    for (let at = 100; at < 150; at += 1) await lookUps.lookUp(ETH, idOf(at), { ...never, owner: 'buyer' });
    expect(asked).toHaveLength(30);
  });

  it('has no more of them at a time than its limit, and lets the others wait', async () => {
    let [running, most] = [0, 0];
    const slow: Answer = async (id) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 2));
      running -= 1;
      return unknown(id);
    };
    const { asked, lookUps } = setUp({ ETH: slow }, { atOnce: 3 });
    const answers = Array.from({ length: 10 }, (_, at) =>
      lookUps.lookUp(ETH, [`0x${at.toString(16).padStart(64, '0')}`], never),
    );
    expect((await Promise.all(answers)).every(({ is }) => is === 'unknown')).toBe(true);
    expect([asked.length, most]).toEqual([10, 3]);
  });
});

describe('a transaction whose network is not named', () => {
  it('is on the only network whose provider knows it', async () => {
    const { lookUps } = setUp({ BTC: unknown, TRX: failed, ETH: unknown });
    const found = await lookUps.locate(['BTC', 'TRX', 'ETH'], IDS, never);
    expect(found.known.map(({ network }) => network)).toEqual(['TRX']);
    expect([found.asked, found.unanswered]).toEqual([['BTC', 'TRX', 'ETH'], []]);
  });

  it('is on several where several know it, and those that did not answer are named', async () => {
    const { lookUps } = setUp({ ETH: failed, POLYGON: pending, BSC: silent, ARB: unknown });
    const found = await lookUps.locate(['ETH', 'POLYGON', 'BSC', 'ARB', 'OP'], IDS, never);
    expect(found.known.map(({ network }) => network)).toEqual(['ETH', 'POLYGON']);
    expect([found.asked, found.unanswered]).toEqual([['ETH', 'POLYGON', 'BSC', 'ARB'], ['BSC']]);
  });

  it('is asked for on no network that was not named', async () => {
    const { asked, lookUps } = setUp({ ETH: failed, TRX: failed });
    await lookUps.locate(['TRX'], IDS, never);
    expect(asked).toEqual([`TRX ${DIGITS}`]);
  });
});
