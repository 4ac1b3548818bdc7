import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/support/database.ts';
import { lockWaits } from '../../test/support/lock-waits.ts';
import { besideHolds } from '../modules/accounts/index.ts';
import { useAdmin } from './test/use-admin.ts';

const ANN = 'a'.repeat(32);
const COMPANY = 'c'.repeat(32);
const CHAT = 'b'.repeat(32);
const DAY_MS = 86_400_000;
const dayAhead = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const WHY = ['--by', 'Harju County Court, 2-26-1', '--reason', 'Order of preservation'];

describe('assay admin hold', () => {
  let database: TestDatabase;
  const admin = useAdmin(() => database.pool);
  const { out } = admin;
  const hold = (...args: string[]) => admin.run('hold', ...args);

  beforeAll(async () => {
    database = await testDatabase();
    await database.pool.query(
      `INSERT INTO users (sub, email, mailbox_key) VALUES ('${ANN}', 'ann@example.org', 'ann@example.org');
       INSERT INTO bot_accounts (telegram_id, sub, created_at) VALUES (77, '${CHAT}', now());
       WITH made AS (INSERT INTO workspaces (id, kind, name) VALUES ('${COMPANY}', 'company', 'Acme') RETURNING id)
       INSERT INTO workspace_members (workspace, sub, role) SELECT id, '${ANN}', 'owner' FROM made`,
    );
  });
  afterEach(() => database.pool.query('DELETE FROM legal_holds'));
  afterAll(() => database.drop());

  async function placed(account: string, until = dayAhead(30)): Promise<string> {
    expect(await hold('place', account, ...WHY, '--until', until), admin.err.join()).toBe(0);
    return /hold_[0-9a-f]{12}/.exec(out.at(-1) ?? '')?.[0] ?? '';
  }

  it('places a hold on a person, a company and a chat, and lists by whose order, why and until when', async () => {
    const until = dayAhead(30);
    for (const account of ['Ann@example.org', `workspace:${COMPANY}`, 'telegram:77']) await placed(account, until);
    out.splice(0);
    expect(await hold('list', '--json')).toBe(0);
    const facts = { placedBy: 'Harju County Court, 2-26-1', reason: 'Order of preservation', isActive: true };
    expect(JSON.parse(out.join())).toMatchObject([
      { ...facts, workspace: ANN, kind: 'person', name: 'ann@example.org' },
      { ...facts, workspace: COMPANY, kind: 'workspace', name: 'Acme' },
      { ...facts, workspace: CHAT, kind: 'chat', name: 'telegram:77' },
    ]);
    out.splice(0);
    expect(await hold('list')).toBe(0);
    expect(out.join()).toContain(until);
  });

  it('records both acts in the log of the service alone, and as security events', async () => {
    const id = await placed(`workspace:${COMPANY}`);
    expect(await hold('end', id, '--by', 'The court', '--reason', 'Case closed')).toBe(0);
    const { rows } = await database.pool.query(
      "SELECT chain, action, actor_kind FROM audit_entries WHERE action LIKE 'hold.%' ORDER BY seq DESC LIMIT 2",
    );
    expect(rows).toEqual([
      { chain: 'service', action: 'hold.end', actor_kind: 'operator' },
      { chain: 'service', action: 'hold.place', actor_kind: 'operator' },
    ]);
    const events = await admin.events();
    for (const action of ['hold.place', 'hold.end']) {
      expect(events).toContain(`"about":"account:${COMPANY}","action":"${action}","target":"${id}"`);
    }
  });

  it('refuses what names nobody, a day that is past, none or too far, and texts that say nothing', async () => {
    expect(await hold('place', 'nobody@example.org', ...WHY, '--until', dayAhead(1))).toBe(1);
    expect(await hold('place', 'telegram:78', ...WHY, '--until', dayAhead(1))).toBe(1);
    expect(await hold('place', `workspace:${ANN}`, ...WHY, '--until', dayAhead(1))).toBe(1);
    for (const until of [dayAhead(-1), dayAhead(3_652), '2027-02-30', 'tomorrow']) {
      expect(await hold('place', 'ann@example.org', ...WHY, '--until', until), until).toBe(2);
    }
    expect(
      await hold('place', 'ann@example.org', '--by', ' ', '--reason', 'a', '--until', dayAhead(1)),
      'by nobody',
    ).toBe(2);
    expect(await hold('list')).toBe(0);
    expect(out.at(-1)).toBe('No legal hold is in force.');
  });

  it('ends one hold and leaves another on the same data in force', async () => {
    const first = await placed('ann@example.org');
    const later = dayAhead(60);
    await placed('ann@example.org', later);
    expect(await hold('end', first, '--by', 'The court', '--reason', 'Case closed')).toBe(0);
    expect(out.at(-1)).toContain(`Another hold on the same data is in force until ${later}`);
    expect(await hold('end', first, '--by', 'The court', '--reason', 'Case closed')).toBe(1);
    out.splice(0);
    await hold('list', '--all', '--json');
    expect(JSON.parse(out.join())).toMatchObject([{ id: first, endedBy: 'The court', isActive: false }, {}]);
  });

  it('is the last day itself still in force, and over by itself after it', async () => {
    const id = await placed('ann@example.org', dayAhead(0));
    await database.pool.query(
      `UPDATE legal_holds SET placed_at = now() - interval '2 days', until = now() - interval '1 s'`,
    );
    expect(await hold('end', id, '--by', 'The court', '--reason', 'Case closed')).toBe(1);
    await hold('list');
    expect(out.at(-1)).toBe('No legal hold is in force.');
  });

  it('begins once a removal that runs is over, so that nothing is removed after the command has said so', async () => {
    const order: string[] = [];
    let isRemoving = (): void => undefined;
    const begun = new Promise<void>((resolve) => {
      isRemoving = resolve;
    });
    const removal = besideHolds(database.pool, async (tx) => {
      isRemoving();
      // Until the command waits for this transaction.
      while ((await lockWaits(tx)) === 0) await sleep(10);
      order.push('removed');
    });
    await begun;
    const placing = placed('ann@example.org').then(() => order.push('placed'));
    await Promise.all([removal, placing]);
    expect(order).toEqual(['removed', 'placed']);
  });

  it('keeps a held company, person and chat in the database, whatever statement deletes them', async () => {
    for (const account of ['ann@example.org', `workspace:${COMPANY}`, 'telegram:77']) await placed(account);
    for (const statement of ['DELETE FROM workspaces', 'DELETE FROM users', 'DELETE FROM bot_accounts']) {
      await expect(database.pool.query(statement), statement).rejects.toThrow(/legal hold/);
    }
  });
});
