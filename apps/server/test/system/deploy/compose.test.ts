import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readConfig, SETTING_NAMES } from '../../../src/platform/config/config.ts';
import { SECRET_SETTINGS } from '../../../src/platform/config/secret-files.ts';
import { BOT_PROCESS_SETTINGS } from '../../../src/platform/config/settings/bot-settings.ts';
import { unsafeToServe } from '../../../src/platform/config/unsafe-to-serve.ts';
import { emptyDatabase } from '../../support/database.ts';

const DEPLOY = new URL('../../../../../deploy/', import.meta.url);

const Service = z.object({
  image: z.string(),
  entrypoint: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  secrets: z.array(z.string()).default([]),
  read_only: z.boolean().default(false),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
});

const { services, secrets, volumes } = z
  .object({
    services: z.record(z.string(), Service),
    secrets: z.record(z.string(), z.object({ file: z.string() })),
    volumes: z.record(z.string(), z.null()),
  })
  .parse(parse(await readFile(new URL('compose.yaml', DEPLOY), 'utf8')));

function serviceNamed(name: string): z.infer<typeof Service> {
  const service = services[name];
  if (service === undefined) throw new Error(`compose.yaml has no service ${name}`);
  return service;
}

/** What each secret of the file could be. */
const SECRETS: Readonly<Record<string, string>> = {
  AUTH_SECRET: 'a'.repeat(64),
  MAILBOX_SECRET: 'b'.repeat(64),
  BOT_API_SECRET: 'c'.repeat(64),
  BOT_TOKEN: `123456:${'d'.repeat(35)}`,
  DATABASE_URL: 'postgres://assay:secret@database/assay',
  SMTP_URL: 'smtps://user:secret@mail.firm.test',
};

/** The settings of a service once its secrets are read and an operator has put in what is his. */
function settingsOf(name: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(serviceNamed(name).environment).map(([key, value]) => {
      if (!key.endsWith('_FILE')) return [key, value.replaceAll('example.org', 'firm.test').replace('Example', 'Firm')];
      const secret = key.slice(0, -'_FILE'.length);
      return [secret, SECRETS[secret] ?? ''];
    }),
  );
}

describe('compose.yaml', () => {
  it.each(['product', 'bot', 'follow'])('names settings that there are, for the %s', (name) => {
    for (const key of Object.keys(serviceNamed(name).environment)) {
      const secret = key.endsWith('_FILE') ? key.slice(0, -'_FILE'.length) : null;
      if (secret === null) expect([...SETTING_NAMES, ...BOT_PROCESS_SETTINGS]).toContain(key);
      else expect(SECRET_SETTINGS).toContain(secret);
    }
  });

  it.each(Object.keys(services))('hands the %s the secrets that it reads, and no other', (name) => {
    const { environment, entrypoint, secrets: handed } = serviceNamed(name);
    const files = Object.entries(environment).flatMap(([key, file]) => (key.endsWith('_FILE') ? [file] : []));
    const named = [...files, ...entrypoint.filter((word) => word.startsWith('/run/'))];
    const read = named.map((file) => /^\/run\/secrets\/([a-z-]+)$/.exec(file)?.[1]);
    expect(new Set(read)).toEqual(new Set(handed));
    for (const secret of handed) expect(secrets[secret]?.file).toBe(`./secrets/${secret}`);
  });

  it('needs no file that the version before did not need, unless the notes on upgrading say so', async () => {
    const before = ['auth', 'bot-api', 'bot-token', 'database-url', 'follow', 'mailbox', 'postgres', 'smtp-url'];
    const added = Object.keys(secrets).filter((name) => !before.includes(name));
    const notes = await readFile(new URL('../docs/operations/upgrading.md', DEPLOY), 'utf8');
    for (const name of added) expect(notes).toContain(`without the file \`deploy/secrets/${name}\``);
  });

  it('is safe to open to others once an operator has put in what is his', () => {
    const config = readConfig({ HOST: '0.0.0.0', ...settingsOf('product') });
    expect(unsafeToServe(config)).toEqual([]);
    expect(config.trustProxy).toBe(1);
  });

  it('is not, as it is', () => {
    const asItIs = {
      ...settingsOf('product'),
      ...pick(serviceNamed('product').environment, ['MAIL_FROM', 'SUPPORT_EMAIL']),
    };
    expect(unsafeToServe(readConfig({ HOST: '0.0.0.0', ...asItIs }))).not.toEqual([]);
  });

  it.each(['product', 'bot', 'follow'])('runs the %s without rights on a root that cannot be written', (name) => {
    const service = serviceNamed(name);
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
  });

  it('keeps what has to stay in volumes that it declares', () => {
    const named = Object.values(services).flatMap((service) =>
      service.volumes.map((volume) => volume.split(':', 1)[0] ?? '').filter((place) => !place.startsWith('.')),
    );
    expect(named.sort()).toEqual(Object.keys(volumes).sort());
  });
});

function pick(from: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, from[name] ?? '']));
}

describe('the database of compose.yaml', () => {
  it('gives the product a role of its own that is no superuser and owns its database', async () => {
    const { environment, secrets: handed, volumes: mounted } = serviceNamed('database');
    const role = new URL(SECRETS['DATABASE_URL'] ?? '').username;
    expect(environment['POSTGRES_USER']).not.toBe(role);
    expect(environment).toMatchObject({
      POSTGRES_PASSWORD_FILE: '/run/secrets/postgres-superuser',
      PRODUCT_PASSWORD_FILE: '/run/secrets/postgres',
    });
    expect(handed).toEqual(['postgres', 'postgres-superuser']);
    expect(mounted).toContain('./postgres/product.sql:/docker-entrypoint-initdb.d/product.sql:ro');
    for (const [name, { secrets: given }] of Object.entries(services)) {
      if (name !== 'database') expect(given, name).not.toContain('postgres-superuser');
    }
    const script = await readFile(new URL('postgres/product.sql', DEPLOY), 'utf8');
    expect(script).toContain('CREATE ROLE assay LOGIN');
    const database = await emptyDatabase();
    const own = `compose_${process.pid}`;
    const statements = script
      .replaceAll(/^(?:--|\\set).*$/gm, '')
      .replaceAll(/\bassay(_tenant)?\b/g, (_all, tenant: string = '') => own + tenant)
      .replaceAll(":'password'", "'secret'")
      .split(';')
      .filter((statement) => statement.trim() !== '');
    try {
      for (const statement of statements) await database.pool.query(statement);
      const { rows } = await database.pool.query(
        `SELECT rolname, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolcanlogin,
                pg_has_role($1::text, $1::text || '_tenant', 'MEMBER') AS is_tenant,
                EXISTS (SELECT FROM pg_database WHERE datname = $1::text AND datdba = pg_roles.oid) AS owns
           FROM pg_roles WHERE rolname = $1::text`,
        [own],
      );
      const no = { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false };
      expect(rows).toEqual([{ rolname: own, ...no, rolcanlogin: true, is_tenant: true, owns: true }]);
    } finally {
      await database.pool.query(`DROP DATABASE IF EXISTS ${own}`);
      await database.pool.query(`DROP ROLE IF EXISTS ${own}, ${own}_tenant`);
      await database.drop();
    }
  });
});
