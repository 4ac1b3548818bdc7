import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CommandError } from '@assay/command';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { readConfig, SETTING_NAMES } from '../config/config.ts';
import { SECRET_SETTINGS, withSecretFiles } from '../config/secret-files.ts';
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

/** What a secret looks like where not any text will do. */
const SHAPED: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgres://assay:hidden-password@db.firm.ee/assay',
  LEDGER_SERVERS: 'db2=postgres://assay:hidden-password@db2.firm.ee/assay',
  LEDGER_SERVERS_REPLICATION: 'main=postgres://assay:hidden-password@db.firm.ee/assay',
  READ_STANDBYS: 'db2=postgres://assay:hidden-password@db3.firm.ee/assay',
  SMTP_URL: 'smtp://user:hidden-password@mail.firm.ee:587',
  OTEL_EXPORTER_OTLP_HEADERS: `authorization=hidden-${'x'.repeat(40)}`,
  BOT_TOKEN: `123456:hidden-${'x'.repeat(40)}`,
  STRIPE_SECRET_KEY: `sk_test_hidden${'x'.repeat(40)}`,
  STRIPE_WEBHOOK_SECRET: `whsec_hidden${'x'.repeat(40)}`,
};
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

  it('says what a secret file and the operator’s file give, and the prices that count', async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'assay-config-'));
    const [secretFile, operatorFile] = [path.join(dir, 'auth'), path.join(dir, 'operator.yaml')];
    await writeFile(secretFile, SECRET);
    await writeFile(
      operatorFile,
      'product_name: Probe\nprices: { check: 2.50 }\nplans: { basic: { offered: false } }\n',
    );
    const environment = { ...READY, AUTH_SECRET_FILE: secretFile, OPERATOR_FILE: operatorFile };
    const { out } = await check(environment);
    expect(out).toMatch(/^AUTH_SECRET +secret file +set$/m);
    expect(out).toMatch(/^PRODUCT_NAME +operator file +Probe$/m);
    expect(out).toContain('Plans and prices in US dollars (operator file');
    expect(out).toContain('One check $2.50, 10% off from 200');
    expect(out).toContain('Standard, 12 months: $576 for 1200 checks');
    expect(out).not.toContain('Basic');
    expect((await check(READY)).out).toContain('Plans and prices in US dollars (default):');
    const { out: json } = await check(environment, '--json');
    expect(JSON.parse(json)).toMatchObject({ price_list: { checkCents: 250, plans: { basic: null } } });
    await rm(dir, { recursive: true });
  });

  it('prints no secret, whether the environment or a file holds it', async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'assay-config-'));
    const names = SECRET_SETTINGS.filter((name) => SETTING_NAMES.includes(name));
    const secrets = Object.fromEntries(names.map((name) => [name, SHAPED[name] ?? `hidden-${'x'.repeat(40)}`]));
    const files: Record<string, string> = {};
    for (const [name, secret] of Object.entries(secrets)) {
      files[`${name}_FILE`] = path.join(dir, name);
      await writeFile(path.join(dir, name), secret);
    }
    const open = { STRIPE_PUBLISHABLE_KEY: `pk_test_${'x'.repeat(40)}`, NOWPAYMENTS_EMAIL: 'pay@firm.ee' };
    for (const [given, from] of [
      [secrets, 'environment'],
      [files, 'secret file'],
    ] as const) {
      for (const options of [['--all'], ['--json']]) {
        const { out, err } = await check({ ...READY, SMTP_URL: '', ...open, ...given }, ...options);
        expect(out + err).not.toContain('hidden');
        for (const name of options[0] === '--all' ? names : [])
          expect(out).toMatch(new RegExp(`^${name} +${from} +set$`, 'm'));
      }
    }
    await rm(dir, { recursive: true });
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
