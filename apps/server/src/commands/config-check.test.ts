import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CommandError } from '@assay/command';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { emptyDatabase, testDatabase } from '../../test/support/database.ts';
import { readConfig, SETTING_NAMES } from '../platform/config/config.ts';
import { SECRET_SETTINGS, withSecretFiles } from '../platform/config/secret-files.ts';
import { appliedMigrations, migrateTo } from '../platform/db/index.ts';
import { migrationFiles } from '../platform/db/migrate.ts';
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
  DATABASE_URL: 'postgres://assay:hidden-password@127.0.0.1:1/assay',
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
    openDatabase: () => expect.fail('a database was opened'),
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
    expect(out).toMatch(/^BLOG_URL +not set$/m);
    expect(out).toMatch(/^LABELS_UPDATE_HOURS +default +6$/m);
    for (const name of SETTING_NAMES) expect(out).toMatch(new RegExp(`^${name} `, 'm'));
    const here = (await check({}, '--all')).out;
    expect(here, 'of a server of this machine').toMatch(/^LABELS_UPDATE_HOURS +default +0$/m);
    expect(here).toMatch(/^PUBLIC_URL +default +http:/m);
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

  it('says how many services identify their customers, and refuses a file of them that is not usable', async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'assay-config-'));
    const file = path.join(dir, 'services.yaml');
    expect((await check(READY)).out).toMatch(
      /identify their customers: 28 rows, 0 by SERVICES_FILE, version [0-9a-f]{16}/,
    );
    await writeFile(file, 'left_out: [{ entity: ZBX, because: Not reviewed }]');
    const { out } = await check({ ...READY, SERVICES_FILE: file }, '--json');
    expect(JSON.parse(out)).toMatchObject({ services: { rows: 27 } });
    await writeFile(file, 'left_out: [{ entity: Nobody, because: Not reviewed }]');
    await expect(check({ ...READY, SERVICES_FILE: file })).rejects.toThrow(
      'services.yaml, line 1: left_out: Nobody: entity must be an entity that ships',
    );
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
    expect((await check(READY)).exitCode).toBe(0);
  });

  it('says how old the lists of sanctions are and how often they are fetched, also before there is a database', async () => {
    expect((await check(READY)).out).toContain(
      'Lists of sanctions (fetched every 6 hours):\nNot read: the database of the data folder does not run',
    );
    const held = await testDatabase();
    const DATABASE_URL = held.url;
    const { out } = await check({ ...READY, DATABASE_URL, LABELS_UPDATE_HOURS: '24' });
    expect(out).toContain('(fetched every 24 hours):\nOFAC Specially Designated Nationals: not loaded');
    await held.pool.query(
      `INSERT INTO label_set (name, origin, format, location, content_hash, accepted, rejected, imported_at)
       VALUES ('ofac-sdn', 'starter', 'jsonl', 'x', repeat('a', 64), 1, 0, now())`,
    );
    const { out: shipped, err } = await check({ ...READY, DATABASE_URL, LABELS_UPDATE_HOURS: '0' });
    expect(shipped).toContain(
      '(fetched by `assay labels update` only):\nOFAC Specially Designated Nationals: as of 2026-08-20',
    );
    expect(err).toContain('LABELS_UPDATE_HOURS is 0: lists of sanctions stay as old as they are');
    // A fault of ours is none of the database.
    await held.pool.query('ALTER TABLE label_set RENAME TO label_sets');
    await expect(check({ ...READY, DATABASE_URL })).rejects.toThrow('label_set');
    await held.drop();
  });

  it('makes, starts and migrates no database', async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'assay-config-'));
    const folder = await check({ ...READY, ASSAY_DATA_DIR: path.join(dir, 'data') });
    expect(folder.out).toContain('Not read: the database of the data folder does not run');
    expect(await readdir(dir)).toEqual([]);
    await rm(dir, { recursive: true });

    const former = await emptyDatabase();
    const DATABASE_URL = former.url;
    expect((await check({ ...READY, DATABASE_URL })).out).toContain(
      'Not read: the database holds nothing of Assay yet',
    );
    expect(await appliedMigrations(former.pool)).toEqual(new Set());
    const first = (await migrationFiles()).slice(0, 1).map((file) => path.parse(file).name);
    await migrateTo(former.url, first);
    expect((await check({ ...READY, DATABASE_URL })).out).toContain(
      'Not read: the database has the schema of an older',
    );
    expect(await appliedMigrations(former.pool)).toEqual(new Set(first));
    await former.pool.query(`INSERT INTO schema_migration (name, run_on) VALUES ('9999_later', now())`);
    const { out, exitCode } = await check({ ...READY, DATABASE_URL });
    expect([out.includes('Not read: '), out.includes('9999_later'), exitCode]).toEqual([true, true, 0]);
    await former.drop();
    const away = await check({ ...READY, DATABASE_URL });
    expect(away.out).toContain('Not read: the database does not answer (3D000)');
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
