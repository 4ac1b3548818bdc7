import { recogniseTextNow } from '@assay/address/secrets';
import { ERRORS } from '@assay/contracts';
import { ASSETS, type Asset } from '@assay/domain';
import { formatCount } from '@assay/wording';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { type CheckSubject, resolveSubject } from '../checks/begin/begin-check.ts';
import { type AssetChoice, choiceProblem, chooseAsset } from '../checks/begin/choose-asset.ts';
import type { AddressRow } from './read-addresses.ts';
import type { ResultFile } from './result-file.ts';
import { rejectedLine, resultLine } from './result-line.ts';
import type { ScreenPort } from './screening.ports.ts';

export interface ScreenRequest {
  /** In the order of its rows' numbers, each time from the first. */
  readonly list: Iterable<AddressRow> | AsyncIterable<AddressRow>;
  /** Whether no address is in the list twice, so that none has to be remembered. */
  readonly isDistinct: boolean;
  /** For rows without an asset. */
  readonly asset: string | null;
  readonly parent: string | null;
  /** Number of rows of the list. */
  readonly rows: number;
  readonly signal: AbortSignal;
  readonly onProgress: (text: string) => void;
  readonly now: () => number;
  /** The only asset of the store; rows of another are rejected. Null where the store has all assets. */
  readonly only: Asset | null;
}

/** Counts over the whole list, earlier runs included. */
export interface ScreenSummary {
  /** Rows with a result; without the header and blank lines. */
  readonly rows: number;
  readonly screened: number;
  /** Rows that could not be checked. */
  readonly rejected: number;
  /** Rows whose address and asset an earlier row had already; they have results of their own. */
  readonly repeated: number;
  /** Rows that earlier runs had answered. */
  readonly earlier: number;
  /** Of this run. */
  readonly seconds: number;
}

/** A check failed, so the run ends: the row has no result yet. */
export class RowFailedError extends Error {
  override readonly name = 'RowFailedError';

  constructor(row: number, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      `Row ${row} could not be checked: ${reason}. The rows before it have their results; the same command resumes`,
      {
        cause,
      },
    );
  }
}

interface Waiting {
  readonly line: Promise<string>;
  readonly isRejected: boolean;
  readonly number: number;
  /** The line, once it is there. */
  ready: string | null;
}

/**
 * Checks every address of a list and writes a line for each, in its order: the number of the last line says where to
 * resume. A row that cannot be checked gets a line with the reason; a check that fails ends the run before its line.
 */
export async function screenFile(
  port: ScreenPort,
  results: ResultFile,
  request: ScreenRequest,
): Promise<ScreenSummary> {
  const { signal } = request;
  const startedAt = request.now();
  const waiting: Waiting[] = [];
  const subjects = new Set<string>();
  const chosen: ChosenAssets = new Map();
  let repeated = 0;
  const done = { rows: results.rows, screened: results.rows - results.rejected, rejected: results.rejected };
  // With the first line, those behind it that are ready too: one write for all of them.
  const writeReady = async (): Promise<void> => {
    const [first] = waiting;
    if (first === undefined) return;
    first.ready = await lineOf(first, signal);
    const pending = waiting.findIndex(({ ready }) => ready === null);
    const written = waiting.splice(0, pending < 0 ? waiting.length : pending);
    await results.append(written.map(({ ready }) => ready).join(''));
    for (const { number, isRejected } of written) {
      done.rows = number;
      if (isRejected) done.rejected += 1;
      else done.screened += 1;
    }
    const seconds = (request.now() - startedAt) / 1000;
    request.onProgress(progressText(done.rows, request.rows, seconds > 0 ? (done.rows - results.rows) / seconds : 0));
  };
  for await (const row of request.list) {
    const judged = judge(row, request, chosen);
    if (!request.isDistinct && 'subject' in judged) {
      const { address, asset } = judged.subject;
      const key = `${asset.ticker} ${asset.parent ?? ''} ${address}`;
      if (subjects.has(key)) repeated += 1;
      subjects.add(key);
    }
    if (row.number <= results.rows) continue;
    signal.throwIfAborted();
    while (waiting.length >= port.atOnce) await writeReady();
    waiting.push(begin(port, row, judged));
  }
  while (waiting.length > 0) {
    signal.throwIfAborted();
    await writeReady();
  }
  return { ...done, repeated, earlier: results.rows, seconds: (request.now() - startedAt) / 1000 };
}

