import { ERRORS } from '@assay/contracts';
import { ASSETS, type Asset } from '@assay/domain';
import { AppError } from '../../app-error.ts';
import { type CheckSubject, resolveSubject } from '../checks/index.ts';
import { type AddressRow, readAddresses } from './read-addresses.ts';
import type { ResultFile } from './result-file.ts';
import { rejectedLine, resultLine } from './result-line.ts';
import type { ScreenPort } from './screening.ports.ts';

export interface ScreenRequest {
  readonly input: string;
  /** For rows that name none. */
  readonly asset: string | null;
  readonly parent: string | null;
  /** Rows in all, as far as anybody knows; null otherwise. */
  readonly rows: number | null;
  readonly signal: AbortSignal;
  readonly onProgress: (text: string) => void;
  readonly now: () => number;
  /** The one asset the store holds; rows of another are rejected. Null where it holds all. */
  readonly only: Asset | null;
}

export interface ScreenSummary {
  /** Of the whole list, earlier runs included. */
  readonly rows: number;
  /** Of this run. */
  readonly screened: number;
  readonly rejected: number;
  readonly seconds: number;
}

interface Waiting {
  readonly line: Promise<string>;
  readonly isRejected: boolean;
  readonly number: number;
}

/**
 * Checks every address of a list and writes a line for each, in its order: the number of the last line says where to
 * go on. A row that cannot be checked gets a line with the reason; a check that fails ends the run before its line.
 */
export async function screenFile(
  port: ScreenPort,
  results: ResultFile,
  request: ScreenRequest,
): Promise<ScreenSummary> {
  const { signal } = request;
  const startedAt = request.now();
  const waiting: Waiting[] = [];
  const done = { rows: results.rows, screened: 0, rejected: 0 };
  const writeFirst = async (): Promise<void> => {
    const first = waiting.shift();
    if (first === undefined) return;
    await results.append(await first.line);
    done.rows = first.number;
    if (first.isRejected) done.rejected += 1;
    else done.screened += 1;
    request.onProgress(progressText(done, request, (request.now() - startedAt) / 1000));
  };
  for await (const row of readAddresses(request.input, signal)) {
    if (row.number <= results.rows) continue;
    signal.throwIfAborted();
    while (waiting.length >= port.atOnce) await writeFirst();
    waiting.push(begin(port, row, request));
  }
  while (waiting.length > 0) {
    signal.throwIfAborted();
    await writeFirst();
  }
  return { ...done, seconds: (request.now() - startedAt) / 1000 };
}

function begin(port: ScreenPort, row: AddressRow, { asset, parent, only }: ScreenRequest): Waiting {
  const { number, address } = row;
  const given = {
    address,
    asset: row.asset || (asset ?? ''),
    parent: row.asset === '' ? row.parent || (parent ?? '') : row.parent,
  };
  const subject = subjectOf(given, only);
  if (typeof subject === 'string') {
    return { number, isRejected: true, line: Promise.resolve(rejectedLine(number, given, subject)) };
  }
  const line = port
    .screen(subject.asset, subject.address)
    .then((found) => resultLine(number, subject.address, subject.asset, found));
  // Somebody waits for it only when its turn comes.
  line.catch(() => undefined);
  return { number, isRejected: false, line };
}

/** What a row means, judged as the site judges it; or why it cannot be checked. */
function subjectOf(
  given: { readonly address: string; readonly asset: string; readonly parent: string },
  only: Asset | null,
): CheckSubject | string {
  if (given.address === '') return 'the address is empty';
  if (given.asset === '') return 'no asset is named, in the row or by --asset';
  try {
    const subject = resolveSubject(ASSETS, {
      ticker: given.asset,
      address: given.address,
      parent: given.parent === '' ? undefined : given.parent,
    });
    if (only === null || (subject.asset.ticker === only.ticker && subject.asset.parent === only.parent)) return subject;
    return `only ${only.ticker} was brought into memory`;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.errorName === 'UnknownAsset') {
      const where = given.parent === '' ? '' : ` on ${given.parent}`;
      return `${given.asset}${where} is not on the list of assets`;
    }
    return `${ERRORS[error.errorName].message}${error.message === '' ? '' : `: ${error.message}`}`;
  }
}

function progressText(
  { rows, screened, rejected }: { readonly rows: number; readonly screened: number; readonly rejected: number },
  request: Pick<ScreenRequest, 'rows'>,
  seconds: number,
): string {
  const rate = seconds > 0 ? (screened + rejected) / seconds : 0;
  const all = request.rows === null ? '' : ` of ${request.rows.toLocaleString('en-US')}`;
  const left = request.rows === null || rate === 0 ? '' : `, ${duration((request.rows - rows) / rate)} left`;
  return `${rows.toLocaleString('en-US')}${all} rows, ${rate.toFixed(1)} a second${left}`;
}

function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours} h ${minutes} min` : minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}
