import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RawTransaction, RawTransfer } from '@assay/exposure';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/support/database.ts';
import { assetOf, OPERATOR } from '../../modules/checks/index.ts';
import { importLabels } from '../../modules/labels/index.ts';
import { appendCoins, appendTransfers, ensureLedger } from '../../modules/records/index.ts';
import { inTransaction, type Pool } from '../../platform/db/index.ts';
import { type CheckFeatures, wireChecks } from './checks.ts';

/** On OFAC's list (Tornado Cash operator's, as published). */
const SANCTIONED = '0x01e2919679362dfbc9ee1644ba9c6da6d6245bb1';
const EXCHANGE = '0x28c6c06298d514db089934071355e5743bf21d60';
const CUSTOMER = `0x${'11'.repeat(20)}`;
const BETWEEN = `0x${'22'.repeat(20)}`;
const COIN_SUBJECT = '12c6DSiU4Rq3P4ZxziKxzrL5LmMBrzjrJX';
const COIN_EXCHANGE = '1HLoD9E4SDFFPDiYfNYnkBLQ85Y51J3Zb1';

const LABELS = [
  ['ETH', SANCTIONED, 'Listed address', 'sanctions', 100, 'ofac-sdn'],
  ['ETH', EXCHANGE, 'Example Exchange', 'exchange_licence_unknown', 70, 'test'],
  ['BTC', COIN_EXCHANGE, 'Example Exchange', 'exchange_licensed', 70, 'test'],
].map(([network, address, entity, category, confidence, source]) =>
  JSON.stringify({ network, address, entity, category, confidence, source, source_date: '2024-01-01' }),
);

function usdt(from: string, to: string, dollars: number, day: number): RawTransfer {
  return {
    block: 19_000_000 + day,
    transactionIndex: 0,
    transactionId: `0x${day.toString(16).padStart(64, '0')}`,
    kind: 'token',
    index: 0,
    ordinal: 0,
    from,
    to,
    amount: BigInt(dollars) * 1_000_000n,
    time: 1_704_067_200 + day * 86_400,
  };
}

const TRANSFERS = [
  usdt('issuer', SANCTIONED, 500, 0),
  usdt('issuer', EXCHANGE, 1_000_000, 0.5),
  usdt(EXCHANGE, CUSTOMER, 19_960, 1),
  usdt(SANCTIONED, BETWEEN, 40, 2),
  usdt(BETWEEN, CUSTOMER, 40, 3),
  usdt(CUSTOMER, EXCHANGE, 10_000, 4),
].map((transfer, at) => ({ ...transfer, block: 19_000_000 + at, time: Math.floor(transfer.time) }));

const COINS: readonly RawTransaction[] = [
  {
    transactionId: 'a'.repeat(64),
    block: 800_000,
    transactionIndex: 1,
    time: 1_690_000_000,
    coinbase: false,
    inputs: [{ transactionId: '9'.repeat(64), index: 0, owner: COIN_EXCHANGE, amount: 60_000n }],
    outputs: [
      { index: 0, owner: COIN_SUBJECT, amount: 50_000n },
      { index: 1, owner: COIN_EXCHANGE, amount: 9_000n },
    ],
  },
];

