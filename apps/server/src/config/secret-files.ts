import { readFileSync } from 'node:fs';
import { ConfigError } from './config.ts';

/** Settings whose values are secret: each may be the content of a file instead, which `NAME_FILE` names. */
export const SECRET_SETTINGS: readonly string[] = [
  'DATABASE_URL',
  'AUTH_SECRET',
  'MAILBOX_SECRET',
  'SMTP_URL',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'BOT_TOKEN',
  'BOT_API_SECRET',
  'BOT_API_SECRET_PREVIOUS',
  'BOT_WEBHOOK_SECRET',
  'REPORT_KEYS_SECRET',
  'REPORT_P12_PASSWORD',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'NOWPAYMENTS_API_KEY',
  'NOWPAYMENTS_IPN_SECRET',
  'NOWPAYMENTS_PASSWORD',
  'BACKUP_PASSPHRASE',
  'PRICES_COINGECKO_KEY',
  'BLOCKSCOUT_API_KEY',
  'ETHERSCAN_API_KEY',
  'NOWNODES_API_KEY',
  'TRONGRID_API_KEY',
];

const LARGEST_CHARACTERS = 16_384;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment with the secrets that files hold, as container platforms and systemd hand them over. White space
 * around a secret does not count.
 *
 * @throws ConfigError names every setting that is given twice, and every file that holds no secret; it never contains
 *   what a file holds
 */
export function withSecretFiles(environment: Environment): Environment {
  const read: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of SECRET_SETTINGS) {
    const file = environment[`${name}_FILE`]?.trim() ?? '';
    if (file === '') continue;
    if ((environment[name] ?? '').trim() !== '') {
      problems.push(`${name} and ${name}_FILE are both set: keep one`);
      continue;
    }
    const secret = readSecret(file);
    if ('problem' in secret) problems.push(`${name}_FILE names ${file}, which ${secret.problem}`);
    else read[name] = secret.text;
  }
  if (problems.length > 0) {
    throw new ConfigError(`The settings are not usable:\n${problems.map((line) => `  ${line}`).join('\n')}`);
  }
  return { ...environment, ...read };
}

function readSecret(file: string): { readonly text: string } | { readonly problem: string } {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return { problem: `cannot be read (${code})` };
  }
  if (text === '') return { problem: 'is empty' };
  if (text.length > LARGEST_CHARACTERS) return { problem: `is longer than ${LARGEST_CHARACTERS} characters` };
  return { text };
}