async function lineOf({ line, number }: Waiting, signal: AbortSignal): Promise<string> {
  try {
    return await line;
  } catch (error) {
    if (signal.aborted) throw error;
    throw new RowFailedError(number, error);
  }
}

const SECRET = 'the row holds a private key or a seed phrase; it is not repeated here. Move the money to a new wallet';
const UNDECIDED = 'hexadecimal digits of this length can be a private key; they are not repeated here';

interface Given {
  readonly address: string;
  readonly asset: string;
  readonly parent: string;
}

/** What a row asks for, or why it cannot be checked, with as much of it as may be repeated. */
type Judged =
  | { readonly subject: CheckSubject }
  | { readonly given: Given; readonly extras: readonly string[]; readonly reason: string };

/** Assets that ticker and network alone identify, by both as rows write them. */
type ChosenAssets = Map<string, AssetChoice>;

const UNPRINTABLE: Given = { address: '', asset: '', parent: '' };

function judge(row: AddressRow, { asset, parent, only }: ScreenRequest, chosen: ChosenAssets): Judged {
  const withoutText = { given: UNPRINTABLE, extras: row.extras.map(() => '') };
  if (row.isSecret) return { ...withoutText, reason: SECRET };
  if (row.fault !== null) return { ...withoutText, reason: row.fault };
  const given = {
    address: row.address,
    asset: row.asset || (asset ?? ''),
    parent: row.asset === '' ? row.parent || (parent ?? '') : row.parent,
  };
  const subject = subjectOf(given, only, chosen);
  if (typeof subject !== 'string') return { subject };
  if (recogniseTextNow(row.address).is === 'key or transaction') return { ...withoutText, reason: UNDECIDED };
  return { given, extras: row.extras, reason: subject };
}

function begin(port: ScreenPort, { number, extras }: AddressRow, judged: Judged): Waiting {
  if (!('subject' in judged)) {
    const line = Promise.resolve(rejectedLine({ number, extras: judged.extras }, judged.given, judged.reason));
    return waitFor({ number, isRejected: true, line });
  }
  const { subject } = judged;
  const line = port
    .screen(subject.asset, subject.address)
    .then((found) => resultLine({ number, extras }, subject, found));
  return waitFor({ number, isRejected: false, line });
}

function waitFor(row: Omit<Waiting, 'ready'>): Waiting {
  const waiting: Waiting = { ...row, ready: null };
  row.line.then(
    (line) => {
      waiting.ready = line;
    },
    // It is awaited when its turn comes, so until then a rejection must not count as unhandled.
    () => undefined,
  );
  return waiting;
}

/** The subject a row names, by the same rules as elsewhere on the command line; or why it cannot be checked. */
function subjectOf(
  { address, asset: ticker, parent }: Given,
  only: Asset | null,
  chosen: ChosenAssets,
): CheckSubject | string {
  if (address === '') return 'the address is empty';
  if (ticker === '') return 'no asset is named, in the row or by --asset';
  const named = { ticker, network: parent === '' ? null : parent, address };
  const key = `${ticker} ${parent}`;
  const choice = chosen.get(key) ?? chooseAsset(ASSETS, named);
  if (choice.is !== 'chosen') return choiceProblem(choice, named, (network) => `${network} as parent`);
  try {
    const { asset } = choice;
    if (!choice.byAddress) chosen.set(key, choice);
    // The asset is known: no need to look through all of them for each row.
    const subject = resolveSubject([asset], { ticker, address, parent: asset.parent ?? undefined });
    if (only === null || (asset.ticker === only.ticker && asset.parent === only.parent)) return subject;
    return `only ${only.ticker} was brought into memory`;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `${ERRORS[error.errorName].message}${error.message === '' ? '' : `: ${error.message}`}`;
  }
}

function progressText(done: number, rows: number, rate: number): string {
  const left = rate === 0 ? '' : `, ${duration((rows - done) / rate)} left`;
  return `${formatCount(done)} of ${formatCount(rows)} rows, ${rate.toFixed(1)} a second${left}`;
}

function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours} h ${minutes} min` : minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}
