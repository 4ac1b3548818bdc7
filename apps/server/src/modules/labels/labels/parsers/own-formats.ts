import { CSV_FAULTS, readLines } from '../../../../platform/intake/index.ts';
import { type LabelClaim, type ParsedItem, rejectionOf } from '../label-claim.ts';
import { readCsvRows } from './csv-rows.ts';
import { LabelFormatError, type LabelInput } from './parser.ts';
import { parseObject } from './publisher-json.ts';

/** Fields of the documented CSV and JSON Lines (docs/operations/labels.md); the second name is taken for the first. */
const FIELDS = [
  'address',
  'network',
  'entity',
  'category',
  'source_category',
  'confidence',
  'actor',
  'source',
  'source_url',
  'source_date',
  'valid_from',
  'valid_to',
  'licence',
] as const;
const OTHER_NAMES: Readonly<Record<string, Field>> = { label: 'entity', date: 'source_date', license: 'licence' };

type Field = (typeof FIELDS)[number];
type Fields = Partial<Record<Field, string>>;

/** CSV with a header of the documented fields. A column outside them stops the import: a misspelt one would be lost. */
export async function* parseLabelCsv(input: LabelInput): AsyncGenerator<ParsedItem> {
  let header: readonly Field[] | null = null;
  for await (const row of readCsvRows(input.bytes, { columns: [...FIELDS, ...Object.keys(OTHER_NAMES)] })) {
    const { line } = row;
    if ('fault' in row) {
      if (header === null) throw new LabelFormatError(`the header: ${CSV_FAULTS[row.fault]}`);
      yield rejectionOf(line, CSV_FAULTS[row.fault], '');
      continue;
    }
    const { cells } = row;
    if (header === null) {
      header = cells.map((cell) => {
        const field = fieldOf(cell.trim().toLowerCase());
        if (field === null)
          throw new LabelFormatError(`unknown column "${cell.slice(0, 40)}"; known: ${FIELDS.join(', ')}`);
        return field;
      });
      const twice = header.find((field, at) => header?.indexOf(field) !== at);
      if (twice !== undefined) throw new LabelFormatError(`the header names the column "${twice}" twice`);
      if (!header.includes('address')) throw new LabelFormatError('the header names no "address" column');
      continue;
    }
    if (cells.length > header.length) {
      yield rejectionOf(line, `${cells.length} cells under ${header.length} columns`, cells.join(','));
      continue;
    }
    const fields: Fields = {};
    for (const [index, field] of header.entries()) {
      const cell = cells[index]?.trim();
      if (cell) fields[field] = cell;
    }
    yield { kind: 'label', claim: claimOf(line, fields) };
  }
  if (header === null) throw new LabelFormatError('the file is empty');
}

/**
 * JSON Lines: one object a line with the documented fields. A line `{"defaults": {…}}` replaces what the following
 * lines need not repeat.
 */
export async function* parseLabelJsonLines(input: LabelInput): AsyncGenerator<ParsedItem> {
  let defaults: Fields = {};
  for await (const { number, text, cut } of readLines(input.bytes)) {
    if (text.trim() === '') continue;
    const value = cut ? null : parseObject(text);
    if (value === null) {
      yield rejectionOf(number, cut ? 'line too long' : 'no JSON object', text);
      continue;
    }
    const { defaults: given }: { readonly defaults?: unknown } = value;
    const isDefaults = given !== undefined;
    const fields = fieldsOf(isDefaults ? given : value);
    if (typeof fields === 'string') {
      // Rows below would be read with the wrong defaults.
      if (isDefaults) throw new LabelFormatError(`line ${number}: defaults: ${fields}`);
      yield rejectionOf(number, fields, text);
    } else if (isDefaults) defaults = fields;
    else yield { kind: 'label', claim: claimOf(number, { ...defaults, ...fields }) };
  }
}

function fieldOf(name: string): Field | null {
  return (
    FIELDS.find((field) => field === name) ?? (Object.hasOwn(OTHER_NAMES, name) ? (OTHER_NAMES[name] ?? null) : null)
  );
}

/** The fields of one object, or why they cannot be taken. */
function fieldsOf(value: unknown): Fields | string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'expected an object';
  const fields: Fields = {};
  for (const [name, content] of Object.entries(value)) {
    const field = fieldOf(name);
    if (field === null) return `unknown field "${name.slice(0, 40)}"`;
    if (content === null) continue;
    if (typeof content !== 'string' && typeof content !== 'number') return `"${name}" is neither text nor number`;
    fields[field] = String(content);
  }
  return fields;
}

function claimOf(line: number, fields: Fields): LabelClaim {
  return {
    line,
    address: fields.address ?? '',
    chain: fields.network ?? '',
    entity: fields.entity ?? fields.actor ?? fields.source_category ?? '',
    actor: fields.actor,
    words: fields.category ? [fields.category] : [],
    hints: fields.source_category?.split(/[,/]/),
    confidence: fields.confidence,
    source: fields.source,
    sourceUrl: fields.source_url,
    sourceDate: fields.source_date,
    validFrom: fields.valid_from,
    validTo: fields.valid_to,
  };
}
