import { recogniseTextNow } from '@assay/address/secrets';
import { type Asset, MAX_ADDRESS_LENGTH } from '@assay/domain';
import type { Turns } from '../../../../platform/kernel/time/turns.ts';
import { type CheckSubject, resolveSubject } from '../../../checks/index.ts';
import { problemFactsOf } from '../../public-api/problems.ts';
import { checkRequestOf } from '../../public-api/wanted-asset.ts';
import type { JudgedRow } from '../batches.ports.ts';

/** A row as its format gives it. */
export interface ReadRow {
  readonly line: number;
  readonly address: string;
  /** Empty where the row names none. */
  readonly asset: string;
  readonly network: string;
  readonly reference: string | null;
  /** The other columns. */
  readonly extra: Readonly<Record<string, unknown>>;
}

export interface RowDefaults {
  readonly catalogue: readonly Asset[];
  /** Of rows that name no asset. */
  readonly asset: string | null;
  readonly network: string | null;
  /** Refuses an address that the mode of the batch does not know. */
  readonly assertKnown: (subject: CheckSubject) => void;
}

const LONGEST = { address: MAX_ADDRESS_LENGTH, asset: 32, network: 32, reference: 200 } as const;
/** Characters of another column. */
const LONGEST_EXTRA = 4_096;
const SECRET = 'The row holds a private key or a seed phrase; it was not stored. Move the money to a new wallet.';
const UNDECIDED = 'Hexadecimal digits of this length can be a private key; the row was not stored.';

/**
 * A row as it is stored before its batch is worked: nothing of one that may hold a secret, and no cell beyond its
 * length. What it asks for is judged later, by {@link judgeRow}; at once where only that says whether it may be stored.
 * Others have their turn between its cells: looking for a secret in a long one takes tens of milliseconds.
 */
export async function keepRow(row: ReadRow, defaults: RowDefaults, turns: Turns): Promise<JudgedRow> {
  const { line, reference } = row;
  const others = textsOf(row.extra);
  if (others === null) return unread(line, 'malformed_request', 'The row is nested too deep.');
  for (const [name, most] of Object.entries(LONGEST) as [keyof typeof LONGEST, number][]) {
    if ((row[name] ?? '').length > most) {
      return unread(line, 'invalid_request', `${name} is longer than ${most} characters.`);
    }
  }
  if (others.some((text) => text.length > LONGEST_EXTRA)) {
    return unread(line, 'invalid_request', `A column is longer than ${LONGEST_EXTRA} characters.`);
  }
  const texts = [row.address, row.asset, row.network, reference ?? '', ...others].filter((text) => text !== '');
  const whole = texts.join(' ');
  for (const text of texts.length > 1 ? [...texts, whole] : texts) {
    if (isSecret(text)) return unread(line, 'secret_not_address', SECRET);
    await turns.spend(text.length);
  }
  if (!whole.isWellFormed() || JSON.stringify(row).includes('\\u0000')) {
    return unread(line, 'invalid_request', 'The row holds characters that no text has.');
  }
  const extra = others.length === 0 ? null : JSON.stringify(row.extra);
  const { address, asset: ticker, network: parent } = row;
  const kept = { line, ticker, parent, address, reference, extra, problem: null };
  return recogniseTextNow(address).is === 'key or transaction' ? judgeRow(kept, defaults) : kept;
}

/** What a row that was stored asks for, or why it cannot be checked. */
export function judgeRow(row: JudgedRow, defaults: RowDefaults): JudgedRow {
  const asset = row.ticker || (defaults.asset ?? '');
  const network = row.parent || (row.ticker === '' ? (defaults.network ?? '') : '');
  const given = { ...row, ticker: asset, parent: network };
  const refused = (code: string, detail: string): JudgedRow => ({ ...given, problem: { code, detail } });
  if (row.address === '') return refused('invalid_request', 'The row names no address.');
  if (asset === '')
    return refused('invalid_request', 'The row names no asset, and the batch names none for such rows.');
  try {
    const { catalogue } = defaults;
    const wanted = { address: row.address, asset, network: network === '' ? null : network };
    const subject = resolveSubject(catalogue, checkRequestOf(catalogue, wanted));
    defaults.assertKnown(subject);
    const { ticker, parent } = subject.asset;
    return { ...given, ticker, parent: parent ?? '', address: subject.address, problem: null };
  } catch (error) {
    const problem = problemFactsOf(error);
    if (problem === null) throw error;
    if (problem.code === 'secret_not_address') return unread(row.line, problem.code, UNDECIDED);
    return refused(problem.code, problem.detail);
  }
}

/** The texts of the other columns; null where one is nested too deep to be written. */
function textsOf(extra: ReadRow['extra']): readonly string[] | null {
  try {
    return Object.values(extra).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** A row of which nothing is kept but why. */
export function unread(line: number, code: string, detail: string): JudgedRow {
  const nothing = { ticker: '', parent: '', address: '', reference: null, extra: null };
  return { line, ...nothing, problem: { code, detail } };
}

function isSecret(text: string): boolean {
  return recogniseTextNow(text).is === 'secret';
}
