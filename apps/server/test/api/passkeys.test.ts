import { describe, expect, it } from 'vitest';
import { useAuthApp, type Visitor } from '../support/auth-app.ts';
import { type SoftPasskeyOptions, softPasskey } from '../support/soft-passkey.ts';

const MINUTE_MS = 60_000;

interface Question {
  readonly challenge_id: string;
  readonly options: { readonly challenge: string };
}

describe('a passkey', () => {
  const server = useAuthApp();

  async function questionOf(who: Visitor, path: string): Promise<Question> {
    const asked = await who.post(path);
    if (asked.status !== 200) throw new Error(`Not asked: ${asked.text}`);
    return asked.data as unknown as Question;
  }

  async function enrol(who: Visitor, passkey = softPasskey(), options: SoftPasskeyOptions = {}) {
    const { challenge_id, options: asked } = await questionOf(who, '/api/auth/factors/passkey');
    const made = passkey.create(asked.challenge, options);
    return who.post('/api/auth/factors/passkey/enrol', { challenge_id, passkey: made, name: 'Laptop' });
  }

  async function owned(email: string) {
    const passkey = softPasskey();
    const owner = await server.signedIn(email);
    expect((await enrol(owner, passkey)).status).toBe(200);
    return { owner, passkey };
  }

  async function signIn(passkey: ReturnType<typeof softPasskey>, options: SoftPasskeyOptions = {}) {
    const who = server.browser();
    const { challenge_id, options: asked } = await questionOf(who, '/api/auth/passkey/options');
    const body = { challenge_id, answer: passkey.get(asked.challenge, options) };
    return { who, body, answer: await who.post('/api/auth/passkey', body) };
  }

  it('is enrolled with recovery codes, and signs in alone, each answer once', async () => {
    const { passkey } = await owned('alone@firm.example');
    const { who, body, answer } = await signIn(passkey);
    expect(answer.status).toBe(200);
    expect(answer.data['user']).toMatchObject({ email: 'alone@firm.example' });
    expect((await who.get('/api/account/data')).status).toBe(200);
    expect((await server.browser().post('/api/auth/passkey', body)).errorName).toBe('SignInExpired');
  });

  it('completes a login by a link, and confirms in a session', async () => {
    const { owner, passkey } = await owned('link@firm.example');
    const who = server.browser();
    const link = await server.ask(who, 'link@firm.example');
    expect((await who.get(`/api/auth/confirm-link/${link}`)).status).toBe(202);
    const second = await questionOf(who, '/api/auth/second-step/passkey');
    const proof = ({ challenge_id, options }: Question) => ({
      method: 'passkey',
      challenge_id,
      answer: passkey.get(options.challenge),
    });
    expect((await who.post('/api/auth/second-step', proof(second))).status).toBe(200);

    server.passTime(11 * MINUTE_MS);
    expect((await owner.get('/api/auth/step-up')).errorName).toBe('StepUpRequired');
    const asked = await questionOf(owner, '/api/auth/step-up/passkey');
    expect((await owner.post('/api/auth/step-up', proof(asked))).status).toBe(200);
    expect((await owner.get('/api/auth/step-up')).status).toBe(200);
  });

  it('is refused for another site, without its user verified, when unknown, and for a question of another use', async () => {
    const { owner, passkey } = await owned('refused@firm.example');
    expect((await signIn(passkey, { origin: 'https://evil.example' })).answer.errorName).toBe('FactorRefused');
    expect((await signIn(passkey, { isVerified: false })).answer.errorName).toBe('FactorRefused');
    expect((await signIn(softPasskey())).answer.errorName).toBe('FactorRefused');
    const { challenge_id, options } = await questionOf(owner, '/api/auth/step-up/passkey');
    const answer = passkey.get(options.challenge);
    expect((await server.browser().post('/api/auth/passkey', { challenge_id, answer })).errorName).toBe(
      'SignInExpired',
    );
  });

  it('of one account gives no other account its second factor', async () => {
    const thief = await owned('thief@firm.example');
    await owned('victim@firm.example');
    const who = server.browser();
    const link = await server.ask(who, 'victim@firm.example');
    await who.get(`/api/auth/confirm-link/${link}`);
    const { challenge_id, options } = await questionOf(who, '/api/auth/second-step/passkey');
    const answer = thief.passkey.get(options.challenge);
    const given = await who.post('/api/auth/second-step', { method: 'passkey', challenge_id, answer });
    expect(given.errorName).toBe('FactorRefused');
    expect((await who.get('/api/auth/me')).status).toBe(401);
  });

  it('is enrolled once, and not when another site or no verified user made it', async () => {
    const { owner, passkey } = await owned('twice@firm.example');
    expect((await enrol(owner, passkey)).errorName).toBe('FactorRefused');
    expect((await enrol(owner, softPasskey(), { origin: 'https://evil.example' })).errorName).toBe('FactorRefused');
    expect((await enrol(owner, softPasskey(), { isVerified: false })).errorName).toBe('FactorRefused');
    expect((await owner.get('/api/auth/factors')).data['factors']).toHaveLength(1);
  });

  it('does not sign in any more once it was removed', async () => {
    const { owner, passkey } = await owned('removed@firm.example');
    const [factor] = (await owner.get('/api/auth/factors')).data['factors'] as { id: string }[];
    expect((await owner.delete(`/api/auth/factors/${factor?.id}`)).status).toBe(200);
    expect((await signIn(passkey)).answer.errorName).toBe('FactorRefused');
  });
});
