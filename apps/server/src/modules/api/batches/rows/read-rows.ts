import { setImmediate as nextTurn } from 'node:timers/promises';
import { BATCH_ROW_BYTES } from '@assay/contracts/v1';
import {
  CSV_FAULTS,
  CsvReader,
  type CsvRow,
  RecordSplitter,
  type TextRecord,
} from '../../../../platform/intake/index.ts';
import { Turns } from '../../../../platform/kernel/time/turns.ts';
import { excessOf, LIST_COLUMNS, ListError, type ListLayout, layoutOf } from '../../../checks/index.ts';
import { ProblemError } from '../../public-api/problem-error.ts';
import type { JudgedRow } from '../batches.ports.ts';
import { keepRow, type ReadRow, type RowDefaults, unread } from '../judge/judge-row.ts';
import { obviousProblemOfNames, problemOfNames } from './column-names.ts';
import { withExactNumbers } from './exact-numbers.ts';

export type RowFormat = 'jsonl' | 'csv';

/** What was read of a body, complete once all its rows were. */
export interface BodyFacts {
  /** Names of the other columns, in the order they came. */
  readonly columns: string[];
}

/** Characters of rows between which others have their turn: most of the work is recognising a secret in them. */
const TURN_CHARACTERS = 2_048;
/** Bytes of a body that are split into rows at once: as many blank lines take some milliseconds. */
export const PART_BYTES = 4 * 1024;

/**
 * The rows of a body in pages, one for each chunk that arrives: nothing else of the body is held. A row that cannot be
 * read is a row with a problem; what the others ask for is not judged here.
 *
 * @throws ProblemError invalid_request for CSV without a column of addresses; invalid_request or
 *   secret_not_address for CSV whose columns have names that may not be stored
 */
export async function* readRows(
  { format, bytes }: { readonly format: RowFormat; readonly bytes: AsyncIterable<Uint8Array> },
  defaults: RowDefaults,
  facts: BodyFacts,
): AsyncGenerator<readonly JudgedRow[]> {
  const reader = rowReader(format);
  const decoder = new TextDecoder();
  const columns = new Set<string>();
  const turns = new Turns(TURN_CHARACTERS);
  /** Names of the first line that were found to be none of a secret, so that its rows are not asked about them again. */
  let ofHeader: ReadonlySet<string> | null = null;
  const assertHeader = async (): Promise<void> => {
    const { names } = reader;
    if (ofHeader !== null || names === null) return;
    const problem = await problemOfNames(names, turns, 0);
    // All rows would have it: one answer says more than a problem of each.
    if (problem !== null) throw new ProblemError(problem.code, problem.detail);
    ofHeader = new Set(names);
  };
  const keep = async (row: ReadRow | UnreadRow): Promise<JudgedRow> => {
    if ('code' in row) return unread(row.line, row.code, row.detail);
    const names = Object.keys(row.extra).filter((name) => !columns.has(name));
    const problem = await problemOfNames(
      names.filter((name) => ofHeader?.has(name) !== true),
      turns,
      columns.size,
    );
    if (problem !== null) return unread(row.line, problem.code, problem.detail);
    const kept = await keepRow(row, defaults, turns);
    if (kept.extra !== null) for (const name of names) columns.add(name);
    return kept;
  };
  const pageOf = async (found: Iterable<FoundRow>): Promise<JudgedRow[]> => {
    const page: JudgedRow[] = [];
    for (const { read, length } of found) {
      await assertHeader();
      page.push(await keep(read()));
      await turns.spend(length);
    }
    return page;
  };
  for await (const chunk of bytes) {
    const page: JudgedRow[] = [];
    for await (const part of inTurns(chunk)) {
      page.push(...(await pageOf(reader.push(decoder.decode(part, { stream: true })))));
    }
    if (page.length > 0) yield page;
  }
  const last = [...(await pageOf(reader.push(decoder.decode()))), ...(await pageOf(reader.end()))];
  if (last.length > 0) yield last;
  facts.columns.push(...columns);
}

/** The parts of a chunk. Others have their turn between them: blank lines are no rows, between which they would have it. */
export async function* inTurns(chunk: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < chunk.length; at += PART_BYTES) {
    if (at > 0) await nextTurn();
    yield chunk.subarray(at, at + PART_BYTES);
  }
}

/** A row that could not be read. */
interface UnreadRow {
  readonly line: number;
  readonly code: string;
  readonly detail: string;
}

interface FoundRow {
  /** What it says: who only counts rows does not ask. */
  readonly read: () => ReadRow | UnreadRow;
  /** Of its text. */
  readonly length: number;
}

/** The rows of a text that arrives in chunks. */
export interface RowReader {
  /** Of the other columns that all rows have; null before the first line. Whether one is a secret is not known yet. */
  readonly names: readonly string[] | null;
  /** Lines without text that were passed over so far: they are no rows, and are read all the same. */
  readonly blank: number;
  /** @throws ProblemError invalid_request for CSV without a column of addresses, or with names that are none */
  push(text: string): Iterable<FoundRow>;
  end(): Iterable<FoundRow>;
}

export function rowReader(format: RowFormat): RowReader {
  return format === 'csv' ? new CsvRows() : new JsonRows();
}

/** One JSON object a line. */
class JsonRows implements RowReader {
  readonly names: readonly string[] = [];
  readonly #splitter = new RecordSplitter({ quoted: false, maxLength: BATCH_ROW_BYTES });
  blank = 0;

