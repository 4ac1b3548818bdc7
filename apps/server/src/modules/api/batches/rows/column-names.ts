import { mayBeSecret } from '../../../../platform/kernel/text/pasted-secrets.ts';
import type { Turns } from '../../../../platform/kernel/time/turns.ts';

/** Most names of other columns. */
const MOST_COLUMNS = 100;
const LONGEST_NAME = 100;
/** A phrase of 24 words is longer than a name may be, and its owner has to learn of it. What is longer still is no name. */
const LONGEST_JUDGED = 512;

const SECRET_NAME =
  'The name of a column can be a private key or a seed phrase; it was not stored. If it is one, move the money to a new wallet.';
const UNSUITABLE = `A batch has at most ${MOST_COLUMNS} other columns, whose names are text of at most ${LONGEST_NAME} characters.`;

export interface NamesProblem {
  readonly code: 'invalid_request' | 'secret_not_address';
  readonly detail: string;
}

/** What is wrong with the names at first sight; null where only {@link problemOfNames} can say it. */
export function obviousProblemOfNames(names: readonly string[], most = MOST_COLUMNS): NamesProblem | null {
  const isRefused = names.length > most || names.some((name) => name.length > LONGEST_JUDGED || isUnstored(name));
  return isRefused ? { code: 'invalid_request', detail: UNSUITABLE } : null;
}

/**
 * Why other columns may not have these names; null where they may. Others have their turn between the names.
 *
 * @param had other columns that the body has beside them
 */
export async function problemOfNames(
  names: readonly string[],
  turns: Turns,
  had: number,
): Promise<NamesProblem | null> {
  const obvious = obviousProblemOfNames(names, MOST_COLUMNS - had);
  if (obvious !== null) return obvious;
  for (const name of names) {
    if (mayBeSecret(name)) return { code: 'secret_not_address', detail: SECRET_NAME };
    await turns.spend(name.length);
  }
  return names.some((name) => name.length > LONGEST_NAME) ? { code: 'invalid_request', detail: UNSUITABLE } : null;
}

function isUnstored(text: string): boolean {
  return !text.isWellFormed() || text.includes('\0');
}
