import { readFileSync } from 'node:fs';
import { ConfigError, SECRET_NAMES } from './config.ts';

/**
 * Settings whose values are secret, and the one that only the bot reads: each may be the content of a file instead, which
 * `NAME_FILE` names.
 */
export const SECRET_SETTINGS: readonly string[] = [...SECRET_NAMES, 'BOT_WEBHOOK_SECRET'];

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
