import { SourceHealthData } from '@assay/contracts';
import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../../../../test/auth-app.ts';

const ADMIN = 'boss@firm.example';

describe('who is asked for chains, answered 200', () => {
  const server = useAuthApp({ adminEmails: [ADMIN] });

  it('is told to administrators, fresh each time', async () => {
    const admin = await server.signedIn(ADMIN);
    const answer = await admin.get('/api/admin/sources');
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    // Nobody is asked in tests.
    expect(SourceHealthData.parse(answer.data)).toEqual({ isOn: false, networks: [] });
  });
});
