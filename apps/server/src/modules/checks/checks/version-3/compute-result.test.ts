import { ResultOf3 } from '@assay/contracts';
import { type Asset, findAsset } from '@assay/domain';
import {
  type Label,
  PartialAccountStore,
  PartialCoinStore,
  type PartialHistory,
  type RawTransaction,
  type RawTransfer,
} from '@assay/exposure';
import { buildLabel } from '@assay/testkit';
import { describe, expect, it } from 'vitest';
import type { Gathering } from '../../../chains/index.ts';
import type { CheckSnapshot } from '../checks.ports.ts';
import { BTC_ADDRESS, fakeSnapshot } from '../test/check-fakes.ts';
import { computeResult } from './compute-result.ts';
import { USDT } from './test/result-facts.ts';

const SUBJECT = `0x${'1'.repeat(40)}`;
const THIEF = `0x${'2'.repeat(40)}`;
const NOW = new Date('2026-11-20T00:00:00Z');
const TIME = 1_790_000_000;

const asset = (ticker: string, parent: string | null): Asset => {
  const found = findAsset(ticker, parent);
  if (found === undefined) throw new Error(`the catalogue has no ${ticker}`);
  return found;
};
const BTC = asset('BTC', null);

const stolen = buildLabel({ category: 'stolen_coins', entity: 'A hack' });
const LABELS = new Map<string, readonly Label[]>([
  [THIEF, [stolen]],
  ['exchange', [buildLabel({ entity: 'Listed' })]],
]);

const transfer = (from: string, to: string, amount: bigint): RawTransfer => ({
  ...{ block: 1, transactionIndex: 0, transactionId: '0xa', kind: 'token', index: 0, ordinal: 0 },
  ...{ from, to, amount, time: TIME },
});

/** What was read on demand of the address. */
function gatheringOf(transfers: readonly RawTransfer[], change: Partial<PartialHistory> = {}): Gathering {
  const history: PartialHistory = {
    ...{ account: SUBJECT, transfers, from: null, until: null, opening: 0n, counterparties: null },
    ...{ isContract: false, isWhole: true, unread: { received: 0n, sent: 0n } },
    ...change,
  };
  const { unread } = history;
  const tip = { block: 5, time: TIME + 60, finalBlock: 5, finalTime: TIME + 60, provider: 'etherscan' };
  const cutAccount = {
    ...{ address: SUBJECT, from: history.from, until: TIME, opening: '0', counterparties: null },
    ...{ isContract: false, isWhole: true, unread: { received: `${unread.received}`, sent: `${unread.sent}` } },
  };
  return {
    kind: 'records',
    faults: [],
    live: {
      ...{ tip, records: transfers.length, calls: { made: 3, budget: 10 }, providers: ['etherscan'], gaps: [] },
      cut: {
        ...{ version: 2, network: 'ETH', ticker: 'USDT', subject: SUBJECT, tip, providers: ['etherscan'] },
        ...{ accounts: [cutAccount], contracts: [], coins: null, loose: '' },
      },
      histories: () => [history],
      open: (labelsOf) =>
        new PartialAccountStore({ network: 'ETH', subject: SUBJECT, histories: [history], labelsOf, derive: false }),
    },
  };
}

const snapshotWith = (change: Partial<CheckSnapshot> = {}): CheckSnapshot => ({
  ...fakeSnapshot,
  store: null,
  labelsOf: async (_network, addresses) => addresses.map((address) => LABELS.get(address) ?? []),
  ...change,
});

async function resultOf(
  of: { readonly asset?: Asset; readonly address?: string },
  gathering: Gathering | null = null,
  snapshot: CheckSnapshot = snapshotWith(),
) {
  const { computed, basis } = await computeResult(
    {
      withSnapshot: (_asset, work) => work(snapshot),
      reviewedList: async () => ({ version: 'list', has: (entity) => entity === 'Listed' }),
    },
    {
      ...{ asset: USDT, address: SUBJECT, ...of, now: NOW },
      ...{ signal: new AbortController().signal, onProgress: () => undefined },
    },
    { gathering },
  );
  const ids = { sub_id: 'a', created_at: NOW.toISOString() };
  return { result: ResultOf3.parse({ ...ids, ...computed }), basis };
}

