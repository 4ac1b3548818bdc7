import { Command } from 'commander';
import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '../../test/support/database.ts';
import { readConfig } from '../platform/config/config.ts';
import { registerGrants } from './grants.ts';

const database = await testDatabase();
afterAll(() => database.drop());

async function grants(...options: readonly string[]): Promise<string> {
  const out: string[] = [];
  const program = new Command('assay').exitOverride();
  registerGrants(program, {
    config: readConfig({}),
    environment: {},
    openDatabase: async () => database.pool,
    out: (text) => void out.push(text),
    err: (text) => void out.push(text),
    progress: () => undefined,
    signal: new AbortController().signal,
  });
  await program.parseAsync(['grants', ...options], { from: 'user' });
  return out.join('\n');
}

it('assay grants lists what was given and refused by day, kind, network and mail domain', async () => {
  expect(await grants()).toMatch(/^Nothing was given since \d{4}-\d{2}-\d{2}\.$/);
  await database.pool.query(
    `INSERT INTO free_grants (day, kind, checks, network, domain, refused_by)
     SELECT (now() AT TIME ZONE 'UTC')::date - age, kind, checks, network, domain, refused_by
       FROM (VALUES (0, 'sign-up', 1, '203.0.113.0/24', 'farm.example', NULL),
                    (0, 'sign-up', 1, '203.0.113.0/24', 'farm.example', 'network'),
                    (0, 'survey', 3, '198.51.100.0/24', 'gmail.com', NULL),
                    (9, 'bot', 3, NULL, NULL, NULL)) AS made (age, kind, checks, network, domain, refused_by)`,
  );
  const shown = await grants();
  expect(shown).toMatch(/sign-up +1 given, 1 check\n/);
  expect(shown).toMatch(/sign-up +1 refused, limit: network\n/);
  expect(shown).toMatch(/survey +1 given, 3 checks\n/);
  expect(shown).toMatch(/203\.0\.113\.0\/24 +1 given, 1 refused\n/);
  expect(shown).toMatch(/gmail\.com +1 given, 0 refused/);
  expect(shown).not.toMatch(/bot/);
  const { grants: totals, mails } = JSON.parse(await grants('--days', '30', '--json'));
  expect(totals).toHaveLength(4);
  expect(mails).toEqual([]);
  expect(await grants('--days', '30')).not.toMatch(/mailed$/m);
  await expect(grants('--days', '31')).rejects.toThrow('--days must be a whole number, 1 to 30');
});

it('assay grants counts the links that were mailed, of the days from which all are kept', async () => {
  await database.pool.query(
    `INSERT INTO magic_links (id, token_hash, email, mailbox_key, accepts_terms, asked_device, created_at, expires_at, mailed_at)
     SELECT repeat(to_hex(n), 32), sha256(n::text::bytea), 'a@b.example', 'a@b.example', true, 'A test', at, at,
            CASE WHEN is_mailed THEN at END
       FROM (VALUES (1, 0, true), (2, 0, false), (3, 6, true), (4, 7, true)) AS asked (n, age, is_mailed),
            LATERAL (SELECT now() - age * interval '1 day') AS made (at)`,
  );
  const day = (age: number) => new Date(Date.now() - age * 86_400_000).toISOString().slice(0, 10);
  expect(JSON.parse(await grants('--days', '30', '--json'))).toMatchObject({
    mailsSince: day(6),
    mails: [
      { day: day(0), links: 1 },
      { day: day(6), links: 1 },
    ],
  });
  const shown = await grants('--days', '30');
  expect(shown).toContain(`Links are kept for a week: those mailed are counted since ${day(6)}.`);
  expect(shown).toContain(`${day(0)}  1 link to sign in by mailed`);
  expect(await grants()).not.toContain('kept for a week');
});

it('assay grants counts the answers without a charge, and the accounts that had them', async () => {
  const none = await grants();
  expect(none).not.toContain('without a charge');
  const day = (age: number) => new Date(Date.now() - age * 86_400_000).toISOString().slice(0, 10);
  await database.pool.query(
    'INSERT INTO uncharged_answers VALUES ($1, $3, 1200), ($2, $3, 3), ($1, $4, 1), ($1, $5, 9)',
    ['a'.repeat(32), 'b'.repeat(32), day(0), day(1), day(9)],
  );
  const shown = (await grants()).split('\n').filter((line) => line.includes('without a charge'));
  expect(shown).toEqual([
    `${day(0)}  1,203 answers without a charge, to 2 accounts`,
    `${day(1)}  1 answer without a charge, to 1 account`,
  ]);
  expect(JSON.parse(await grants('--json'))).toMatchObject({
    uncharged: [
      { day: day(0), answers: 1203, owners: 2 },
      { day: day(1), answers: 1, owners: 1 },
    ],
  });
});
