import { findAsset } from '@assay/domain';
import { type ExposureStore, type Label, parsePrice, type RawTransaction, type RawTransfer } from '@assay/exposure';
import { MemoryAccountStore, MemoryUtxoStore } from '@assay/exposure/reference';
import { describe, expect, it } from 'vitest';
import type { FreezeState } from '../../src/modules/chains/freezes/freezes.ports.ts';
import { buildFreezesService, describePrices, type IssuerFreezeSource } from '../../src/modules/chains/index.ts';
import type { UsedPrice } from '../../src/modules/chains/prices/price-days.ts';
import { computeCheck } from '../../src/modules/checks/checks/compute/compute-check.ts';
import { fakeSnapshot } from '../../src/modules/checks/checks/test/check-fixture.ts';
import type { CheckPrices } from '../../src/modules/checks/index.ts';
import { exposureEngine } from '../../src/modules/checks/outside/engine/exposure-engine.ts';

const NOW = new Date('2024-06-01T12:00:00Z');
const SUBJECT = `0x${'11'.repeat(20)}`;
const LISTED = `0x${'22'.repeat(20)}`;
const DAY_ONE = Date.UTC(2024, 0, 1, 10) / 1000;
const DAY_TWO = Date.UTC(2024, 0, 5, 23) / 1000;
const COIN = 10n ** 18n;

const SANCTIONED: Label = {
  entity: 'Listed person',
  category: 'sanctions',
  confidence: 100,
  source: 'test-list',
  sourceUrl: null,
  sourceDate: '2020-01-01',
  validFrom: null,
  validTo: null,
  origin: 'given',
};

function transfer(at: number, from: string, to: string, amount: bigint, time: number): RawTransfer {
  const transactionId = `0x${at.toString(16).padStart(64, '0')}`;
  return {
    block: at,
    transactionIndex: 0,
    transactionId,
    kind: 'native',
    index: 0,
    ordinal: 0,
    from,
    to,
    amount,
    time,
  };
}

/** Prices of the given days only. */
function pricesOf(days: Readonly<Record<string, string>>): CheckPrices {
  return {
    modeOf: async () => 'by_day',
    pricesOf: async ({ ticker }, asked) => {
      const known = asked.flatMap((day): [string, UsedPrice][] => {
        const usd = days[day];
        const price = usd === undefined ? null : parsePrice(usd);
        return usd === undefined || price === null ? [] : [[day, { price, usd, of: day, source: 'series' }]];
      });
      const byDay = new Map(known);
      return { byDay, facts: describePrices(ticker, asked, byDay, false) };
    },
  };
}

const issuerSays = (answer: () => Promise<FreezeState>): IssuerFreezeSource => ({
  canAsk: ({ ticker }) => ticker === 'USDT',
  stateOf: answer,
});

interface Given {
  readonly ticker: string;
  readonly parent: string | null;
  readonly store: ExposureStore | null;
  readonly address?: string;
  readonly prices?: CheckPrices;
  readonly issuer?: IssuerFreezeSource;
}

async function check({ ticker, parent, store, address = SUBJECT, prices, issuer }: Given) {
  const asset = findAsset(ticker, parent);
  if (asset === undefined) throw new Error(`${ticker} is no asset`);
  const freezes = buildFreezesService({ source: issuer ?? null, log: { warn: () => undefined } });
  const ports = {
    withSnapshot: <T>(_asset: unknown, work: (snapshot: typeof fakeSnapshot) => Promise<T>) =>
      work({ ...fakeSnapshot, store }),
    engine: exposureEngine,
    freezes,
    ...(prices === undefined ? {} : { prices }),
  };
  const { computed } = await computeCheck(ports, asset, address, NOW, new AbortController().signal, () => undefined);
  return computed;
}