describe('a check over a real database', () => {
  const databases: TestDatabase[] = [];
  let folder: string;
  let features: CheckFeatures;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'assay-wiring-'));
    features = await installation(LABELS, TRANSFERS);
  });
  afterAll(async () => {
    for (const database of databases) await database.drop();
    await rm(folder, { recursive: true });
  });

  async function installation(labels: readonly string[], transfers: readonly RawTransfer[]): Promise<CheckFeatures> {
    const database = await testDatabase();
    databases.push(database);
    await importAll(database.pool, labels, transfers);
    const failed = (_fault: object, message: string) => expect.fail(message);
    return wireChecks(database.pool, { warn: failed, error: failed }, { clock: { now: () => new Date('2026-01-01') } });
  }

  async function importAll(pool: Pool, labels: readonly string[], transfers: readonly RawTransfer[]) {
    const file = path.join(folder, `labels-${databases.length}.jsonl`);
    await writeFile(file, `${labels.join('\n')}\n`);
    await importLabels(pool, { format: 'jsonl', locations: [file], setName: 'test', origin: 'import' });
    const ledger = await ensureLedger(pool, 'ETH', 'USDT');
    for (const transfer of transfers) {
      await inTransaction(pool, (client) => appendTransfers(client, ledger, { add: [transfer] }));
    }
    const coins = await ensureLedger(pool, 'BTC', 'BTC');
    await inTransaction(pool, (client) => appendCoins(client, coins, COINS));
  }

  const usdtCheck = (address: string) => ({ address, ticker: 'USDT', parent: 'ETH' });

  it('gives a customer of a labelled exchange with a trace of sanctioned money its stars with evidence', async () => {
    const asset = assetOf(await features.checks.runCheck(OPERATOR, usdtCheck(CUSTOMER)));
    expect(asset.evidence.incoming).toMatchObject({ records: 2, amount: '20000000000', usd: 20_000 });
    const [first, second] = asset.evidence.incoming.rows;
    expect(first).toMatchObject({ category: 'sanctions', layer: 'indirect', hops: 2, usd: 40, share: 0.002 });
    expect(first?.paths[0]?.steps.map(({ transaction_id }) => transaction_id)).toEqual([
      TRANSFERS[3]?.transactionId,
      TRANSFERS[4]?.transactionId,
    ]);
    expect(second).toMatchObject({ category: 'exchange_licence_unknown', layer: 'direct', hops: 1, usd: 19_960 });
    expect(asset.riskscore).toBe(4);
    expect(asset.connections.incoming?.total_usd).toBe(20_000);
    expect(asset.tip).toMatchObject({ block: '19000005' });
    const shares = Object.values(asset.signals.bwd).reduce((sum, share) => sum + share, 0);
    expect(shares).toBeCloseTo(1, 9);
  });

  it('gives an address on a sanctions list one star, with and without records of the asset', async () => {
    for (const request of [usdtCheck(SANCTIONED), { address: SANCTIONED, ticker: 'ETH', parent: null }]) {
      const asset = assetOf(await features.checks.runCheck(OPERATOR, request));
      expect(asset).toMatchObject({ riskscore: 1, total: 100, cause: { rule: 'identity' } });
      expect(asset.labels[0]).toMatchObject({ category: 'sanctions', source: 'ofac-sdn', origin: 'given' });
    }
  });

  it('follows coins on a UTXO network', async () => {
    const request = { address: COIN_SUBJECT, ticker: 'BTC', parent: null };
    const asset = assetOf(await features.checks.runCheck(OPERATOR, request));
    expect(asset.riskscore).toBe(5);
    expect(asset.signals.bwd).toEqual({ exchange_licensed: 1 });
    expect(asset.connections.incoming).toBeNull();
    expect(asset.evidence.outgoing.records).toBe(0);
    expect(asset.signals.fwd).toEqual({});
  });

  it('suggests the assets it has records or labels of first', async () => {
    const ofCustomer = await features.suggestions.suggest(CUSTOMER.toUpperCase().replace('0X', '0x'), 50);
    expect(ofCustomer.filter(({ known }) => known)).toEqual([ofCustomer[0]]);
    expect(ofCustomer[0]).toMatchObject({ ticker: 'USDT', parent: 'ETH', known: true });
    const labelled = (await features.suggestions.suggest(SANCTIONED, 50)).filter(({ known }) => known);
    expect(labelled.every(({ ticker, parent }) => parent === 'ETH' || (ticker === 'ETH' && parent === null))).toBe(
      true,
    );
    expect(labelled.length).toBeGreaterThan(3);
  });

  it('makes the same bytes wherever the same records and labels are held, whatever order they came in', async () => {
    const other = await installation(LABELS.toReversed(), TRANSFERS.toReversed());
    for (const request of [
      usdtCheck(CUSTOMER),
      usdtCheck(SANCTIONED),
      { address: COIN_SUBJECT, ticker: 'BTC', parent: null },
      { address: CUSTOMER, ticker: 'ETH', parent: null },
    ]) {
      const here = await features.checks.runCheck(OPERATOR, request);
      const there = await other.checks.runCheck(OPERATOR, request);
      expect(there.result).toBe(here.result);
    }
  });

  it('says what the installation holds', async () => {
    const coverage = await features.coverage();
    expect(coverage).toHaveLength(3);
    expect(coverage.join(' ')).toContain('6 transfers of USDT on Ethereum');
    expect(coverage[0]).toMatch(/^This installation holds \d+ labels from one published list\.$/);
  });
});
