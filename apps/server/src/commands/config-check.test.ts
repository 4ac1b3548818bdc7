import { CommandError } from '@assay/command';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { withSecretFiles } from '../config/secret-files.ts';
import { registerConfig } from './config-check.ts';

const SECRET = 'a secret of more than 32 characters, all random';
const READY = {
  HOST: '0.0.0.0',
  PUBLIC_URL: 'https://assay.firm.ee',
  SMTP_URL: 'smtp://user:a-password@mail.firm.ee:587',
  MAIL_FROM: 'assay@firm.ee',
  OPERATOR_COMPANY: 'Firm OÜ',
  SUPPORT_EMAIL: 'help@firm.ee',
} as const;

async function check(environment: Readonly<Record<string, string>>, ...options: readonly string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const program = new Command('assay').exitOverride();
  registerConfig(program, {
    config: readConfig(withSecretFiles(environment)),
    environment,
    openDatabase: () => Promise.reject(new Error('no database is needed')),
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    progress: () => undefined,
    signal: new AbortController().signal,
  });
  let exitCode = 0;
  try {
    await program.parseAsync(['config', 'check', ...options], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    err.push(error.message);
    exitCode = error.exitCode;
  }
  return { out: out.join('\n'), err: err.join('\n'), exitCode };
}

describe('assay config check', () => {
  it('says what each setting is and where it comes from', async () => {
    const { out } = await check({ ...READY, PORT: '8080' });
    expect(out).toMatch(/^PORT +environment +8080$/m);
    expect(out).toMatch(/^STOP_GRACE_SECONDS +default +10$/m);
    expect(out).not.toMatch(/^BLOG_URL/m);
    expect((await check(READY, '--all')).out).toMatch(/^BLOG_URL +default +none$/m);
  });

  it('shows no secret, nor a password in an address', async () => {
    const environment = {
      ...READY,
      AUTH_SECRET: SECRET,
      CHAIN_SOURCES: 'BTC=esplora:https://user:a-password@esplora.firm.ee/api',
    };
    for (const options of [[], ['--json']]) {
      const { out, err } = await check(environment, ...options);
      expect(out + err).not.toContain(SECRET);
      expect(out + err).not.toContain('a-password');
    }
    const { out } = await check(environment);
    expect(out).toMatch(/^AUTH_SECRET +environment +set$/m);
    expect(out).toContain('https://[hidden]@esplora.firm.ee/api');
  });

  it('ends with 0 where others may be let in', async () => {
    expect(await check(READY)).toMatchObject({ exitCode: 0, err: '' });
  });

  it('ends with 1 and names what is missing, also while only this machine is served', async () => {
    const { exitCode, err } = await check({});
    expect(exitCode).toBe(1);
    for (const name of ['PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM', 'OPERATOR_COMPANY', 'SUPPORT_EMAIL']) {
      expect(err).toContain(`${name} must be`);
    }
    const { out } = await check({}, '--json');
    expect(JSON.parse(out)).toMatchObject({
      settings: expect.arrayContaining([{ name: 'PORT', from: 'default', value: '3000', isSecret: false }]),
      missing_for_others: expect.arrayContaining([expect.stringContaining('SMTP_URL')]),
    });
  });
});
