import { describe, expect, it } from 'vitest';
import { useAuthApp, type Visitor } from '../support/auth-app.ts';
import { enrolTotp } from '../support/totp-app.ts';

const MINUTE_MS = 60_000;
const POLICY = '/api/workspace/session-policy';
const OFFICE = '203.0.113.9';
const ELSEWHERE = '198.51.100.7';
const OPEN = { idle_minutes: null, life_minutes: null, address_ranges: [] as string[] };
const OF_OFFICE = { ...OPEN, address_ranges: ['203.0.113.0/24'] };

/** One proxy in front names the address of the visitor. */
const server = useAuthApp({ settings: { trustProxy: 1 } });
const from = (ip: string) => ({ 'x-forwarded-for': ip });
const subOf = async (person: Visitor) => String((await person.get('/api/auth/me')).data['sub']);

/** A company with an owner and an administrator, who are both in it. */
async function company(name: string): Promise<{ id: string; owner: Visitor; admin: Visitor }> {
  const owner = await server.signedIn(`${name}@firm.example`);
  const admin = await server.signedIn(`${name}-admin@firm.example`);
  const id = String((await owner.post('/api/workspaces', { name })).data['id']);
  await owner.post('/api/workspace/invitations', { email: `${name}-admin@firm.example`, role: 'admin' });
  await admin.post('/api/workspaces/invitation/accept', { token: server.workspaces.lastToken() });
  expect((await admin.post('/api/workspaces/select', { workspace_id: id })).status).toBe(200);
  return { id, owner, admin };
}

describe('the session policy of a company', () => {
  it('is changed by owners alone: an administrator cannot shut them out, and reads it', async () => {
    const { owner, admin } = await company('taken');
    const answer = await admin.put(POLICY, { ...OPEN, address_ranges: [ELSEWHERE] }, from(ELSEWHERE));
    expect([answer.status, answer.errorName]).toEqual([403, 'RoleNotAllowed']);
    expect((await admin.put(POLICY, { ...OPEN, life_minutes: 60 })).errorName).toBe('RoleNotAllowed');
    expect((await owner.put(POLICY, OF_OFFICE, from(OFFICE))).status).toBe(200);
    expect((await admin.get(POLICY, from(OFFICE))).data['policy']).toEqual(OF_OFFICE);
  });

  it('is read and changed by an owner from every address, and by nobody else from outside', async () => {
    const { owner, admin } = await company('moved');
    await owner.put(POLICY, OF_OFFICE, from(OFFICE));
    expect((await owner.get('/api/workspace/members', from(ELSEWHERE))).errorName).toBe('AddressRefused');
    expect((await admin.get(POLICY, from(ELSEWHERE))).errorName).toBe('AddressRefused');
    expect((await admin.put(POLICY, OPEN, from(ELSEWHERE))).errorName).toBe('AddressRefused');
    expect((await owner.get(POLICY, from(ELSEWHERE))).data['policy']).toEqual(OF_OFFICE);
    expect((await owner.put(POLICY, OPEN, from(ELSEWHERE))).status).toBe(200);
    expect((await owner.get('/api/workspace/members', from(ELSEWHERE))).status).toBe(200);
  });

  it('lets an owner enter the company from outside, to change it, and others not', async () => {
    const { id, owner, admin } = await company('way');
    await owner.put(POLICY, OF_OFFICE, from(OFFICE));
    for (const person of [owner, admin]) {
      const personal = { workspace_id: await subOf(person) };
      expect((await person.post('/api/workspaces/select', personal, from(ELSEWHERE))).status).toBe(200);
      expect((await person.get('/api/monitor/history', from(ELSEWHERE))).status).toBe(200);
    }
    const enter = (person: Visitor, ip: string) =>
      person.post('/api/workspaces/select', { workspace_id: id }, from(ip));
    expect((await enter(admin, ELSEWHERE)).errorName).toBe('AddressRefused');
    expect((await enter(admin, OFFICE)).status).toBe(200);
    expect((await enter(owner, ELSEWHERE)).status).toBe(200);
    expect((await owner.get('/api/monitor/history', from(ELSEWHERE))).errorName).toBe('AddressRefused');
    expect((await owner.put(POLICY, OPEN, from(ELSEWHERE))).status).toBe(200);
  });

  it('is changed from outside only after a confirmation, which can be given there', async () => {
    const { owner } = await company('confirmed');
    const app = await enrolTotp(server, owner);
    await owner.put(POLICY, OF_OFFICE, from(OFFICE));
    server.passTime(16 * MINUTE_MS);
    await owner.get('/api/auth/refresh');
    expect((await owner.put(POLICY, OPEN, from(ELSEWHERE))).errorName).toBe('StepUpRequired');
    expect((await owner.post('/api/auth/step-up', { method: 'totp', code: app.code() }, from(ELSEWHERE))).status).toBe(
      200,
    );
    expect((await owner.put(POLICY, OPEN, from(ELSEWHERE))).status).toBe(200);
  });

  it('asks an owner outside for a newer login as everybody', async () => {
    const { owner } = await company('older');
    await owner.put(POLICY, { ...OF_OFFICE, idle_minutes: 15 }, from(OFFICE));
    server.passTime(16 * MINUTE_MS);
    await owner.get('/api/auth/refresh');
    expect((await owner.get(POLICY, from(ELSEWHERE))).errorName).toBe('NewerSignInRequired');
  });
});
