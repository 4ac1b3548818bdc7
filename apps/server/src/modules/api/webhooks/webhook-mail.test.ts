import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import type { Mail } from '../../../platform/mail/index.ts';
import { workWebhookMail } from './webhook-mail.ts';

const FIRM = 'f'.repeat(32);
const ROLES = { owner: 'a', admin: 'b', analyst: 'c', billing: 'd' } as const;
const SETTINGS = {
  productName: 'Assay',
  publicUrl: 'https://assay.example',
  operator: { company: 'Example', supportEmail: 'support@assay.example' },
};

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  for (const [role, letter] of Object.entries(ROLES)) {
    const mail = `${role}@firm.example`;
    await database.pool.query('INSERT INTO users (sub, email, mailbox_key) VALUES ($1, $2, $2)', [
      letter.repeat(32),
      mail,
    ]);
  }
  await database.pool.query(
    `WITH made AS (INSERT INTO workspaces (id, kind, name) VALUES ($1, 'company', 'Acme') RETURNING id)
     INSERT INTO workspace_members (workspace, sub, role) SELECT id, $2, 'owner' FROM made`,
    [FIRM, ROLES.owner.repeat(32)],
  );
  for (const role of ['admin', 'analyst', 'billing'] as const) {
    const values = [FIRM, ROLES[role].repeat(32), role];
    await database.pool.query('INSERT INTO workspace_members (workspace, sub, role) VALUES ($1, $2, $3)', values);
  }
});
afterAll(() => database.drop());

describe('the mail about a disabled webhook', () => {
  it('goes to owners and administrators, and says what to do', async () => {
    const mails: Mail[] = [];
    const queued: object[] = [];
    let handle: (job: never) => Promise<void> = async () => undefined;
    const jobs = {
      work: async (_queue: string, work: (job: never) => Promise<void>) => {
        handle = work;
      },
      sendIn: async (_db: unknown, _queue: string, _key: string, job: object) => {
        queued.push(job);
      },
    };
    const sender = {
      send: async (mail: Mail) => {
        mails.push(mail);
      },
    };
    const queue = await workWebhookMail(jobs, database.pool, SETTINGS, { sender, newId: () => String(queued.length) });
    await queue(database.pool, {
      id: 'whe_1',
      workspace: FIRM,
      mode: 'live',
      url: 'https://hooks.example/',
      because: 'failures',
    });
    for (const job of queued) await handle(job as never);
    expect(mails.map(({ to }) => to)).toEqual(['owner@firm.example', 'admin@firm.example']);
    expect(JSON.stringify(queued)).not.toContain('@firm.example');
    expect(mails[0]).toMatchObject({
      subject: 'A webhook was disabled: Acme',
      link: 'https://assay.example/account/webhooks',
    });
    for (const text of ['failed for three days', 'https://hooks.example/', 'send again']) {
      expect(mails[0]?.text).toContain(text);
    }
  });
});