describe('amounts of a check in US dollars', () => {
  /** 1 ETH on the first day from a listed address, 199 ETH on the second from an unlabelled one. */
  const ether = new MemoryAccountStore({
    network: 'ETH',
    transfers: [
      transfer(1, LISTED, SUBJECT, COIN, DAY_ONE),
      transfer(2, `0x${'33'.repeat(20)}`, SUBJECT, 199n * COIN, DAY_TWO),
      transfer(3, SUBJECT, `0x${'44'.repeat(20)}`, COIN / 2n, DAY_TWO),
    ],
    labels: new Map([[LISTED, [SANCTIONED]]]),
  });
  const given = { ticker: 'ETH', parent: null, store: ether };

  it('use the price of the day of each transfer, also for the rows and the thresholds', async () => {
    const prices = pricesOf({ '2024-01-01': '2200.50', '2024-01-05': '1000' });
    const result = await check({ ...given, prices });
    expect(result.evidence.incoming.usd).toBe(201_200.5);
    expect(result.evidence.outgoing.usd).toBe(500);
    expect(result.connections.incoming?.total_usd).toBe(201_200.5);
    // 0.5% alone would give 70; $1,006 is more than $1,000.
    expect(result.evidence.incoming.rows[0]).toMatchObject({ category: 'sanctions', share: 0.005, usd: 1006.0025 });
    expect(result.total).toBe(90);
    expect(result.prices).toMatchObject({ rule: 'daily', days: 2, missing_days: 0, sources: ['series'] });
    expect(result.prices?.text).toBe('In US dollars at the time of each transfer, by daily prices of ETH from series.');
  });

  it('are missing, never zero, where a day has no price; $1,000 is then never reached, and $10 from 0.1%', async () => {
    const result = await check({ ...given, prices: pricesOf({ '2024-01-01': '2200.50' }) });
    expect(result.evidence.incoming).toMatchObject({ usd: null });
    expect(result.evidence.outgoing).toMatchObject({ usd: null });
    expect(result.connections).toEqual({ incoming: null, outgoing: null });
    expect(result.evidence.incoming.rows[0]?.usd).toBeNull();
    expect(result.total).toBe(70);
    expect(result.prices).toMatchObject({ rule: 'daily', days: 2, missing_days: 1 });
  });

  it('are missing where no price is stored', async () => {
    const result = await check(given);
    expect(result.evidence.incoming.usd).toBeNull();
    expect(result.prices).toMatchObject({ rule: 'none', digest: null, days: 0 });
    expect(result.prices?.text).toContain('amounts are not given in US dollars');
  });

  it('of coins are those of net amounts, without change', async () => {
    const paid: RawTransaction = {
      transactionId: 'a'.repeat(64),
      block: 1,
      transactionIndex: 0,
      time: DAY_ONE,
      coinbase: true,
      inputs: [],
      outputs: [{ index: 0, owner: 'bc1qsubject', amount: 300_000_000n }],
    };
    const spent: RawTransaction = {
      transactionId: 'b'.repeat(64),
      block: 2,
      transactionIndex: 0,
      time: DAY_TWO,
      coinbase: false,
      inputs: [{ transactionId: paid.transactionId, index: 0, owner: 'bc1qsubject', amount: 300_000_000n }],
      outputs: [
        { index: 0, owner: 'bc1qother', amount: 100_000_000n },
        { index: 1, owner: 'bc1qsubject', amount: 200_000_000n },
      ],
    };
    const store = new MemoryUtxoStore({ network: 'BTC', transactions: [paid, spent] });
    const prices = pricesOf({ '2024-01-01': '40000', '2024-01-05': '44000' });
    const result = await check({ ticker: 'BTC', parent: null, store, address: 'bc1qsubject', prices });
    expect(result.evidence.incoming.usd).toBe(120_000);
    expect(result.evidence.outgoing.usd).toBe(44_000);
  });
});

