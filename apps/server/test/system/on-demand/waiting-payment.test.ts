import { isRecord, type RawTransfer } from '@assay/exposure';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { checkedBy } from '../../../src/app/composition/checks.ts';
import type { SeenTransaction } from '../../../src/modules/chains/sources/seen-transaction.ts';
import type { TransferSource } from '../../../src/modules/chains/sources/sources.ports.ts';
import { memoryAccountSource } from '../../../src/modules/chains/sources/test/memory-source.ts';
import { signedIn } from '../../../src/modules/checks/checks/test/check-fixture.ts';
import { type Installation, installation, onDemandScenario } from './on-demand-installation.ts';

const USDT_CONTRACT = '0xdac17f958d2ee523a2206206994597c13d831ec7';

const whole = onDemandScenario(21);
const transfers = whole.transfers.map((one, at): RawTransfer => {
  return { ...one, transactionId: `0x${(at + 1).toString(16).padStart(64, '0')}` };
});
const scenario = { ...whole, transfers };
const at = transfers.findLastIndex(
  (one) => isRecord(one) && one.to === scenario.subject && one.from.startsWith('0x') && !scenario.labels.has(one.from),
);
const deposit = transfers[at] ?? expect.fail('no deposit');
const { transactionId: transaction, from, to, amount } = deposit;

const open: Installation[] = [];
afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => {
  for (const one of open) await one.close();
});

/** A chain on which the deposit waits, until it is in a block. */
function chain() {
  const [before, after] = [transfers.slice(0, at), transfers.slice(0, at + 1)].map((held) =>
    memoryAccountSource('ETH', held, { contract: USDT_CONTRACT }),
  );
  if (before === undefined || after === undefined) throw new Error('there are two states');
  const moves = [{ contract: USDT_CONTRACT, from, to, amount }];
  const waiting: SeenTransaction = { is: 'pending', id: transaction, moves, provider: 'memory' };
  let now: TransferSource = { ...before, lookUp: async () => waiting };
  const source = new Proxy(before, { get: (_before, name) => Reflect.get(now, name) });
  return {
    source,
    say: (seen: SeenTransaction) => {
      now = { ...before, lookUp: async () => seen };
      later();
    },
    confirm: () => {
      now = after;
      later();
    },
  };
}

/** What changes soon is kept for some seconds. */
function later(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 90_000 });
}

async function start(source: TransferSource): Promise<Installation> {
  const one = await installation(scenario, source, (pool) => ({ payments: checkedBy('2', pool) }));
  open.push(one);
  return one;
}

async function check(one: Installation, direction: 'deposit' | 'withdrawal' = 'deposit', address = to) {
  const { app } = one;
  const answer = await app.inject({
    method: 'POST',
    url: '/api/monitor/check-transaction',
    headers: { ...signedIn(app), 'content-type': 'application/json' },
    payload: { transaction, ticker: 'USDT', parent: 'ETH', address, direction },
  });
  const body = answer.json();
  if (answer.statusCode !== 200) return { status: answer.statusCode, body, asset: null };
  const { text } = await get(one, `check/${body.data.asset.sub_id}`);
  return { status: 200, body, asset: JSON.parse(text).data.asset };
}

async function get({ app }: Installation, path: string) {
  const answer = await app.inject({ url: `/api/monitor/${path}`, headers: signedIn(app) });
  return { status: answer.statusCode, text: answer.body };
}

describe('a deposit that waits for a block', () => {
  it('has the stars of the same deposit as the last record, and says that it is not confirmed', async () => {
    const { source, confirm } = chain();
    const one = await start(source);
    const waiting = await check(one);
    expect(waiting.status, JSON.stringify(waiting.body)).toBe(200);
    expect(waiting.asset.payment).toMatchObject({ is_pending: true, block: null, transaction_id: transaction });
    confirm();
    const confirmed = await check(await start(source));
    expect(confirmed.asset.payment.is_pending).toBeUndefined();
    const starsOf = ({ riskscore, total, coverage, signals }: typeof waiting.asset) => ({
      ...{ riskscore, total, coverage, signals },
    });
    expect(waiting.asset.riskscore).toBeGreaterThan(0);
    expect(starsOf(waiting.asset)).toEqual(starsOf(confirmed.asset));
  });

  it('has no certificate, report or picture, for its owner neither, and is marked in the history', async () => {
    const one = await start(chain().source);
    const { asset } = await check(one);
    for (const path of [`check/${asset.sub_id}/certificate.json`, `pdf/${asset.sub_id}`]) {
      const { status, text } = await get(one, path);
      expect([status, text]).toEqual([404, expect.stringContaining('not confirmed yet')]);
    }
    expect((await get(one, `check/${asset.sub_id}/preview.png`)).status).toBe(404);
    const history = JSON.parse((await get(one, 'history/pagination')).text);
    expect(history.data.items[0].payment).toMatchObject({ transaction_id: transaction, is_pending: true });
    const found = await get(one, `history/pagination?search=${scenario.subject}`);
    expect(JSON.parse(found.text).data?.items[0].payment, found.text).toMatchObject({ is_pending: true });
    expect((await get(one, 'history/export')).text).toContain('deposit, not confirmed');
  });

  it('is free again once it is confirmed, with a certificate, and leaves the former result as it was', async () => {
    const { source, confirm } = chain();
    const one = await start(source);
    const waiting = await check(one);
    expect(waiting.body.data).toMatchObject({ charged: true, user: { checks: 9 } });
    confirm();
    const confirmed = await check(one);
    expect(confirmed.body.data).toMatchObject({ charged: false, user: { checks: 9 } });
    expect(confirmed.asset.payment).toMatchObject({ block: String(deposit.block) });
    expect((await get(one, `check/${confirmed.asset.sub_id}/certificate.json`)).status).toBe(200);
    expect((await get(one, `check/${waiting.asset.sub_id}/certificate.json`)).status).toBe(404);
  });

  it('is refused once it was replaced or dropped, and its former result stays without a certificate', async () => {
    const { source, say } = chain();
    const one = await start(source);
    const { asset } = await check(one);
    for (const [seen, text] of [
      [{ is: 'replaced', by: '0xcd' }, /took the place of this one/],
      [{ is: 'unknown' }, /does not know it/],
    ] as const) {
      say({ ...seen, id: transaction, provider: 'memory' } as SeenTransaction);
      const refused = await check(one);
      expect([refused.status, JSON.stringify(refused.body)]).toEqual([422, expect.stringMatching(text)]);
    }
    expect((await get(one, `check/${asset.sub_id}/certificate.json`)).status).toBe(404);
  });

  it('is not rated as a withdrawal, nor for an address that has no part in it', async () => {
    const one = await start(chain().source);
    const paid = await check(one, 'withdrawal', from);
    expect([paid.status, JSON.stringify(paid.body)]).toEqual([422, expect.stringContaining('not confirmed yet')]);
    const stranger = await check(one, 'deposit', `0x${'9'.repeat(40)}`);
    expect([stranger.status, JSON.stringify(stranger.body)]).toEqual([422, expect.stringMatching(/received no USDT/)]);
  });

  it('is shown with what it would move', async () => {
    const one = await start(chain().source);
    const { data } = JSON.parse((await get(one, `transaction?transaction=${transaction}`)).text);
    expect(data).toMatchObject({ is: 'moved', is_pending: true, block: null, network: 'ETH' });
    expect(data.moves).toMatchObject([{ from, to, amount: String(amount) }]);
  });
});
