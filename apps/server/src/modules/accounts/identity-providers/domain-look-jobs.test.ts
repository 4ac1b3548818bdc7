import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { faultLog } from '../../../../test/support/fault-log.ts';
import { recordAudit } from '../../../platform/audit/index.ts';
import { inTransaction } from '../../../platform/db/index.ts';
import { startJobs } from '../../../platform/jobs/jobs.ts';
import { newId } from '../../../platform/kernel/text/random-text.ts';
import { workDomainLooks } from './domain-look-jobs.ts';
import { buildDomainLooks } from './domain-looks.ts';
import { workIdentityMail } from './identity-mail.ts';

const SETTINGS = {
  productName: 'Assay',
  publicUrl: 'https://assay.test',
  operator: { company: 'Operator', supportEmail: 'support@assay.test' },
};

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

it('a mail domain without its record is found by the hourly job, and owners and administrators are mailed', async () => {
  const { pool } = database;
  await pool.query(
    `INSERT INTO users (sub, email, mailbox_key) SELECT repeat(left(name, 1), 32), name || '@firm.example', name || '@firm.example'
       FROM unnest(ARRAY['anowner', 'badmin', 'canalyst']) AS name`,
  );
  await pool.query(
    `WITH made AS (INSERT INTO workspaces (id, kind, name) VALUES (repeat('9', 32), 'company', 'Firm') RETURNING id),
          members AS (INSERT INTO workspace_members (workspace, sub, role)
                      SELECT id, repeat(left(role, 1), 32), substr(role, 2) FROM made, unnest(ARRAY['aowner', 'badmin', 'canalyst']) AS role)
     INSERT INTO identity_domains (id, workspace, domain, token, created_at, proven_at)
     SELECT repeat('d', 32), id, 'firm.example', 't', '2026-01-01', '2026-01-01' FROM made`,
  );
  const log = faultLog();
  const stop = new AbortController();
  const jobs = await startJobs(database.url, log);
  const mails: { readonly to: string; readonly text: string }[] = [];
  const sender = { send: async (mail: { to: string; text: string }) => void mails.push(mail) };
  const queueMail = await workIdentityMail(jobs, pool, SETTINGS, { sender, newId });
  const looks = buildDomainLooks({
    transaction: (work) => inTransaction(pool, work),
    clock: { now: () => new Date() },
    readTxt: async () => [],
    queueMail,
    audit: recordAudit,
  });
  await workDomainLooks(jobs, looks, { signal: stop.signal, log });
  for (const deadline = Date.now() + 30_000; mails.length < 2 && Date.now() < deadline; ) await sleep(50);
  stop.abort();
  await jobs.stop();
  expect(mails.map(({ to }) => to).toSorted()).toEqual(['anowner@firm.example', 'badmin@firm.example']);
  expect(mails[0]?.text).toContain('Your TXT record is no longer at firm.example');
  expect((await pool.query('SELECT FROM identity_domains WHERE proven_at IS NOT NULL')).rowCount).toBe(0);
  expect(log.faults).toEqual([]);
});
