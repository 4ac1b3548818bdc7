import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const LENGTH = 32;

/** What a secret is for, and what is lost with it. */
const LOSSES = {
  /** Anyone who has it can sign in as any user. */
  auth: 'everybody has to sign in again',
  /** Anyone who has it can find out which mailboxes had an account. */
  mailbox: 'what was given once a mailbox can be had once more',
  /** With the database, anyone who has it can sign results and reports. */
  'report-keys': 'the signing keys in the database cannot be read any more',
  /** Anyone who has it can act as the Telegram bot. */
  bot: 'a bot that runs alone must be given the new one',
} as const;

/**
 * A secret of this installation: the operator's, else random bytes that are made once and kept in the data folder,
 * readable by their owner alone.
 */
export async function keptSecret(
  given: string | null,
  dataDir: string,
  name: keyof typeof LOSSES = 'auth',
): Promise<Uint8Array> {
  if (given !== null) return new TextEncoder().encode(given);
  const file = path.join(dataDir, `${name}.secret`);
  await mkdir(dataDir, { recursive: true });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${randomBytes(LENGTH).toString('hex')}\n`, { mode: 0o600 });
  try {
    // Of processes that start at once the first gives its draft the name, whole; the others read it.
    await link(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const kept = Buffer.from((await readFile(file, 'utf8')).trim(), 'hex');
  if (kept.length !== LENGTH)
    throw new Error(`${file} is not whole. Delete it to have a new one made; ${LOSSES[name]}.`);
  return kept;
}