  *push(text: string): Generator<FoundRow> {
    for (const record of this.#splitter.push(text)) yield* this.#read(record);
  }

  *end(): Generator<FoundRow> {
    for (const record of this.#splitter.end()) yield* this.#read(record);
  }

  *#read(record: TextRecord): Generator<FoundRow> {
    if ('fault' in record) yield faulty(record.line, CSV_FAULTS[record.fault]);
    else if (record.text.trim() === '') this.blank += 1;
    else yield { read: () => objectRow(record.line, record.text), length: record.text.length };
  }
}

/** @param words why, as part of a sentence */
function faulty(line: number, words: string, length = BATCH_ROW_BYTES): FoundRow {
  const detail = `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
  return { read: () => ({ line, code: 'malformed_request', detail }), length };
}

function objectRow(line: number, text: string): ReadRow | UnreadRow {
  const json = line === 1 ? text.replace(/^\uFEFF/, '') : text;
  const value = objectIn(json);
  if (value === null) return { line, code: 'malformed_request', detail: 'The line is not one JSON object.' };
  const exact = withExactNumbers(json, value);
  if (exact === null) return { line, code: 'malformed_request', detail: 'The row is nested too deep.' };
  const { address = '', asset = '', network = '', reference = null, ...extra } = value;
  const named = { address, asset: asset ?? '', network: network ?? '' };
  const wrong = Object.entries(named).find(([, one]) => typeof one !== 'string')?.[0];
  if (wrong !== undefined) return { line, code: 'invalid_request', detail: `${wrong} is not a text.` };
  if (reference !== null && typeof reference !== 'string' && typeof reference !== 'number') {
    return { line, code: 'invalid_request', detail: 'reference is not a text.' };
  }
  // Beyond those, the program that sent it may have lost digits already.
  const isInexact = Number.isInteger(reference) && !Number.isSafeInteger(reference);
  if (isInexact || exact['reference'] !== value['reference']) {
    const detail = 'reference is a number with more digits than numbers of JSON keep: send it as a text.';
    return { line, code: 'invalid_request', detail };
  }
  const [theAddress, theAsset, theNetwork] = [named.address, named.asset, named.network].map((one) =>
    String(one).trim(),
  );
  return {
    line,
    address: theAddress ?? '',
    asset: theAsset ?? '',
    network: theNetwork ?? '',
    reference: reference === null || reference === '' ? null : String(reference),
    extra: Object.fromEntries(Object.keys(extra).map((name) => [name, exact[name]])),
  };
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    // Not JSON: the row says so.
    return null;
  }
}

/** CSV whose first line names the columns, or one address a line. */
class CsvRows implements RowReader {
  readonly #reader = new CsvReader({ maxLength: BATCH_ROW_BYTES, columns: [...LIST_COLUMNS, 'reference'] });
  #layout: RowLayout | null = null;
  blank = 0;

  get names(): readonly string[] | null {
    return this.#layout === null ? null : [...new Set(this.#layout.others.map(({ name }) => name))];
  }

  *push(text: string): Generator<FoundRow> {
    for (const row of this.#reader.push(text)) yield* this.#read(row);
  }

  *end(): Generator<FoundRow> {
    for (const row of this.#reader.end()) yield* this.#read(row);
  }

  *#read(found: CsvRow): Generator<FoundRow> {
    if ('fault' in found) {
      yield faulty(found.line, CSV_FAULTS[found.fault]);
      return;
    }
    const { line, cells, text } = found;
    if (cells.every((cell) => cell === '')) {
      this.blank += 1;
      return;
    }
    if (this.#layout === null) {
      this.#layout = layoutIn(cells);
      const problem = obviousProblemOfNames(this.names ?? []);
      if (problem !== null) throw new ProblemError(problem.code, problem.detail);
      if (this.#layout.hasHeader) return;
    }
    const layout = this.#layout;
    const excess = excessOf(cells, layout);
    if (excess === null) yield { read: () => cellsRow(line, cells, layout), length: text.length };
    else yield faulty(line, excess, text.length);
  }
}

/** Of a list in which one of the other columns is the reference. */
interface RowLayout extends ListLayout {
  /** -1 where there is none. */
  readonly reference: number;
  readonly others: ListLayout['extras'];
}

function cellsRow(line: number, cells: readonly string[], layout: RowLayout): ReadRow {
  const cell = (index: number): string => cells[index] ?? '';
  return {
    line,
    address: cell(layout.address),
    asset: cell(layout.asset),
    network: cell(layout.parent),
    reference: cell(layout.reference) || null,
    extra: Object.fromEntries(layout.others.map(({ index, name }) => [name, cell(index)])),
  };
}

/** @throws ProblemError invalid_request */
function layoutIn(cells: readonly string[]): RowLayout {
  try {
    const layout = layoutOf(cells, true);
    const reference = layout.extras.find(({ name }) => name.toLowerCase() === 'reference')?.index ?? -1;
    const others = layout.extras
      .filter(({ index }) => index !== reference)
      .map(({ index, name }) => ({ index, name: name === '' ? `column_${index + 1}` : name }));
    return { ...layout, reference, others };
  } catch (error) {
    if (!(error instanceof ListError)) throw error;
    throw new ProblemError('invalid_request', `${error.message}.`);
  }
}
