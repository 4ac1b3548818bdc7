import { formatCount } from '@assay/wording';
import { isMap, isScalar, parseDocument } from 'yaml';
import { MAX_LINE_LENGTH, readLines } from '../../../../platform/intake/index.ts';
import { LabelFormatError } from './parser.ts';

/** Any YAML value with every scalar left as text: `0x…` is an address, never a number, and `no` never a boolean. */
export type YamlValue = string | null | readonly YamlValue[] | { readonly [key: string]: YamlValue };
export type YamlMap = { readonly [key: string]: YamlValue };

export type SequenceItem =
  | { readonly kind: 'item'; readonly line: number; readonly header: YamlMap; readonly value: YamlMap }
  | { readonly kind: 'broken'; readonly line: number; readonly reason: string; readonly text: string };

interface Block {
  readonly line: number;
  lines: string[];
  length: number;
}

/**
 * Items of one long block sequence (`tags:`, `actors:`) under a short header, one at a time. The file is split where
 * YAML's own indentation rules say an entry must begin, so only the header and one entry are in memory; each is then
 * read by the YAML library.
 *
 * @throws LabelFormatError when there is no such sequence, the header is no mapping, or header keys follow the
 *   sequence: they would apply to entries already read
 */
export async function* readYamlSequence(bytes: AsyncIterable<Uint8Array>, key: string): AsyncGenerator<SequenceItem> {
  let header: YamlMap | null = null;
  let headerText = '';
  let block: Block | null = null;
  let indent = -1;
  let seen = false;
  const opening = new RegExp(`^(?:${key}|'${key}'|"${key}")\\s*:\\s*(#.*)?$`);
  for await (const { number, text, cut } of readLines(bytes)) {
    if (cut) throw new LabelFormatError(`line ${number} is longer than ${MAX_LINE_LENGTH} characters`);
    if (header === null) {
      if (opening.test(text)) {
        header = readHeader(headerText);
        seen = true;
        indent = -1;
      } else if (new RegExp(`^${key}\\s*:`).test(text)) {
        if (/:\s*\[\s*\]\s*(#.*)?$/.test(text)) seen = true;
        else throw new LabelFormatError(`line ${number}: "${key}" must be a block sequence ("- …" lines)`);
      } else if (headerText.length + text.length > MAX_LINE_LENGTH) {
        throw new LabelFormatError(`the header before "${key}:" is longer than ${MAX_LINE_LENGTH} characters`);
      } else headerText += `${text}\n`;
      continue;
    }
    if (/^(---|\.\.\.)(\s|$)/.test(text)) {
      if (block !== null) yield readBlock(block, indent, header);
      block = null;
      header = null;
      headerText = '';
      continue;
    }
    const dash = /^( *)-(?:\s|$)/.exec(text);
    if (dash && (indent === -1 || dash[1]?.length === indent)) {
      indent = dash[1]?.length ?? 0;
      if (block !== null) yield readBlock(block, indent, header);
      block = { line: number, lines: [text], length: text.length };
    } else if (/^[^\s#-]/.test(text)) {
      throw new LabelFormatError(`line ${number}: a header key must come before "${key}:"`);
    } else if (block !== null) {
      block.length += text.length + 1;
      if (block.length > MAX_LINE_LENGTH) {
        throw new LabelFormatError(`the entry of line ${block.line} is longer than ${MAX_LINE_LENGTH} characters`);
      }
      block.lines.push(text);
    } else if (!/^\s*(#.*)?$/.test(text)) {
      throw new LabelFormatError(`line ${number}: expected an entry ("- …") of "${key}"`);
    }
  }
  if (block !== null && header !== null) yield readBlock(block, indent, header);
  if (!seen) throw new LabelFormatError(`no "${key}:" sequence found`);
}

const PLAIN_LINE =
  /^( +)([A-Za-z_][A-Za-z0-9_-]*): +(?:'((?:[^']|'')*)'|([A-Za-z0-9][^#:'"\\]*(?::\/\/[^#:'"\\\s]*)?))$/;

/**
 * Parses the entries of nearly every pack, `key: value` lines of one depth, without the library, which saves half a
 * minute on a large pack. Null for anything else (nesting, folding, escapes, comments), which the library reads.
 */
