import { beforeEach, describe, expect, it } from 'vitest';
import { upkeep } from '../../src/app/jobs/upkeep.ts';
import { useAuthApp, type Visitor } from '../support/auth-app.ts';
import { DISPUTE_ADMIN, fromNetwork, serviceDisputeOf } from './dispute-fixture.ts';

const REASON = 'Its notice says that the rule began a week later.';

let networks = 0;

describe('a dispute of a row of the services that identify their customers', { timeout: 60_000 }, () => {
  const server = useAuthApp({ adminEmails: [DISPUTE_ADMIN], settings: { trustProxy: 1 } });
  let stranger: Visitor;
  let administrator: Visitor | undefined;
  const asAdmin = async () => {
    administrator ??= await server.signedIn(DISPUTE_ADMIN);
    return administrator;
  };
  beforeEach(async () => {
    await server.pool.query('TRUNCATE dispute CASCADE');
    networks += 1;
    stranger = server.client(fromNetwork(networks));
  });
  const file = async (more: object = {}) => {
    const answer = await stranger.post('/api/disputes/services', serviceDisputeOf(more));
    expect(answer.status, answer.text).toBe(200);
    return answer.data as { id: number; key: string };
  };
  const decide = async (id: number, correct: boolean) =>
    (await asAdmin()).post(`/api/disputes/admin/${id}/decision`, { withdraw: [], correct, reason: REASON });

  it('is filed by anybody, under any spelling of the name, and is not public before it is decided', async () => {
    const { id, key } = await file({ service: 'BY-BIT' });
    const { status, data } = await stranger.get(`/api/disputes/own/${key}`);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      ...{ id, service: 'Bybit', ground: 'wrong_days', labels: [], decision: null },
      ...{ network: null, networkName: null, address: null, scheme: null, proof: null, proofBy: null },
    });
    expect((await stranger.get('/api/disputes')).data).toMatchObject({ disputes: [], meta: { total: 0 } });
    expect((await (await asAdmin()).get('/api/disputes/admin')).data['disputes']).toMatchObject([
      { id, service: 'Bybit', statement: serviceDisputeOf().statement, email: 'office@firm.example' },
    ]);
  });

  it.each([
    ['corrected', true],
    ['kept', false],
  ])('that is decided as %s is in the public log with its reason, without personal data', async (outcome, correct) => {
    const { id, key } = await file();
    expect((await decide(id, correct)).status).toBe(200);
    const { data, text } = await stranger.get('/api/disputes');
    expect(data['disputes']).toMatchObject([{ id, service: 'Bybit', decision: outcome, reason: REASON, labels: [] }]);
    for (const personal of ['office@firm.example', 'a week later, linked', DISPUTE_ADMIN]) {
      expect(text).not.toContain(personal);
    }
    expect((await stranger.get(`/api/disputes/own/${key}`)).data['decision']).toMatchObject({ outcome });
    expect((await decide(id, correct)).errorName).toBe('DisputeDecided');
  });

  it('takes files of evidence while it is open', async () => {
    const { key } = await file();
    const content = Buffer.from('%PDF-1.4').toString('base64');
    const { data } = await stranger.post(`/api/disputes/own/${key}/evidence`, { name: 'notice.pdf', content });
    expect(data['evidence']).toMatchObject([{ name: 'notice.pdf', bytes: 8 }]);
  });

  it('loses statement and contact address 90 days after its decision', async () => {
    const { id } = await file();
    await decide(id, false);
    await server.pool.query("UPDATE dispute SET decided_at = now() - interval '91 days'");
    await upkeep(server.pool, { retentionDays: 1_000, invoiceYears: 7 }, new Date());
    const decided = await (await asAdmin()).get('/api/disputes/admin?state=decided');
    expect(decided.data['disputes']).toMatchObject([{ id, statement: null, email: null, service: 'Bybit' }]);
  });
});