describe('a check of an address by version 3', () => {
  it('counts what is bad of a chain that was read for it, and says how it was read', async () => {
    const { result, basis } = await resultOf({}, gatheringOf([transfer(THIEF, SUBJECT, 5_000_000_000n)]));
    expect(result).toMatchObject({
      ...{ riskscore: 1, confidence: 'high', history: 'whole', records_read: 'on_demand' },
      decided: { reason: 'warning', mixture: 'ever' },
      mixtures: [{ name: 'ever', usd: 5000 }, { name: 'now' }],
      prices_used: [
        { source: 'par', asset: 'USDT', day: '2026-09-21', price: 1 },
        { source: 'par', asset: 'USDT', day: '2026-11-20', price: 1 },
      ],
      reading: { providers: ['etherscan'] },
    });
    expect(basis.inputs).toMatch(/^[0-9a-f]{64}$/);
  });

  it('says too little could be read of what nothing bad is in, since no transaction was read whole', async () => {
    const { result } = await resultOf({}, gatheringOf([transfer('0xfriend', SUBJECT, 5_000_000_000n)]));
    expect(result).toMatchObject({ riskscore: 0, finding: 'too_little', no_answer: null, decided: null });
    expect(result.mixtures[0]).toMatchObject({ not_followed: 1, rows: [] });
  });

  it('takes what a provider counts beyond what was read as the base of all that came in', async () => {
    const unread = { received: 5_000_000_000n, sent: 5_000_000_000n };
    const older = gatheringOf([transfer(THIEF, SUBJECT, 5_000_000_000n)], { from: TIME - 5, opening: 0n, unread });
    const { result } = await resultOf({}, older);
    expect(result).toMatchObject({ history: 'sample', riskscore: 2, confidence: 'low' });
    const [ever] = result.mixtures;
    expect(ever?.received_in_all).toEqual({ amount: '10000000000', source: 'etherscan' });
    expect(ever?.not_followed).toBeCloseTo(0.5, 9);
  });

  it('does not rate an account network whose transfers were imported, as their flows are not stored', async () => {
    await expect(resultOf({}, null, snapshotWith({ store: fakeSnapshot.store }))).rejects.toThrow('flows of USDT');
  });

  it('rates coins as they are held', async () => {
    const paid = (id: string, from: RawTransaction['inputs'], owner: string): RawTransaction => ({
      ...{ transactionId: id, block: 1, transactionIndex: 0, time: TIME, coinbase: from.length === 0 },
      ...{ inputs: from, outputs: [{ index: 0, owner, amount: 100_000_000n }] },
    });
    const first = paid('f', [], 'exchange');
    const input = { transactionId: 'f', index: 0, owner: 'exchange', amount: 100_000_000n };
    const second = { ...paid('e', [input], BTC_ADDRESS), block: 2 };
    const store = new PartialCoinStore({
      ...{ network: 'BTC', subject: BTC_ADDRESS, own: ['e'], from: null, unread: { received: 0n, sent: 0n } },
      ...{ transactions: [first, second], spends: new Map([['e', [null]]]) },
      labelsOf: async (addresses) => addresses.map((address) => LABELS.get(address) ?? []),
    });
    const { result } = await resultOf({ asset: BTC, address: BTC_ADDRESS }, null, snapshotWith({ store }));
    expect(result).toMatchObject({ riskscore: 5, confidence: 'high', decided: { reason: 'explained' } });
    expect(result.prices).toMatchObject({ rule: 'none' });
  });

  it('says without stars why nothing could be asked, unless the address has a label of its own', async () => {
    const xmr = asset('XMR', null);
    const unfollowed = await resultOf({ asset: xmr, address: 'an address' });
    expect(unfollowed.result).toMatchObject({ riskscore: 0, finding: null, no_answer: 'not_traceable', history: null });
    const listed = await resultOf({ asset: xmr, address: THIEF });
    expect(listed.result).toMatchObject({ riskscore: 1, no_answer: null, decided: { reason: 'own_label' } });
    const unavailable = { kind: 'unavailable', provider: 'etherscan', reason: 'time-out' } as const;
    const failed = await resultOf({}, { kind: 'failed', faults: [unavailable] });
    expect(failed.result).toMatchObject({ no_answer: 'sources_failed', records_read: 'unanswered' });
    const burn = await resultOf({ address: `0x${'0'.repeat(40)}` });
    expect(burn.result).toMatchObject({ no_answer: 'burn_address', texts: { headline: 'A mint or burn address.' } });
    expect(burn.basis.inputs).toBeNull();
  });

  it('says that there are no records where imports hold none of the address', async () => {
    const { result } = await resultOf({});
    expect(result).toMatchObject({ riskscore: 0, finding: 'no_records', no_answer: null, mixtures: [] });
  });
});
