import { API_SCOPES } from '@assay/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { useAdmin } from '../../../commands/test/use-admin.ts';
import { wireApiKeys } from '../open/public-api.ts';

const COMPANY = 'c'.repeat(32);
const ANN = ['--workspace', 'ann@example.org'];

describe('assay admin keys', () => {
  let database: TestDatabase;
  const admin = useAdmin(() => database.pool);
  const { out, err } = admin;
  const keys = (...args: string[]) => admin.run('keys', ...args);

  beforeAll(async () => {
    database = await testDatabase();
    await database.pool.query(
      `INSERT INTO users (sub, email, mailbox_key) VALUES (repeat('a', 32), 'ann@example.org', 'ann@example.org')`,
    );
    await database.pool.query(
      `WITH made AS (INSERT INTO workspaces (id, kind, name) VALUES ($1, 'company', 'Acme') RETURNING id)
       INSERT INTO workspace_members (workspace, sub, role) SELECT id, repeat('a', 32), 'owner' FROM made`,
      [COMPANY],
    );
  });
  afterAll(() => database.drop());

  const opens = (text: string | undefined) => wireApiKeys(database.pool).authenticate(text ?? '', '203.0.113.9');

  async function made(...args: string[]): Promise<{ id: string; text: string }> {
    out.splice(0);
    expect(await keys('make', ...args), err.join()).toBe(0);
    expect(out).toHaveLength(1);
    const [id = ''] = /key_\w+/.exec(err.at(-1) ?? '') ?? [];
    return { id, text: out[0] ?? '' };
  }

  it('makes a key that works, whose text alone is on stdout', async () => {
    const { id, text } = await made(...ANN, '--name', 'Deposits', '--monthly-limit', '500', '--scope', 'checks:read');
    expect(text).toMatch(/^aml_live_\w{38}$/);
    expect(await opens(text)).toMatchObject({
      keyId: id,
      workspace: 'a'.repeat(32),
      mode: 'live',
      monthlyLimit: 500,
      scopes: ['checks:read'],
    });
    expect(err.join()).not.toContain(text);
  });

  it('makes test keys, and keys of a company', async () => {
    const { text } = await made('--workspace', `workspace:${COMPANY}`, '--name', 'Trial', '--mode', 'test');
    expect(text).toMatch(/^aml_test_/);
    expect(await opens(text)).toMatchObject({
      workspace: COMPANY,
      mode: 'test',
      scopes: API_SCOPES,
    });
  });

  it('lists keys without their text, as a table and as JSON', async () => {
    const { id, text } = await made(...ANN, '--name', 'Listed', '--expires-in-days', '30');
    out.splice(0);
    await keys('list', ...ANN);
    await keys('list', ...ANN, '--json');
    expect(out[0]).toMatch(new RegExp(`^id .* mode .*\\n${id}  Listed +aml_live_`));
    expect(JSON.parse(out[1] ?? '')[0]).toMatchObject({ id, name: 'Listed', mode: 'live', monthlyLimit: null });
    expect(out.join()).not.toContain(text);
  });

  it('replaces a key, the former text working as long as is asked', async () => {
    const { id, text } = await made(...ANN, '--name', 'Replaced');
    out.splice(0);
    expect(await keys('replace', id, ...ANN)).toBe(0);
    const second = out[0];
    expect([await opens(text), await opens(second)]).toMatchObject([{ keyId: id }, { keyId: id }]);
    out.splice(0);
    await keys('replace', id, ...ANN, '--former-works-hours', '0');
    expect([await opens(second), await opens(out[0])]).toMatchObject(['unknown', { keyId: id }]);
  });

  it('revokes a key, and none of another workspace', async () => {
    const { id, text } = await made(...ANN, '--name', 'Revoked');
    expect(await keys('revoke', id, '--workspace', `workspace:${COMPANY}`)).toBe(1);
    expect(await opens(text)).toMatchObject({ keyId: id });
    expect(await keys('revoke', id, ...ANN)).toBe(0);
    expect(await opens(text)).toBe('unknown');
    expect(await keys('revoke', id, ...ANN)).toBe(1);
    expect(err.at(-1)).toBe('The workspace has no such key.');
  });

  it.each([
    [['make', '--workspace', 'nobody@example.org', '--name', 'x'], 1, 'No account has the email nobody@example.org.'],
    [['list', '--workspace', `workspace:${'d'.repeat(32)}`], 1, `No company workspace has the id ${'d'.repeat(32)}.`],
    [['make', ...ANN, '--name', ' '], 2, /^name: /],
    [['make', ...ANN, '--name', 'x', '--mode', 'demo'], 2, /^mode: /],
    [['make', ...ANN, '--name', 'x', '--scope', 'everything'], 2, /^scopes: /],
    [['make', ...ANN, '--name', 'x', '--range', '300.0.0.0/8'], 2, /^address-ranges: /],
    [['make', ...ANN, '--name', 'x', '--monthly-limit', 'many'], 2, /^monthly-limit: /],
    [['make', ...ANN, '--name', 'x', '--mode', 'test', '--monthly-limit', '5'], 2, /A test key spends nothing/],
    [['replace', 'key_0000000000000000', ...ANN], 1, 'The workspace has no such key.'],
    [['replace', 'key_0000000000000000', ...ANN, '--former-works-hours', '169'], 2, /^former-works-hours: /],
  ])('refuses %j and says why', async (args, code, text) => {
    expect(await keys(...args)).toBe(code);
    expect(err.at(-1)).toEqual(typeof text === 'string' ? text : expect.stringMatching(text));
    expect(out).toEqual([]);
  });

  it('is in the audit log of the workspace and of the service, and in the log of security events, without the text', async () => {
    const { id, text } = await made(...ANN, '--name', 'Audited');
    await keys('revoke', id, ...ANN);
    const { rows } = await database.pool.query(
      `SELECT chain, actor_kind, action FROM audit_entries JOIN audit_personal USING (chain, seq)
        WHERE part = 'target' AND content = $1 ORDER BY chain, seq`,
      [id],
    );
    expect(rows).toEqual(
      ['a'.repeat(32), 'service'].flatMap((chain) =>
        ['key.create', 'key.revoke'].map((action) => ({ chain, actor_kind: 'operator', action })),
      ),
    );
    const events = await admin.events();
    expect(events).toContain('api_key.make');
    expect(events).toContain(id);
    expect(events).not.toContain(text);
  });
});
