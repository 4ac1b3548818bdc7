import { OPERATIONS } from '@assay/contracts/operations';
import { describe, expect, it } from 'vitest';
import { useAuthApp, type Visitor } from '../support/auth-app.ts';
import { securityLog } from '../support/security-log.ts';
import { enrolTotp } from '../support/totp-app.ts';

const ADMIN = 'admin@firm.example';
const log = securityLog();

describe('an administrator without a second factor', () => {
  const server = useAuthApp({ adminEmails: [ADMIN], securityEvents: log.events });
  const ADMIN_CALLS = OPERATIONS.filter(({ needs }) => needs.admin === true);

  async function linkedOnly(email: string): Promise<Visitor> {
    const who = server.browser();
    expect((await who.get(`/api/auth/confirm-link/${await server.ask(who, email)}`)).status).toBe(200);
    return who;
  }
  const answersOf = async (who: Visitor) => {
    const names = new Set<string>();
    for (const { method, path } of ADMIN_CALLS) {
      names.add((await who.send(method, `/api${path.replace(/:\w+/g, '0'.repeat(32))}`)).errorName);
    }
    return [...names];
  };

  it('is answered FactorNeeded to every call for administrators, and everything else as ever', async () => {
    expect(ADMIN_CALLS.length).toBeGreaterThan(10);
    const admin = await linkedOnly(ADMIN);
    expect((await admin.get('/api/auth/me')).data['isAdmin']).toBe(true);
    expect(await answersOf(admin)).toEqual(['FactorNeeded']);
    expect(log.of('admin_without_factor').length).toBeGreaterThan(0);
    expect((await admin.get('/api/auth/factors')).data).toMatchObject({ is_needed: true, factors: [] });
    expect((await admin.get('/api/monitor/history')).status).toBe(200);
  });

  it('is let in once one is enrolled, and out again once the last one is removed', async () => {
    const email = 'granted@firm.example';
    const admin = await linkedOnly(email);
    expect(await answersOf(admin)).toEqual(['AdminOnly']);
    await server.pool.query('UPDATE users SET admin_granted_at = now() WHERE email = $1', [email]);
    expect(await answersOf(admin)).toEqual(['FactorNeeded']);
    const { factorId } = await enrolTotp(server, admin);
    expect((await admin.get('/api/promocode')).status).toBe(200);
    expect(await answersOf(admin)).not.toContain('FactorNeeded');
    expect((await admin.delete(`/api/auth/factors/${factorId}`)).status).toBe(200);
    expect(await answersOf(admin)).toEqual(['FactorNeeded']);
  });
});
