import { beforeAll, describe, expect, it } from 'vitest';
import { recordAudit } from '../../src/platform/audit/index.ts';
import { inTransaction } from '../../src/platform/db/index.ts';
import { useAuthApp, type Visitor } from '../support/auth-app.ts';

interface Entry {
  readonly number: number;
  readonly action: string;
  readonly [field: string]: unknown;
}

describe('the audit log over HTTP', () => {
  const app = useAuthApp({ adminEmails: ['admin@example.org'] });
  let ann: Visitor;
  let sub = '';

  beforeAll(async () => {
    ann = await app.signedIn('ann@example.org');
    const { rows } = await app.pool.query<{ sub: string }>(`SELECT sub FROM users WHERE email = 'ann@example.org'`);
    sub = rows[0]?.sub ?? '';
  });

  const read = async (who: Visitor, path: string) => {
    const answer = await who.get(path);
    expect(answer.status).toBe(200);
    return { entries: answer.data['entries'] as Entry[], next: answer.data['next'] };
  };
  const actions = async (query: string) =>
    (await read(ann, `/api/audit/log${query}`)).entries.map(({ action }) => action);

  it('shows who did what, when, from where and on what, the newest first', async () => {
    const { entries, next } = await read(ann, '/api/audit/log');
    expect(next).toBeNull();
    expect(entries.map(({ number, action }) => [number, action])).toEqual([
      [2, 'session.start'],
      [1, 'account.create'],
    ]);
    expect(entries[0]).toEqual({
      number: 2,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      action: 'session.start',
      title: 'Signed in',
      actor: { kind: 'person', id: sub, email: 'ann@example.org', name: null },
      target: { kind: 'session', id: expect.stringMatching(/^[0-9a-f]{32}$/) },
      ip: '127.0.0.1',
      device: 'Firefox on Linux',
      text: null,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('finds by action, actor, target and day', async () => {
    const target = (await read(ann, '/api/audit/log')).entries[0]?.['target'] as { id: string };
    const today = new Date().toISOString().slice(0, 10);
    expect(await actions('?action=account.create')).toEqual(['account.create']);
    expect(await actions('?actor=Ann@Example.org&action=')).toHaveLength(2);
    expect(await actions(`?actor=${sub}`)).toHaveLength(2);
    expect(await actions('?actor=operator')).toEqual([]);
    expect(await actions('?actor=bob@example.org')).toEqual([]);
    expect(await actions(`?target=${target.id}`)).toEqual(['session.start']);
    expect(await actions('?target=%00')).toEqual([]);
    expect(await actions(`?from=${today}&to=${today}`)).toHaveLength(2);
    expect(await actions('?to=2020-01-01')).toEqual([]);
    expect((await ann.get('/api/audit/log?action=nothing')).status).toBe(400);
    expect((await ann.get('/api/audit/log?from=yesterday')).status).toBe(400);
  });

  it('shows 50 entries a page, without a gap between pages', async () => {
    const text = '=cmd|"/c calc"!A1';
    await inTransaction(app.pool, async (tx) => {
      for (let count = 0; count < 60; count += 1) {
        await recordAudit(tx, {
          workspace: sub,
          actor: { kind: 'operator' },
          action: 'account.credit',
          target: { kind: 'person', id: sub },
          from: null,
          text,
        });
      }
    });
    const first = await read(ann, '/api/audit/log');
    expect(first.entries).toHaveLength(50);
    const second = await read(ann, `/api/audit/log?before=${String(first.next)}`);
    expect(second.next).toBeNull();
    expect([...first.entries, ...second.entries].map(({ number }) => number)).toEqual(
      Array.from({ length: 62 }, (_, index) => 62 - index),
    );
  });

  it('exports as CSV in which no text is a formula, and as JSON Lines, and records both', async () => {
    const csv = await ann.get('/api/audit/export');
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv.headers['content-disposition']).toMatch(/^attachment; filename="audit-log-\d{4}-\d\d-\d\d\.csv"$/);
    const lines = csv.text.trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^number,time_utc,action,/);
    expect(lines).toHaveLength(64);
    expect(lines[1]).toContain('audit.export');
    expect(lines[2]).toContain(`"'=cmd|""/c calc""!A1"`);
    const jsonl = await ann.get('/api/audit/export?format=jsonl&action=audit.export');
    expect(
      jsonl.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).action),
    ).toEqual(['audit.export', 'audit.export']);
  });

  it('shows nothing of another workspace', async () => {
    const bob = await app.signedIn('bob@example.org');
    const { entries } = await read(bob, '/api/audit/log');
    expect(entries.map(({ action }) => action)).toEqual(['session.start', 'account.create']);
    expect(JSON.stringify(entries)).not.toContain('ann@example.org');
    expect((await read(bob, `/api/audit/log?actor=${sub}`)).entries).toEqual([]);
  });

  it('shows the log of the service to administrators only', async () => {
    const code = { code: 'AUDIT1', social: 'x', free_checks: 1, total_usages: 1, expired_at: null };
    for (const path of ['/api/audit/service/log', '/api/audit/service/export']) {
      expect((await ann.get(path)).errorName).toBe('AdminOnly');
      expect((await app.client().get(path)).errorName).toBe('Unauthorized');
    }
    const admin = await app.signedIn('admin@example.org');
    const made = await admin.post('/api/promocode', code);
    if (made.status === 200) {
      const { entries } = await read(admin, '/api/audit/service/log?actor=admin@example.org');
      expect(entries.map(({ action }) => action)).toEqual(['promo_code.create']);
    } else expect(made.errorName).toBe('StepUpRequired');
    expect((await app.client().get('/api/audit/log')).errorName).toBe('Unauthorized');
  });

  it('is part of what an account exports, and is erased with the account', async () => {
    const eve = await app.signedIn('eve@example.org');
    const { rows } = await app.pool.query<{ sub: string }>(`SELECT sub FROM users WHERE email = 'eve@example.org'`);
    const gone = rows[0]?.sub;
    const exported = JSON.parse((await eve.get('/api/account/data')).text);
    expect(exported.data.audit_log).toContainEqual(
      expect.objectContaining({ action: 'session.start', ip: '127.0.0.1' }),
    );
    await eve.post('/api/account/delete', { email: 'eve@example.org' });
    const left = await app.pool.query('SELECT FROM audit_personal WHERE chain = $1 OR subject = $1', [gone]);
    expect(left.rows).toEqual([]);
    const kept = await app.pool.query<{ action: string }>(
      'SELECT action FROM audit_entries WHERE chain = $1 ORDER BY seq',
      [gone],
    );
    expect(kept.rows.map(({ action }) => action).slice(-2)).toEqual(['account.delete', 'person.erase']);
  });
});
