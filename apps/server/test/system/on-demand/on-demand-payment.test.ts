import { isRecord, type RawTransfer } from '@assay/exposure';
import { afterAll, describe, expect, it } from 'vitest';
import { checkedBy } from '../../../src/app/composition/checks.ts';
import type { SeenTransaction } from '../../../src/modules/chains/sources/seen-transaction.ts';
import type { SourceFault, TransferSource } from '../../../src/modules/chains/sources/sources.ports.ts';
import { memoryAccountSource } from '../../../src/modules/chains/sources/test/memory-source.ts';
import { signedIn } from '../../../src/modules/checks/checks/test/check-fixture.ts';
import { type Installation, importTransfersOnly, installation, onDemandScenario } from './on-demand-installation.ts';

const USDT_CONTRACT = '0xdac17f958d2ee523a2206206994597c13d831ec7';
const DEAD: SourceFault = { kind: 'unavailable', provider: 'memory', reason: 'it died' };

function scenarioOf(seed: number) {
  const scenario = onDemandScenario(seed);
  const transfers = scenario.transfers.map((one, at): RawTransfer => {
    return { ...one, transactionId: `0x${(at + 1).toString(16).padStart(64, '0')}` };
  });
  return { ...scenario, transfers };
}

const scenario = scenarioOf(21);
/** The last deposit of the subject from somebody without a label, and its last withdrawal. */
const deposit = scenario.transfers.findLast(
  (one) => isRecord(one) && one.to === scenario.subject && !scenario.labels.has(one.from) && one.from.startsWith('0x'),
);
const withdrawal = scenario.transfers.findLast((one) => isRecord(one) && one.from === scenario.subject);

const open: Installation[] = [];
afterAll(async () => {
  for (const one of open) await one.close();
});

async function start(source: TransferSource | null): Promise<Installation> {
  const one = await installation(scenario, source, (pool) => ({ payments: checkedBy('2', pool) }));
  open.push(one);
  return one;
}

const memory = (given: Parameters<typeof memoryAccountSource>[2] = {}) =>
  memoryAccountSource('ETH', scenario.transfers, { contract: USDT_CONTRACT, ...given });

function paymentOf(transfer: RawTransfer | undefined, direction: 'deposit' | 'withdrawal') {
  const transaction = transfer?.transactionId ?? expect.fail('no such transfer');
  return { transaction, ticker: 'USDT', parent: 'ETH', address: scenario.subject, direction };
}

async function post({ app }: Installation, body: object) {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/monitor/check-transaction',
    headers: { ...signedIn(app), 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });
  return { status: answer.statusCode, body: answer.json() };
}

/** The stored result of a check that ended within its request. */
async function resultOf({ checks }: Installation, { status, body }: Awaited<ReturnType<typeof post>>) {
  expect(status).toBe(200);
  const { result } = await checks.readCheck(body.data.asset.sub_id);
  return JSON.parse(result ?? '{}');
}

async function checksLeft({ app }: Installation): Promise<number> {
  const me = await app.inject({ url: '/api/auth/me', headers: signedIn(app) });
  return me.json().data.user?.checks ?? me.json().data.checks;
}

