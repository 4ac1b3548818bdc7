import { SessionsData } from '@assay/contracts';
import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';

describe('GET and DELETE /auth/sessions', () => {
  const server = useAuthApp();
  const list = async (visitor: ReturnType<typeof server.browser>) =>
    SessionsData.parse((await visitor.get('/api/auth/sessions')).data).sessions;

  it('lists where the user is signed in, the newest first, and which of them asks', async () => {
    const first = await server.signedIn('many@firm.example');
    server.passTime(1_000);
    const second = await server.signedIn('many@firm.example');
    await server.signedIn('somebody-else@firm.example');
    const sessions = await list(first);
    expect(sessions.map(({ device, is_current }) => [device, is_current])).toEqual([
      ['Firefox on Linux', false],
      ['Firefox on Linux', true],
    ]);
    expect((await list(second)).map(({ is_current }) => is_current)).toEqual([true, false]);
  });

  it('ends one at once, and leaves the others', async () => {
    const here = await server.signedIn('one@firm.example');
    const there = await server.signedIn('one@firm.example');
    const other = (await list(here)).find(({ is_current }) => !is_current);
    expect((await here.delete(`/api/auth/sessions/${other?.id}`)).status).toBe(200);
    expect((await there.get('/api/auth/me')).status).toBe(401);
    expect((await there.get('/api/auth/refresh')).status).toBe(401);
    expect((await here.get('/api/auth/me')).status).toBe(200);
    expect((await here.delete(`/api/auth/sessions/${other?.id}`)).status).toBe(404);
  });

  it('ends all of them everywhere, here too', async () => {
    const places = [];
    for (let index = 0; index < 3; index += 1) places.push(await server.signedIn('all@firm.example'));
    const stranger = await server.signedIn('stranger@firm.example');
    expect((await places[0]?.delete('/api/auth/sessions'))?.status).toBe(200);
    for (const place of places) {
      expect((await place.get('/api/auth/me')).status).toBe(401);
      expect((await place.get('/api/auth/refresh')).status).toBe(401);
    }
    expect(places[0]?.cookies.has('assay_session')).toBe(false);
    expect((await stranger.get('/api/auth/me')).status).toBe(200);
  });

  it('keeps one session a browser: a new sign-in there ends the former', async () => {
    const browser = await server.signedIn('former@firm.example');
    const former = { cookie: `assay_session=${browser.cookies.get('assay_session')}` };
    await browser.get(`/api/auth/confirm-link/${await server.ask(browser, 'latter@firm.example')}`);
    expect((await browser.get('/api/auth/me')).data['email']).toBe('latter@firm.example');
    expect((await server.browser().get('/api/auth/me', former)).status).toBe(401);
  });

  it('touches nobody else’s, and nothing for another site', async () => {
    const mine = await server.signedIn('mine@firm.example');
    const theirs = await server.signedIn('theirs@firm.example');
    const id = (await list(theirs))[0]?.id;
    expect((await mine.delete(`/api/auth/sessions/${id}`)).status).toBe(404);
    expect((await mine.delete('/api/auth/sessions/x')).status).toBe(400);
    expect((await server.browser().delete('/api/auth/sessions')).status).toBe(401);
    expect((await theirs.delete('/api/auth/sessions', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await theirs.get('/api/auth/me')).status).toBe(200);
  });
});