describe('the freeze status that the issuer returns', () => {
  const SINCE = new Date('2024-04-23T10:00:00Z');
  const usdt = { ticker: 'USDT', parent: 'ETH', store: null };
  const source = 'the USDT contract on Ethereum';

  it('gives one star and a text with its date when the address is frozen, even with other labels and records', async () => {
    const issuer = issuerSays(async () => ({ isFrozen: true, since: SINCE, source }));
    const store = new MemoryAccountStore({
      network: 'ETH',
      transfers: [transfer(1, LISTED, SUBJECT, 50_000_000n, DAY_ONE)],
      labels: new Map([
        [LISTED, [{ ...SANCTIONED, category: 'exchange_licensed' }]],
        [SUBJECT, [{ ...SANCTIONED, category: 'exchange_licensed', entity: 'An exchange' }]],
      ]),
    });
    for (const given of [
      { ...usdt, issuer },
      { ...usdt, issuer, store },
    ]) {
      const result = await check(given);
      expect(result).toMatchObject({ riskscore: 1, total: 100, verdict: 'high', cause: { rule: 'identity' } });
      expect(result.labels[0]).toMatchObject({ category: 'issuer_frozen', entity: 'Frozen by Tether', source });
      expect(result.issuer_freeze).toEqual({
        status: 'frozen',
        issuer: 'Tether',
        since: SINCE.toISOString(),
        asked_at: NOW.toISOString(),
        source,
        text: 'Issuer frozen since 2024-04-23, 10:00 UTC: Tether took the power to move USDT from this address.',
      });
    }
  });

  it('is stated also where the date cannot be determined', async () => {
    const issuer = issuerSays(async () => ({ isFrozen: true, since: null, source }));
    const { issuer_freeze: freeze, riskscore } = await check({ ...usdt, issuer });
    expect(riskscore).toBe(1);
    expect(freeze).toMatchObject({ status: 'frozen', since: null });
    expect(freeze?.text).toContain('since when is not known');
  });

  it('is stated as not frozen, with the time of the request', async () => {
    const issuer = issuerSays(async () => ({ isFrozen: false, since: null, source }));
    const result = await check({ ...usdt, issuer });
    expect(result.riskscore).toBe(0);
    expect(result.issuer_freeze).toMatchObject({ status: 'not_frozen', asked_at: NOW.toISOString(), source });
    expect(result.issuer_freeze?.text).toBe(
      'Asked, not frozen: on 2024-06-01, 12:00 UTC this address was not on the list of Tether.',
    );
  });

  it('is stated as unknown where there is no response', async () => {
    const fails = issuerSays(() => Promise.reject(new Error('etherscan: status 500')));
    for (const given of [{ ...usdt, issuer: fails }, usdt]) {
      const { issuer_freeze: freeze } = await check(given);
      expect(freeze).toMatchObject({ status: 'not_asked', issuer: 'Tether', asked_at: null, source: null });
      expect(freeze?.text).toBe('Could not be asked: whether Tether froze this address is not known.');
    }
  });

  it('does not apply to an asset that has no known issuer who can freeze it', async () => {
    const coin = await check({ ticker: 'BTC', parent: null, store: null, address: 'bc1q' });
    expect(coin.issuer_freeze).toMatchObject({
      status: 'not_applicable',
      text: 'BTC has no issuer who could freeze it.',
    });
    const copy = await check({ ...usdt, parent: 'BSC' });
    expect(copy.issuer_freeze?.text).toBe('Nobody is known who could freeze USDT on BNB Smart Chain at an address.');
  });
});

describe('spam and poisoning', () => {
  const REAL = '0xabcd000000000000000000000000000000001234';
  const ALIKE = '0xabcd999999999999999999999999999999991234';
  const DUSTY = '0xabcd888888888888888888888888888888881234';
  const FAR = '0xabcd777777777777777777777777777777770000';
  const dollars = (amount: number) => BigInt(Math.round(amount * 1e6));
  const honest = [
    transfer(1, LISTED, SUBJECT, dollars(100), DAY_ONE),
    transfer(2, SUBJECT, REAL, dollars(60), DAY_TWO),
  ];
  const spam = [
    transfer(3, ALIKE, SUBJECT, 0n, DAY_TWO + 60),
    transfer(4, DUSTY, SUBJECT, dollars(0.001), DAY_TWO + 90),
    transfer(5, FAR, SUBJECT, 0n, DAY_TWO + 120),
    // The same attack in the other direction: an event in which the victim seems to pay.
    transfer(6, SUBJECT, ALIKE, 0n, DAY_TWO + 150),
  ];
  const labels = new Map([[LISTED, [{ ...SANCTIONED, category: 'exchange_licensed' as const }]]]);
  const storeOf = (transfers: readonly RawTransfer[]) => new MemoryAccountStore({ network: 'ETH', transfers, labels });
  const usdt = { ticker: 'USDT', parent: 'ETH' };

  it('are listed with the address they resemble, and do not change the stars or the verdict', async () => {
    const clean = await check({ ...usdt, store: storeOf(honest) });
    const poisoned = await check({ ...usdt, store: storeOf([...honest, ...spam]) });
    expect(poisoned.lookalikes).toEqual([
      { address: DUSTY, resembles: REAL },
      { address: ALIKE, resembles: REAL },
    ]);
    expect(poisoned.notes.map(({ kind }) => kind)).toContain('poisoning_target');
    expect(clean.lookalikes).toEqual([]);
    expect(clean.notes.map(({ kind }) => kind)).not.toContain('poisoning_target');
    // Transfers of zero are not records: they are not counted and have no weight. Dust is one record of $0.001.
    expect(poisoned.evidence.incoming.records).toBe(2);
    expect(poisoned.evidence.outgoing).toEqual(clean.evidence.outgoing);
    expect([poisoned.riskscore, poisoned.verdict]).toEqual([clean.riskscore, clean.verdict]);
  });

  it('of a sanctioned sender do not change the stars either', async () => {
    const dust = new MemoryAccountStore({
      network: 'ETH',
      transfers: [...honest, ...spam],
      labels: new Map([...labels, [DUSTY, [SANCTIONED]]]),
    });
    const result = await check({ ...usdt, store: dust });
    expect(result.riskscore).toBe(5);
    expect(result.evidence.incoming.rows.find(({ category }) => category === 'sanctions')?.too_small).toBe(true);
  });
});
