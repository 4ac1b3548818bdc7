import type { CanonicalResult } from '@assay/certificate';
import { isRecord, type RawTransfer } from '@assay/exposure';
import { afterAll, describe, expect, it } from 'vitest';
import { checkedBy } from '../../../src/app/composition/checks.ts';
import { forgetNeighbourhoods } from '../../../src/modules/chains/index.ts';
import { type MemoryBehaviour, memoryAccountSource } from '../../../src/modules/chains/sources/test/memory-source.ts';
import { signedIn } from '../../../src/modules/checks/checks/test/check-fixture.ts';
import {
  computedAgain,
  type Installation,
  importScenarioLabels,
  importTransfersOnly,
  installation,
  onDemandScenario,
} from './on-demand-installation.ts';

/** Finality in seconds: a part of the read records is newer than it. */
const BEHAVIOUR: Partial<MemoryBehaviour> = {
  ...{ pageSize: 10, finality: 2_000, counts: true, contract: '0xdac17f958d2ee523a2206206994597c13d831ec7' },
};
const LATER = 60_000;

const whole = onDemandScenario(21);
const transfers = whole.transfers.map((one, at): RawTransfer => {
  return { ...one, transactionId: `0x${(at + 1).toString(16).padStart(64, '0')}` };
});
const scenario = { ...whole, transfers };
/** The chain at the time of the check. */
const early = { ...scenario, transfers: transfers.slice(0, Math.floor(transfers.length * 0.8)) };
const isOfStranger = (address: string) => address.startsWith('0x') && !scenario.labels.has(address);
const deposit = early.transfers.findLast(
  (one) => isRecord(one) && one.to === scenario.subject && isOfStranger(one.from),
);
const withdrawal = early.transfers.findLast(
  (one) => isRecord(one) && one.from === scenario.subject && isOfStranger(one.to),
);
const PAYMENTS = [
  ['deposit', deposit],
  ['withdrawal', withdrawal],
] as const;

const open: Installation[] = [];
afterAll(async () => {
  for (const one of open) await one.close();
});

async function start(isLive: boolean): Promise<Installation> {
  const source = isLive ? memoryAccountSource('ETH', early.transfers, BEHAVIOUR) : null;
  const one = await installation(scenario, source, (pool) => ({ payments: checkedBy('2', pool) }));
  open.push(one);
  return one;
}

/** A check of a payment that ends within its request, as its certificate states it. */
async function certified(
  { app }: Installation,
  transfer: RawTransfer | undefined,
  direction: 'deposit' | 'withdrawal',
): Promise<CanonicalResult> {
  const transaction = transfer?.transactionId ?? expect.fail('no such transfer');
  const answer = await app.inject({
    method: 'POST',
    url: '/api/monitor/check-transaction',
    headers: { ...signedIn(app), 'content-type': 'application/json' },
    payload: { transaction, ticker: 'USDT', parent: 'ETH', address: scenario.subject, direction },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  const url = `/api/monitor/check/${answer.json().data.asset.sub_id}/certificate.json`;
  const { statement }: { statement: { result: CanonicalResult } } = (await app.inject({ url })).json();
  return statement.result;
}

describe('the recomputation of the certificate of a payment of imported records', () => {
  it.each(PAYMENTS)('is equal to the last byte for a %s, also after later records', async (direction, transfer) => {
    const one = await start(false);
    await importTransfersOnly(one.database.pool, early);
    const stated = await certified(one, transfer, direction);
    expect(stated).toMatchObject({ records: { read: 'imported' }, payment: { direction } });
    expect(await computedAgain(one, stated)).toMatchObject({ outcome: 'equal', inputs: [], parts: [], leftOut: 0 });
    const later = transfers.slice(early.transfers.length);
    await importTransfersOnly(one.database.pool, { ...scenario, transfers: later });
    const left = await computedAgain(one, stated);
    expect(left).toMatchObject({ outcome: 'equal', inputs: [], parts: [] });
    expect(left.leftOut).toBeGreaterThan(0);
  });

  it('cannot be done on an installation without the transaction', async () => {
    const one = await start(false);
    await importTransfersOnly(one.database.pool, early);
    const stated = await certified(one, deposit, 'deposit');
    expect(await computedAgain(await start(false), stated)).toMatchObject({
      outcome: 'not_possible',
      inputs: [{ input: 'records', text: expect.stringContaining('have no such payment') }],
    });
  });
});

describe('the recomputation of the certificate of a payment that was read on demand', () => {
  it.each(PAYMENTS)('is equal for a %s, whatever was imported since, and asks nobody', async (direction, transfer) => {
    const one = await start(true);
    const stated = await certified(one, transfer, direction);
    expect(stated).toMatchObject({
      ...{ records: { read: 'on_demand' }, address: scenario.subject },
      payment: { transaction_id: transfer?.transactionId, direction, amount: String(transfer?.amount) },
    });
    expect(await computedAgain(one, stated)).toMatchObject({ outcome: 'equal', inputs: [], parts: [] });
    await importTransfersOnly(one.database.pool, scenario);
    expect(await computedAgain(one, stated)).toMatchObject({ outcome: 'equal', inputs: [], parts: [] });
  });

  it('names the label sets where labels differ', async () => {
    const one = await start(true);
    const stated = await certified(one, deposit, 'deposit');
    const other = { network: 'ETH', address: deposit?.from ?? '', entity: 'Somebody', category: 'sanctions' } as const;
    await importScenarioLabels(one.database.pool, { labels: [other] });
    const { outcome, inputs } = await computedAgain(one, stated);
    expect([outcome, inputs]).toEqual(['different', [{ input: 'labels', text: expect.stringContaining('test') }]]);
  });

  it('says which input is missing once what was read is deleted', async () => {
    const one = await start(true);
    const stated = await certified(one, deposit, 'deposit');
    const { pool } = one.database;
    expect(await forgetNeighbourhoods(pool, new Date(Date.now() + LATER))).toBeGreaterThan(0);
    const gone = { outcome: 'not_possible', result: null } as const;
    expect(await computedAgain(one, stated)).toMatchObject({
      ...gone,
      inputs: [{ input: 'records', text: expect.stringContaining('not kept any more') }],
    });
    await pool.query('DELETE FROM live_cuts WHERE sub_id = $1', [stated.sub_id]);
    expect(await computedAgain(one, stated)).toMatchObject({
      ...gone,
      inputs: [{ input: 'records', text: expect.stringContaining('not kept here') }],
    });
  });
});
