import { readFileSync } from 'node:fs';
import { isMap, isNode, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';

type Document = ReturnType<typeof parseDocument>;

/** A file of the operator's cannot be used; a line for each reason, with the line of the file and the field. */
export class YamlFileError extends Error {
  override readonly name = 'YamlFileError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(problems.map((problem) => `  ${problem}`).join('\n'), options);
    this.problems = problems;
  }
}

export interface YamlRules<T> {
  /** Its messages are read after 'must be'. */
  readonly schema: z.ZodType<T>;
  /** More characters than this are refused. */
  readonly largest: number;
  /** How a field is named to the operator, where its path alone does not say enough. */
  readonly nameOf?: (path: readonly PropertyKey[], content: unknown) => string;
}

/**
 * What a file of the operator's says, in YAML or JSON, which is YAML too.
 *
 * @throws YamlFileError for a file that cannot be read, is no YAML, or does not fit the schema, such as by a field that
 *   the schema does not have
 */
export function readYamlFile<T>(file: string, { schema, largest, nameOf = nameByPath }: YamlRules<T>): T {
  const text = textOf(file, largest);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'error' });
  const faults = [...document.errors, ...document.warnings];
  if (faults.length > 0) {
    throw new YamlFileError(
      faults.map(({ code, message, pos: [at] }) => {
        const text = code === 'MULTIPLE_DOCS' ? 'a second document begins, which nothing would read' : message;
        return `${file}, line ${lines.linePos(at).line}: ${text}`;
      }),
    );
  }
  const content = contentOf(document, file);
  const parsed = schema.safeParse(content);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.flatMap((issue) => {
    if (issue.code === 'invalid_type' && issue.expected === 'object') {
      return [{ path: issue.path, text: 'must be fields with their values' }];
    }
    if (issue.code !== 'unrecognized_keys') return [{ path: issue.path, text: `must be ${issue.message}` }];
    return issue.keys.map((key) => ({ path: [...issue.path, key], text: 'is no field of this file: remove it' }));
  });
  throw new YamlFileError([
    ...new Set(
      problems.map(({ path, text: reason }) => {
        const field = path.length === 0 ? 'the file' : nameOf(path, content);
        return `${file}, line ${lineOf(document, path, lines)}: ${field} ${reason}`;
      }),
    ),
  ]);
}

function nameByPath(path: readonly PropertyKey[]): string {
  return path.map(String).join('.');
}

function textOf(file: string, largest: number): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new YamlFileError([`${file} cannot be read (${code})`]);
  }
  if (text.length <= largest) return text;
  throw new YamlFileError([`${file} is longer than ${largest} characters`]);
}

/** A file like this needs no aliases, and a few of them can be made to mean gigabytes. */
function contentOf(document: Document, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 }) ?? {};
  } catch (error) {
    throw new YamlFileError([`${file} uses an alias (*name), which it must not`], { cause: error });
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
