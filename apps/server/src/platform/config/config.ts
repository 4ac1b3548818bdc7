import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { USUAL_DAYS_MAX } from '@assay/contracts';
import { DEFAULT_PRICE_LIST, type PriceList } from '@assay/domain';
import { METHOD_VERSION, METHOD_VERSIONS, type MethodVersion } from '@assay/exposure';
import { z } from 'zod';
import { isDatabaseUrl } from '../kernel/database-url.ts';
import { isLoopbackUrl } from '../kernel/network/loopback.ts';
import { OPERATOR_FILE_RULES, type OperatorFile } from './operator-file-schema.ts';
import { type BackupFacts, backupSettings, backupsOf } from './settings/backup-settings.ts';
import { type BotFacts, botOf, botSettings } from './settings/bot-settings.ts';
import { type GrantFacts, grantSettings, grantsOf } from './settings/grant-settings.ts';
import {
  type LedgerServersFacts,
  ledgerServerSettings,
  ledgerServersOf,
  missingMainDatabase,
  strangeStandbys,
} from './settings/ledger-server-settings.ts';
import { type MemoryFacts, memoryOf, memorySettings } from './settings/memory-settings.ts';
import { type OperatorFacts, operatorOf, operatorSettings } from './settings/operator-settings.ts';
import { halfGivenKeys, type PaymentFacts, paymentSettings, paymentsOf } from './settings/payment-settings.ts';
import { type PriceFacts, priceSettings, pricesOf } from './settings/price-settings.ts';
import { httpUrl, isWholeSite, SECRET, wholeNumber } from './settings/setting-kinds.ts';
import { HOST, list, type SignInFacts, signInOf, signInSettings } from './settings/sign-in-settings.ts';
import { type SigningFacts, signingOf, signingSettings } from './settings/signing-settings.ts';
import {
  missingSourceKeys,
  type OnDemandBudget,
  onDemandOf,
  onDemandSettings,
  type SourceFacts,
  sourceSettings,
  sourcesOf,
} from './settings/source-settings.ts';
import { type TelemetryFacts, telemetryOf, telemetrySettings } from './settings/telemetry-settings.ts';
import { readYamlFile, YamlFileError } from './yaml-file.ts';

const CLONE_DIR = fileURLToPath(new URL('../../../../../', import.meta.url));

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Every setting of the server: its name in the environment, what it must be, and what it is when unset. */
const settings = {
  NODE_ENV: z.enum(['development', 'production', 'test'], 'development, production or test').default('production'),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'a host name or an IP address')
    .default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535, 'a port number from 0 to 65535 (0 takes a free one)').default(3000),
  PUBLIC_URL: httpUrl('https://assay.example.org')
    .refine(
      isWholeSite,
      'an address without a path, such as https://assay.example.org: the site is served at the root of its host',
    )
    .transform((url) => new URL(url).origin)
    .optional(),
  ASSAY_DATA_DIR: z
    .string()
    .default('.data')
    .transform((dir) => path.resolve(CLONE_DIR, dir)),
  DATABASE_URL: z
    .string()
    .refine(
      isDatabaseUrl,
      'a PostgreSQL address, such as postgres://user:password@host:5432/assay, with commas between several hosts',
    )
    .optional()
    .meta(SECRET),
  PRODUCT_NAME: z.string().trim().min(1).max(40, 'a name of 1 to 40 characters').default('Assay'),
  TRUST_PROXY: wholeNumber(0, 10, 'the number of proxies in front, 0 to 10').default(0),
  INQUIRY_RETENTION_DAYS: wholeNumber(
    1,
    USUAL_DAYS_MAX,
    `a number of days, 1 to ${USUAL_DAYS_MAX} (three years)`,
  ).default(USUAL_DAYS_MAX),
  INVOICE_RETENTION_YEARS: wholeNumber(7, 30, 'a number of years, 7 to 30').default(7),
  STOP_DELAY_SECONDS: wholeNumber(0, 60, 'a number of seconds, 0 to 60').default(1),
  STOP_GRACE_SECONDS: wholeNumber(0, 300, 'a number of seconds, 0 to 300').default(10),
  HSTS_SUBDOMAINS: z.enum(['on', 'off'], 'on or off').default('off'),
  WEBHOOK_PRIVATE_HOSTS: list(z.string().regex(HOST), 'names of hosts with commas between them'),
  LABELS_PRIVATE_REDIRECTS: z.enum(['on', 'off'], 'on or off').default('off'),
  LABELS_UPDATE_HOURS: wholeNumber(0, 720, 'a number of hours, 0 to 720').optional(),
  LABELS_UPDATE_HOLD: z.enum(['on', 'off'], 'on or off').default('off'),
  STARTER_DATA: z.enum(['on', 'off'], 'on or off').default('on'),
  LANDING_HEADER_SEARCH: z.enum(['on', 'off'], 'on or off').default('on'),
  OPERATOR_FILE: z.string().optional(),
  SERVICES_FILE: z.string().optional(),
  ...ledgerServerSettings,
  ...operatorSettings,
  ...signInSettings,
  ...grantSettings,
  ...signingSettings,
  ...paymentSettings,
  ...sourceSettings,
  ...onDemandSettings,
  ...priceSettings,
  ...botSettings,
  ...backupSettings,
  ...telemetrySettings,
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/-]{32,200}$/, 'a secret of 32 to 200 random letters, digits or . _ ~ + / -')
    .optional()
    .meta(SECRET),
  METHOD_VERSION: z.enum([...METHOD_VERSIONS, '3'], [...METHOD_VERSIONS, '3'].join(' or ')).default(METHOD_VERSION),
  ...memorySettings,
  REPORT_CACHE_MB: wholeNumber(0, 1_000_000, 'a size in megabytes, 0 to 1000000').default(256),
  LOG_LEVEL: z.enum(LOG_LEVELS, LOG_LEVELS.join(', ')).default('warn'),
};

