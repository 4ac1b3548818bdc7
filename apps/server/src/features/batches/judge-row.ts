import { recogniseTextNow } from '@assay/address/secrets';
import type { Asset } from '@assay/domain';
import { type CheckSubject, resolveSubject } from '../checks/index.ts';
import { checkRequestOf, problemFactsOf } from '../public-api/index.ts';
import type { JudgedRow } from './batches.ports.ts';

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

/** A row that could not be read. */
export interface UnreadRow {
  readonly line: number;
  readonly code: string;
  readonly detail: string;
}

export interface RowDefaults {
  readonly catalogue: readonly Asset[];
  /** Of rows that name no asset. */
  readonly asset: string | null;
  readonly network: string | null;
  /** Refuses an address that the mode of the batch does not know. */
  readonly assertKnown: (subject: CheckSubject) => void;
}

const LONGEST = { address: 512, asset: 32, network: 32, reference: 200 } as const;
const SECRET = 'The row holds a private key or a seed phrase; it was not stored. Move the money to a new wallet.';
const UNDECIDED = '64 hexadecimal digits can be a private key; the row was not stored.';

/** What a row asks for, or why it cannot be checked. A row that may hold a secret keeps none of its text. */
export function judgeRow(row: ReadRow, defaults: RowDefaults): JudgedRow {
  const { line, reference } = row;
  const others = Object.values(row.extra).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  const texts = [row.address, row.asset, row.network, reference ?? '', ...others].filter((text) => text !== '');
  const whole = texts.join(' ');
  if (texts.some(isSecret) || (texts.length > 1 && isSecret(whole))) return unread(line, 'secret_not_address', SECRET);
  if (!whole.isWellFormed() || JSON.stringify(row).includes('\\u0000')) {
    return unread(line, 'invalid_request', 'The row holds characters that no text has.');
  }
  for (const [name, most] of Object.entries(LONGEST) as [keyof typeof LONGEST, number][]) {
    if ((row[name] ?? '').length > most) {
      return unread(line, 'invalid_request', `${name} is longer than ${most} characters.`);
    }
  }
  const extra = others.length === 0 ? null : JSON.stringify(row.extra);
  const asset = row.asset || (defaults.asset ?? '');
  const network = row.network || (row.asset === '' ? (defaults.network ?? '') : '');
  const given = { line, ticker: asset, parent: network, address: row.address, reference, extra };
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
    if (problem.code === 'secret_not_address') return unread(line, problem.code, UNDECIDED);
    return refused(problem.code, problem.detail);
  }
}

/** A row of which nothing is kept but why. */
export function unread(line: number, code: string, detail: string): JudgedRow {
  return { line, ticker: '', parent: '', address: '', reference: null, extra: null, problem: { code, detail } };
}

function isSecret(text: string): boolean {
  return recogniseTextNow(text).is === 'secret';
}
