import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';

const MINUTE_MS = 60_000;

describe('what needs a confirmation', () => {
  const server = useAuthApp();

  it('is done within 15 minutes after signing in, and later refused with the ways to confirm', async () => {
    const who = await server.signedIn('stale@firm.example');
    server.passTime(14 * MINUTE_MS);
    expect((await who.get('/api/account/data')).status).toBe(200);
    server.passTime(2 * MINUTE_MS);
    expect((await who.get('/api/auth/refresh')).status).toBe(200);

    const refused = await who.get('/api/account/data');
    expect(refused.status).toBe(403);
    expect(refused.error).toMatchObject({ errorName: 'StepUpRequired', confirmBy: ['link'] });
    const deletion = await who.post('/api/account/delete', { email: 'stale@firm.example' });
    expect(deletion.errorName).toBe('StepUpRequired');
    expect((await who.get('/api/auth/me')).status).toBe(200);
  });

  it('is done again after logging in again', async () => {
    const who = await server.signedIn('again@firm.example');
    server.passTime(16 * MINUTE_MS);
    const link = await server.ask(who, 'again@firm.example');
    expect((await who.get(`/api/auth/confirm-link/${link}`)).status).toBe(200);
    expect((await who.get('/api/account/data')).status).toBe(200);
  });
});