export const SETTING_NAMES: readonly string[] = Object.keys(settings);

/** Those whose schema is marked as {@link SECRET}. */
export const SECRET_NAMES: readonly string[] = Object.entries(settings)
  .filter(([, schema]) => schema.meta()?.['isSecret'] === true)
  .map(([name]) => name);

/** What each setting is when it is unset; undefined where it then is nothing. */
export function defaultSettings(): Readonly<Record<string, unknown>> {
  return z.object(settings).parse({});
}

export interface Config {
  readonly environment: 'development' | 'production' | 'test';
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  /** The address visitors use, without a trailing slash; by default where the server listens. */
  readonly publicUrl: string;
  /** Whether PUBLIC_URL says so; otherwise it is only where a server of these settings would listen. */
  readonly isPublicUrlSet: boolean;
  /** Absolute. */
  readonly dataDir: string;
  /** A PostgreSQL of the operator's; null runs the embedded one under the data folder. */
  readonly databaseUrl: string | null;
  /** Further PostgreSQL servers that hold transfer ledgers. */
  readonly ledgerServers: LedgerServersFacts;
  readonly productName: string;
  /** How many proxies in front may name the client's address. */
  readonly trustProxy: number;
  /** Whether HSTS covers the subdomains of PUBLIC_URL too. */
  readonly hstsCoversSubdomains: boolean;
  /** Whether label imports by URL may be redirected into a private network. */
  readonly allowsPrivateRedirects: boolean;
  /** Hosts of webhook receivers that may have a private address; lower case. */
  readonly webhookPrivateHosts: readonly string[];
  /** The operator's rows of services that identify customers; absolute. Null: none. */
  readonly servicesFile: string | null;
  /** How often the publishers' label lists are fetched; 0 hours for never. */
  readonly labelUpdates: { readonly everyHours: number; readonly holdsAll: boolean };
  /** Whether the labels and records that ship with the product are loaded into the database. */
  readonly hasStarterData: boolean;
  /** Checks older than this are removed. */
  readonly inquiryRetentionDays: number;
  readonly invoiceRetentionYears: number;
  /** How long checks under way may take to finish when the server stops. */
  readonly stopDelayMs: number;
  readonly stopGraceMs: number;
  /** Whether the landing's header takes over the search panel once the hero's is out of sight. */
  readonly hasLandingHeaderSearch: boolean;
  readonly operator: OperatorFacts;
  /** What is sold and claimed: the operator's file, else the product's own. */
  readonly priceList: PriceList;
  readonly signIn: SignInFacts;
  /** What is given for nothing. */
  readonly grants: GrantFacts;
  readonly signing: SigningFacts;
  readonly payments: PaymentFacts;
  /** Who is asked for the chains themselves. */
  readonly sources: SourceFacts;
  /** How much one check may ask of chains. */
  readonly live: OnDemandBudget;
  readonly prices: PriceFacts;
  readonly bot: BotFacts;
  readonly backups: BackupFacts;
  /** Where traces and logs are sent; null: nowhere. */
  readonly telemetry: TelemetryFacts | null;
  /** What a scraper of `/metrics` shows; null answers scrapers on this machine only. */
  readonly metricsToken: string | null;
  /** Of the method, that new checks are rated by; with version 3, what is not rated by it yet. */
  readonly methodVersion: MethodVersion;
  /** Whether new checks of addresses are rated by version 3 of the method. */
  readonly ratesBy3: boolean;
  /** Records in memory, of this server and of those that it asks. */
  readonly memory: MemoryFacts;
  /** Disk space for finished reports and their pictures, in bytes. */
  readonly reportCacheBytes: number;
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

/** A setting is wrong. The message names each one and what is expected, never what was given. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The one reader of the environment, and of the operator's file that it names. An empty text counts as unset. */
export function readConfig(given: Environment): Config {
  const file = operatorFileOf(given);
  const environment = withOperatorFile(given, file);
  const values = Object.fromEntries(
    SETTING_NAMES.map((name) => [name, environment[name]?.trim()]).filter(
      ([, value]) => value !== undefined && value !== '',
    ),
  );
  const parsed = z.object(settings).safeParse(values);
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path: [name], message }) => `  ${String(name)} must be ${message}`);
    throw new ConfigError(`The settings are not usable:\n${[...new Set(lines)].join('\n')}`);
  }
  const value = parsed.data;
  const missing = [...halfGivenKeys(value), ...missingSourceKeys(value), ...missingMainDatabase(value)];
  const wrong = [...missing.map((name) => `${name} must be set too`), ...strangeStandbys(value)];
  if (wrong.length > 0) {
    throw new ConfigError(`The settings are not usable:\n${wrong.map((line) => `  ${line}`).join('\n')}`);
  }
  const publicUrl = value.PUBLIC_URL ?? listeningUrl(value.HOST, value.PORT);
  return {
    environment: value.NODE_ENV,
    host: value.HOST,
    port: value.PORT,
    isPublicUrlSet: value.PUBLIC_URL !== undefined,
    publicUrl,
    dataDir: value.ASSAY_DATA_DIR,
    databaseUrl: value.DATABASE_URL ?? null,
    ledgerServers: ledgerServersOf(value),
    productName: value.PRODUCT_NAME,
    trustProxy: value.TRUST_PROXY,
    hstsCoversSubdomains: value.HSTS_SUBDOMAINS === 'on',
    allowsPrivateRedirects: value.LABELS_PRIVATE_REDIRECTS === 'on',
    webhookPrivateHosts: value.WEBHOOK_PRIVATE_HOSTS,
    servicesFile: value.SERVICES_FILE === undefined ? null : path.resolve(CLONE_DIR, value.SERVICES_FILE),
    labelUpdates: {
      everyHours: value.LABELS_UPDATE_HOURS ?? usualUpdateHours(publicUrl),
      holdsAll: value.LABELS_UPDATE_HOLD === 'on',
    },
    hasStarterData: value.STARTER_DATA === 'on',
    inquiryRetentionDays: value.INQUIRY_RETENTION_DAYS,
    invoiceRetentionYears: value.INVOICE_RETENTION_YEARS,
    stopDelayMs: value.STOP_DELAY_SECONDS * 1000,
    stopGraceMs: value.STOP_GRACE_SECONDS * 1000,
    hasLandingHeaderSearch: value.LANDING_HEADER_SEARCH === 'on',
    operator: operatorOf(value),
    priceList: file?.priceList ?? DEFAULT_PRICE_LIST,
    signIn: signInOf(value),
    grants: grantsOf(value),
    signing: signingOf(value, CLONE_DIR),
    payments: paymentsOf(value),
    sources: sourcesOf(value),
    live: onDemandOf(value),
    prices: pricesOf(value),
    bot: botOf(value, environment),
    backups: backupsOf(value, CLONE_DIR),
    telemetry: telemetryOf(value),
    metricsToken: value.METRICS_TOKEN ?? null,
    methodVersion: value.METHOD_VERSION === '3' ? '2' : value.METHOD_VERSION,
    ratesBy3: value.METHOD_VERSION === '3',
    memory: memoryOf(value),
    reportCacheBytes: value.REPORT_CACHE_MB * 1024 * 1024,
    logLevel: value.LOG_LEVEL,
  };
}

/**
 * The operator's file that the environment names; null where it names none.
 *
 * @throws ConfigError
 */
export function operatorFileOf(environment: Environment): OperatorFile | null {
  const file = environment['OPERATOR_FILE']?.trim() ?? '';
  if (file === '') return null;
  try {
    return readYamlFile(path.resolve(CLONE_DIR, file), OPERATOR_FILE_RULES);
  } catch (error) {
    if (!(error instanceof YamlFileError)) throw error;
    throw new ConfigError(`The operator’s file, which OPERATOR_FILE names, is not usable:\n${error.message}`);
  }
}

/** What the environment says counts before what the file says. */
function withOperatorFile(environment: Environment, file: OperatorFile | null): Environment {
  if (file === null) return environment;
  const missing = Object.entries(file.settings).filter(([name]) => (environment[name] ?? '').trim() === '');
  return { ...environment, ...Object.fromEntries(missing) };
}

/** Where a browser on this machine finds the server: 'all interfaces' is no address to open. */
export function listeningUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** A server for others keeps its lists of sanctions current; on this machine alone, nothing is fetched unasked. */
function usualUpdateHours(publicUrl: string): number {
  return isLoopbackUrl(publicUrl) ? 0 : 6;
}
