import { SourceHealthData } from '@assay/contracts';
import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';

const ADMIN = 'boss@firm.example';

describe('the state of the chain providers, answered 200', () => {
  const server = useAuthApp({ adminEmails: [ADMIN] });

  it('is sent to administrators, current at each request', async () => {
    const admin = await server.signedIn(ADMIN);
    const answer = await admin.get('/api/admin/sources');
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    // Tests have no providers.
    expect(SourceHealthData.parse(answer.data)).toEqual({ isOn: false, networks: [] });
  });
});