function readPlainBlock(lines: readonly string[], indent: number): YamlMap | null {
  const value: Record<string, YamlValue> = {};
  let depth = -1;
  for (const [index, line] of lines.entries()) {
    const match = PLAIN_LINE.exec(index === 0 ? `${line.slice(0, indent)} ${line.slice(indent + 1)}` : line);
    const [, spaces, name, quoted, plain] = match ?? [];
    if (spaces === undefined || name === undefined || name === '__proto__') return null;
    if (depth !== -1 && spaces.length !== depth) return null;
    depth = spaces.length;
    if (Object.hasOwn(value, name)) return null;
    const text = quoted?.replaceAll("''", "'") ?? plain?.trimEnd();
    if (text === undefined) return null;
    value[name] = text;
  }
  return value;
}

/** Text of a scalar key; undefined when it is absent, empty or no scalar. */
export function textOf(map: YamlMap, key: string): string | undefined {
  const value = Object.hasOwn(map, key) ? map[key] : undefined;
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** Texts of a key that holds one scalar or a list of them. */
export function textsOf(map: YamlMap, key: string): readonly string[] {
  const value = Object.hasOwn(map, key) ? map[key] : undefined;
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
}

function readHeader(text: string): YamlMap {
  if (text.replace(/^(%.*|---.*|\s*#.*|\s*)$/gm, '').trim() === '') return {};
  const value = readYaml(text);
  if (typeof value === 'string') throw new LabelFormatError(`the header cannot be read: ${value}`);
  return value;
}

function readBlock(block: Block, indent: number, header: YamlMap): SequenceItem {
  const value = readPlainBlock(block.lines, indent) ?? readYaml(asMapping(block.lines, indent));
  if (typeof value === 'string') {
    return { kind: 'broken', line: block.line, reason: value, text: block.lines.join(' ').trim() };
  }
  return { kind: 'item', line: block.line, header, value };
}

/** The dash of an entry counts as indentation of the text after it. */
function asMapping(lines: readonly string[], indent: number): string {
  const first = lines[0] ?? '';
  return [`${first.slice(0, indent)} ${first.slice(indent + 1)}`, ...lines.slice(1), ''].join('\n');
}

/**
 * The library needs some hundred bytes for each character that begins a value, and recurses at each level: 900 kB of
 * opening brackets would take a gigabyte. Entries of real packs are below 10 kB and three levels deep.
 */
const MAX_YAML_LENGTH = 100_000;
const MAX_YAML_DEPTH = 64;
/** `- - - …`, `? ? ? …`: each begins a value within the one before. */
const COMPACT_NESTING = new RegExp(`(?:[-?:][ \\t]+){${MAX_YAML_DEPTH + 1}}`);

/** Counts brackets only, also those in strings: no real text has so many more opening than closing brackets. */
function isDeep(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth = bracket === '[' || bracket === '{' ? depth + 1 : Math.max(0, depth - 1);
    if (depth > MAX_YAML_DEPTH) return true;
  }
  return COMPACT_NESTING.test(text);
}

/** One mapping, or why it cannot be read. Aliases are not followed: their target may be in another entry. */
function readYaml(text: string): YamlMap | string {
  if (text.length > MAX_YAML_LENGTH) return `YAML: longer than ${formatCount(MAX_YAML_LENGTH)} characters`;
  if (isDeep(text)) return `YAML: nested deeper than ${MAX_YAML_DEPTH}`;
  const document = parseDocument(text, { schema: 'failsafe', logLevel: 'silent' });
  const [error] = document.errors;
  if (error) return `YAML: ${error.message.split('\n')[0] ?? error.code}`;
  if (!isMap(document.contents))
    return isScalar(document.contents) ? 'expected key: value lines' : 'expected a mapping';
  try {
    const value: unknown = document.toJS({ maxAliasCount: 0 });
    return isYamlMap(value) ? value : 'expected a mapping';
  } catch (cause) {
    return `YAML: ${cause instanceof Error ? cause.message : String(cause)}`;
  }
}

function isYamlMap(value: unknown): value is YamlMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
