import { readFileSync } from 'node:fs';
import { isMap, isNode, LineCounter, parseDocument } from 'yaml';
import { type OperatorFile, operatorFile } from './operator-file-schema.ts';

const LARGEST_CHARACTERS = 65_536;

type Document = ReturnType<typeof parseDocument>;

/** The operator's file cannot be used; a line for each reason, with the line of the file and the field. */
export class OperatorFileError extends Error {
  override readonly name = 'OperatorFileError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(problems.join('\n'), options);
    this.problems = problems;
  }
}

/**
 * What the operator says of the installation and its prices, in YAML or JSON, which is YAML too.
 *
 * @throws OperatorFileError for a file that cannot be read, is no YAML, or says what cannot be: a field that there is not,
 *   a price that is free, negative or a fraction of a cent
 */
export function readOperatorFile(file: string): OperatorFile {
  const text = textOf(file);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'silent' });
  const faults = [...document.errors, ...document.warnings];
  if (faults.length > 0) {
    throw new OperatorFileError(
      faults.map(({ message, pos: [at] }) => `${file}, line ${lines.linePos(at).line}: ${message}`),
    );
  }
  const parsed = operatorFile.safeParse(contentOf(document, file));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [{ path: issue.path, text: `must be ${issue.message}` }];
    return issue.keys.map((key) => ({ path: [...issue.path, key], text: 'is no field of this file: remove it' }));
  });
  throw new OperatorFileError([
    ...new Set(
      problems.map(({ path, text: reason }) => {
        const field = path.length === 0 ? 'the file' : path.map(String).join('.');
        return `${file}, line ${lineOf(document, path, lines)}: ${field} ${reason}`;
      }),
    ),
  ]);
}

function textOf(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new OperatorFileError([`${file} cannot be read (${code})`]);
  }
  if (text.length <= LARGEST_CHARACTERS) return text;
  throw new OperatorFileError([`${file} is longer than ${LARGEST_CHARACTERS} characters`]);
}

/** A file like this needs no aliases, and a few of them can be made to mean gigabytes. */
function contentOf(document: Document, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 }) ?? {};
  } catch (error) {
    throw new OperatorFileError([`${file} uses an alias (*name), which it must not`], { cause: error });
  }
}

/** Of the field, or of the nearest one around it that is there. */
function lineOf(document: Document, path: readonly PropertyKey[], lines: LineCounter): number {
  for (let length = path.length; length > 0; length -= 1) {
    const at = offsetOf(document, path.slice(0, length));
    if (at !== null) return lines.linePos(at).line;
  }
  return 1;
}

function offsetOf(document: Document, path: readonly PropertyKey[]): number | null {
  const around = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const last = path.at(-1);
  if (isMap(around)) {
    const pair = around.items.find(({ key }) => isNode(key) && String(key) === String(last));
    return isNode(pair?.key) ? (pair.key.range?.[0] ?? null) : null;
  }
  const node = document.getIn(path, true);
  return isNode(node) ? (node.range?.[0] ?? null) : null;
}
