import {
  EXPANSION_PARTIES,
  EXPANSIONS_PER_DAY,
  ExplorerGraph,
  MOST_EXPANSIONS,
  MOST_NOTES,
  OwnExplorer,
} from '@assay/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { BTC_CHECK, NA_CHECK, TRON_ADDRESS } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { appendTransfers, ensureLedger } from '../../src/modules/records/index.ts';
import { inTransaction } from '../../src/platform/db/index.ts';
import { useAuthApp, type Visitor } from '../support/auth-app.ts';

const USDT = { address: TRON_ADDRESS, ticker: 'USDT', parent: 'TRX', subticker: null, name: 'Tether' };
const BEFORE = 1_700_000_000;
const PAYERS = EXPANSION_PARTIES + 3;

describe('the explorer of a result', () => {
  const test = useAuthApp();

  beforeAll(async () => {
    const move = (from: string, to: string, amount: bigint, index: number) => ({
      ...({
        block: BEFORE,
        transactionIndex: 0,
        transactionId: `t${index}`,
        kind: 'token',
        index,
        ordinal: 0,
      } as const),
      ...{ from, to, amount, time: BEFORE + index },
    });
    const ledger = await ensureLedger(test.pool, 'TRX', 'USDT');
    const payers = Array.from({ length: PAYERS }, (_, at) => move(`payer${at}`, TRON_ADDRESS, BigInt(at + 1), at));
    const add = [...payers, move('payer0', TRON_ADDRESS, 100n, 50), move(TRON_ADDRESS, 'payee', 7n, 51)];
    await inTransaction(test.pool, (client) => appendTransfers(client, ledger, { add }));
  });

  async function checkOf(visitor: Visitor, body: object = USDT): Promise<string> {
    const { data, status } = await visitor.post('/api/monitor/check', body);
    expect(status).toBe(200);
    return (data['asset'] as { sub_id: string }).sub_id;
  }

  const own = (visitor: Visitor, subId: string) => visitor.get(`/api/monitor/check/${subId}/explorer`);
  const graph = (visitor: Visitor, subId: string) => visitor.get(`/api/monitor/check/${subId}/graph`);
  const expand = (visitor: Visitor, subId: string, more: object = {}) =>
    visitor.post(`/api/monitor/check/${subId}/explorer/expansions`, {
      ...{ address: TRON_ADDRESS, ticker: 'USDT', parent: 'TRX' },
      ...more,
    });
  const note = (visitor: Visitor, subId: string, text: string) =>
    visitor.put(`/api/monitor/check/${subId}/explorer/notes`, { node: TRON_ADDRESS, text });

  it('shows the stored evidence to everyone who may open the check, and to nobody else', async () => {
    const owner = await test.signedIn('graph@example.com');
    const subId = await checkOf(owner, BTC_CHECK);
    const mine = await graph(owner, subId);
    expect(ExplorerGraph.parse(mine.data).nodes.length).toBeGreaterThan(0);
    expect((await graph(test.browser(), subId)).data).toEqual(mine.data);
    await owner.delete(`/api/monitor/check/${subId}/share`);
    expect((await graph(test.browser(), subId)).status).toBe(404);
    expect((await graph(owner, subId)).status).toBe(200);
    expect((await graph(owner, 'no-check')).status).toBe(404);
  });

  it('expands an address into its largest counterparties, one node for the others, and its transactions', async () => {
    const owner = await test.signedIn('expands@example.com');
    const subId = await checkOf(owner);
    const { data, status } = await expand(owner, subId);
    expect(status).toBe(200);
    expect(data).toMatchObject({ status: 'done', expansions_left: EXPANSIONS_PER_DAY - 1 });
    const { expansions } = OwnExplorer.parse((await own(owner, subId)).data);
    const [{ nodes, edges } = { nodes: [], edges: [] }] = expansions;
    const into = edges.filter(({ to, basis }) => to === TRON_ADDRESS && basis === 'records');
    expect(into).toHaveLength(EXPANSION_PARTIES);
    expect(into[0]).toMatchObject({ from: 'payer0', amount: '101', transfers: 2 });
    expect(nodes).toContainEqual(
      expect.objectContaining({ kind: 'not_followed', reason: 'not_shown', direction: 'incoming', others: 3 }),
    );
    const listed = await owner.get(
      `/api/monitor/check/${subId}/explorer/transfers?from=payer0&to=${TRON_ADDRESS}&ticker=USDT&parent=TRX`,
    );
    expect(listed.data).toMatchObject({ transactions: [{ amount: '100' }, { amount: '1' }], has_more: false });
  });

  it('counts an expansion once, and none for an address that no record names', async () => {
    const owner = await test.signedIn('counts@example.com');
    const subId = await checkOf(owner);
    await expand(owner, subId);
    expect((await expand(owner, subId)).data).toMatchObject({ expansions_left: EXPANSIONS_PER_DAY - 1 });
    expect((await expand(owner, subId, { address: 'nobody' })).data).toEqual({ status: 'no_records' });
    expect((await own(owner, subId)).data).toMatchObject({ expansions_left: EXPANSIONS_PER_DAY - 1 });
    expect((await expand(owner, subId, { ticker: 'NOPE' })).errorName).toBe('UnknownAsset');
  });

  it('has a budget a check and day, which requests at once cannot pass', async () => {
    const owner = await test.signedIn('budget@example.com');
    const subId = await checkOf(owner);
    await test.pool.query(
      `INSERT INTO explorer_budgets (sub_id, workspace, day, used)
       SELECT sub_id, owner, $2::date, $3 FROM checks WHERE sub_id = $1`,
      [subId, test.now().toISOString().slice(0, 10), EXPANSIONS_PER_DAY - 1],
    );
    const tried = await Promise.all(['payer1', 'payer2', 'payer3'].map((address) => expand(owner, subId, { address })));
    const statuses = tried.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([200, 429, 429]);
    expect((await own(owner, subId)).data).toMatchObject({ expansions_left: 0 });
    expect((await expand(owner, subId)).error['message']).toContain('after midnight UTC');
  });

  it('counts an expansion that is begun, once, although no request waits for its end', async () => {
    const first = await test.signedIn('first@example.com');
    await expand(first, await checkOf(first), { address: 'payer5' });
    const owner = await test.signedIn('begins@example.com');
    const subId = await checkOf(owner);
    const list = `(SELECT l.id FROM counterparty_lists l JOIN accounts a ON a.ledger_id = l.ledger_id AND a.id = l.account_id
                    WHERE a.address = $1)`;
    const client = await test.pool.connect();
    try {
      // A list that another request works on.
      await client.query('BEGIN');
      await client.query(`UPDATE counterparty_lists SET stage = 'naming' WHERE id = ${list}`, ['payer5']);
      await client.query('COMMIT');
      await client.query('BEGIN');
      await client.query(`SELECT FROM counterparty_lists WHERE id = ${list} FOR UPDATE`, ['payer5']);
      for (let asked = 0; asked < 2; asked += 1) {
        expect((await expand(owner, subId, { address: 'payer5' })).data).toMatchObject({ status: 'building' });
        expect((await own(owner, subId)).data).toMatchObject({
          expansions: [],
          expansions_left: EXPANSIONS_PER_DAY - 1,
        });
      }
      await client.query('COMMIT');
      expect((await expand(owner, subId, { address: 'payer5' })).data).toMatchObject({
        status: 'done',
        expansions_left: EXPANSIONS_PER_DAY - 1,
      });
    } finally {
      client.release(true);
    }
  });

  it('holds as many notes and expansions of a check as a page can show', async () => {
    const owner = await test.signedIn('many@example.com');
    const subId = await checkOf(owner);
    await test.pool.query(
      `INSERT INTO explorer_notes (sub_id, workspace, node, note, written_at)
       SELECT sub_id, owner, 'node' || n, 'a', now() FROM checks, generate_series(1, $2) AS n WHERE sub_id = $1`,
      [subId, MOST_NOTES],
    );
    await test.pool.query(
      `INSERT INTO explorer_expansions (sub_id, workspace, address, ticker, parent, found, expanded_at)
       SELECT sub_id, owner, 'address' || n, 'USDT', 'TRX', '', now() FROM checks, generate_series(1, $2) AS n
        WHERE sub_id = $1`,
      [subId, MOST_EXPANSIONS],
    );
    expect((await note(owner, subId, 'One more')).error['fields']).toMatchObject([{ field: 'node' }]);
    const changed = await owner.put(`/api/monitor/check/${subId}/explorer/notes`, { node: 'node1', text: 'b' });
    expect(changed.status).toBe(200);
    await owner.put(`/api/monitor/check/${subId}/explorer/notes`, { node: 'node1', text: '' });
    expect((await note(owner, subId, 'One more')).status).toBe(200);
    expect((await expand(owner, subId)).error['fields']).toMatchObject([{ field: 'address' }]);
  });

  it('keeps notes and the saved state with the check, for its workspace alone', async () => {
    const owner = await test.signedIn('notes@example.com');
    const subId = await checkOf(owner);
    expect((await note(owner, subId, 'Named in the order.')).data).toMatchObject({
      notes: [{ node: TRON_ADDRESS, text: 'Named in the order.' }],
    });
    const saved = await owner.put(`/api/monitor/check/${subId}/explorer/view`, { view: 'show=list' });
    expect(saved.data).toMatchObject({ view: 'show=list', may_change: true });

    const visitor = test.browser();
    const other = await test.signedIn('other@example.com');
    expect((await own(visitor, subId)).errorName).toBe('Unauthorized');
    for (const answer of [
      await own(other, subId),
      await expand(other, subId),
      await note(other, subId, 'Mine'),
      await other.put(`/api/monitor/check/${subId}/explorer/view`, { view: '' }),
    ]) {
      expect(answer.errorName).toBe('NotFound');
    }
    const shown = await Promise.all(
      ['', '/graph', '/certificate.json', '/share'].map((part) => visitor.get(`/api/monitor/check/${subId}${part}`)),
    );
    for (const { status, text } of shown) {
      expect(status).toBe(200);
      expect(text).not.toContain('Named in the order');
    }
    expect((await note(owner, subId, '')).data).toMatchObject({ notes: [] });
  });

  it('goes into the export of the account, and away with the account while the shared result stays', async () => {
    const email = 'leaves@example.com';
    const owner = await test.signedIn(email);
    const subId = await checkOf(owner);
    await note(owner, subId, 'Ask the exchange.');
    await expand(owner, subId);
    expect((await owner.get('/api/account/data')).text).toContain('Ask the exchange.');
    expect((await owner.post('/api/account/delete', { email })).status).toBe(200);
    const left = await test.pool.query(
      `SELECT sub_id FROM explorer_notes WHERE sub_id = $1 UNION ALL
       SELECT sub_id FROM explorer_expansions WHERE sub_id = $1 UNION ALL
       SELECT sub_id FROM explorer_budgets WHERE sub_id = $1`,
      [subId],
    );
    expect(left.rows).toEqual([]);
    expect((await graph(test.browser(), subId)).status).toBe(200);
  });

  it('is empty but for the subject where a result is not rated', async () => {
    const owner = await test.signedIn('empty@example.com');
    const { nodes } = ExplorerGraph.parse((await graph(owner, await checkOf(owner, NA_CHECK))).data);
    expect(nodes.map(({ kind }) => kind)).toEqual(['address']);
  });
});