describe('a check of a payment nobody imported', () => {
  it.each([
    ['deposit', deposit],
    ['withdrawal', withdrawal],
  ] as const)(
    'finds the evidence of the same %s imported as a file, and says how it was read',
    async (kind, transfer) => {
      const live = await start(memory());
      const imported = await start(null);
      await importTransfersOnly(imported.database.pool, scenario);
      const [read, held] = [
        await post(live, paymentOf(transfer, kind)),
        await post(imported, paymentOf(transfer, kind)),
      ];
      const [ofChain, ofRecords] = [await resultOf(live, read), await resultOf(imported, held)];
      expect(ofChain.evidence).toEqual(ofRecords.evidence);
      expect(ofChain.payment).toEqual(ofRecords.payment);
      expect([ofChain.records_read, ofRecords.records_read]).toEqual(['on_demand', 'imported']);
      expect(ofChain.reading).toMatchObject({ providers: ['memory'], history_from: null });
      expect(ofChain.evidence[kind === 'deposit' ? 'outgoing' : 'incoming'].records).toBe(0);
    },
  );

  it('asks no provider where records are of it', async () => {
    const source = memory();
    const one = await start(source);
    await importTransfersOnly(one.database.pool, scenario);
    const result = await resultOf(one, await post(one, paymentOf(deposit, 'deposit')));
    expect(result.records_read).toBe('imported');
    expect(source.asked).toEqual([]);
  });

  it('looks the transaction up once for the answer and its check, and reads no neighbour twice', async () => {
    const source = memory();
    const one = await start(source);
    await post(one, paymentOf(deposit, 'deposit'));
    const questions = source.asked.map(({ method, what }) => `${method} ${what}`);
    expect(questions.filter((question) => question.startsWith('lookUp'))).toHaveLength(1);
    expect(questions.filter((question, at) => questions.indexOf(question) !== at)).toEqual([]);
  });

  it('costs a check where it is rated and nothing otherwise, whichever question a provider dies at', async () => {
    for (const dies of [0, 1, 2, 3, 5, 8, 13]) {
      const one = await start(memory({ faultAt: (call) => (call >= dies ? DEAD : null) }));
      const before = await checksLeft(one);
      const { status, body } = await post(one, paymentOf(deposit, 'deposit'));
      const stars = status === 200 ? body.data.asset.riskscore : 0;
      expect(before - (await checksLeft(one))).toBe(stars > 0 ? 1 : 0);
      if (dies === 0) {
        expect(status).toBe(422);
        expect(JSON.stringify(body)).toContain(
          'no provider gave an answer that can be used: Could not reach memory: it died',
        );
      }
    }
  }, 60_000);

  it.each<[SeenTransaction['is'], Partial<SeenTransaction>, RegExp]>([
    ['unknown', {}, /the provider memory does not know it: it was dropped, or never was on ETH/],
    ['failed', { block: 5, time: 1_600_000_000 }, /This transaction failed/],
    ['replaced', { by: '0xcd' }, /another transaction took the place of this one.* That is 0xcd: check it instead/],
    [
      'pending',
      { moves: [{ contract: USDT_CONTRACT, from: null, to: '0xbb', amount: 2_500_000n }] },
      /not confirmed yet. It would move 2.5 USDT to 0xbb. Before that, only a deposit is rated whose movement is known/,
    ],
  ])('is refused with what the provider says of it, and costs nothing, where it is %s', async (is, facts, text) => {
    const source = memory();
    const one = await start({
      ...source,
      lookUp: async (id) => ({ is, id, provider: 'memory', ...facts }) as SeenTransaction,
    });
    const before = await checksLeft(one);
    const { status, body } = await post(one, paymentOf(deposit, 'deposit'));
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringMatching(text)]);
    expect(await checksLeft(one)).toBe(before);
    expect(source.asked).toEqual([]);
  });

  it('is refused where the address has no part in it', async () => {
    const one = await start(memory());
    const stranger = { ...paymentOf(deposit, 'deposit'), address: `0x${'9'.repeat(40)}` };
    const { status, body } = await post(one, stranger);
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringMatching(/received no USDT/)]);
  });
});

describe('what a transaction moved that nobody imported', () => {
  const moves = async ({ app }: Installation, transaction: string, isSignedIn: boolean) => {
    const url = `/api/monitor/transaction?transaction=${encodeURIComponent(transaction)}`;
    const answer = await app.inject({ url, headers: isSignedIn ? signedIn(app) : {} });
    expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()]);
    return answer.json().data;
  };
  const { transactionId } = deposit ?? expect.fail('no deposit');

  it('is shown to people with an account, on the only network that has it', async () => {
    const one = await start(memory());
    const found = await moves(one, transactionId, true);
    expect(found).toMatchObject({
      is: 'moved',
      network: 'ETH',
      asset: { ticker: 'USDT' },
      transaction_id: transactionId,
    });
    expect(found.moves).toMatchObject([{ from: deposit?.from, to: deposit?.to, amount: String(deposit?.amount) }]);
  });

  it('is shown to visitors too, without labels', async () => {
    const source = memory();
    const found = await moves(await start(source), transactionId, false);
    expect(found).toMatchObject({ is: 'moved', has_labels: false });
    expect(source.asked.map(({ method }) => method)).toEqual(['lookUp']);
  });

  it('is refused with what the provider says where there is nothing to show', async () => {
    const one = await start(memory());
    const unknown = await moves(one, `https://etherscan.io/tx/0x${'999'.padStart(64, '0')}`, true);
    expect(unknown).toMatchObject({
      is: 'refused',
      reason: 'unknown',
      text: expect.stringMatching(/no provider of .*Ethereum.* knows it/),
    });
    const waiting: SeenTransaction = { is: 'pending', id: transactionId, moves: [], provider: 'memory' };
    const other = await start({ ...memory(), lookUp: async () => waiting });
    expect(await moves(other, transactionId, true)).toMatchObject({ is: 'refused', reason: 'unconfirmed' });
    const silent = await start(memory({ faultAt: () => DEAD }));
    expect(await moves(silent, transactionId, true)).toMatchObject({ is: 'refused', reason: 'unanswered' });
  });
});
