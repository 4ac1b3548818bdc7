import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Category, isCategory } from '@assay/domain';
import type { Label } from '@assay/exposure';

const FOLDER = new URL('../../apps/server/starter/labels/', import.meta.url);

/** One address of the labels that ship, with every label of it. */
export interface LabelledAddress {
  readonly network: string;
  readonly address: string;
  readonly labels: readonly Label[];
}

interface Row {
  readonly network: string;
  readonly address: string;
  readonly label: Label;
}

/** The shipped labels, by network and address, as they are in the files; no database is asked. */
export function readStarterLabels(): readonly LabelledAddress[] {
  const found = new Map<string, { network: string; address: string; labels: Label[] }>();
  for (const file of readdirSync(fileURLToPath(FOLDER)).toSorted()) {
    if (!file.endsWith('.jsonl')) continue;
    for (const { network, address, label } of readFile(file)) {
      const key = `${network} ${address}`;
      const known = found.get(key);
      if (known === undefined) found.set(key, { network, address, labels: [label] });
      else known.labels.push(label);
    }
  }
  return [...found.values()];
}

function readFile(file: string): readonly Row[] {
  const source = file.replace(/\.jsonl$/, '');
  let defaults: Readonly<Record<string, unknown>> = {};
  const rows: Row[] = [];
  for (const line of readFileSync(new URL(file, FOLDER), 'utf8').split('\n')) {
    if (line === '') continue;
    const value = parseObject(line);
    if ('defaults' in value) defaults = { ...Object(value.defaults) };
    else rows.push(readRow(source, { ...defaults, ...value }));
  }
  return rows;
}

function readRow(source: string, fields: Readonly<Record<string, unknown>>): Row {
  return {
    network: textOf(fields.network) ?? '',
    address: textOf(fields.address) ?? '',
    label: {
      entity: textOf(fields.entity) ?? source,
      category: categoryOf(fields.category),
      confidence: Number(fields.confidence),
      source,
      sourceUrl: textOf(fields.source_url),
      sourceDate: textOf(fields.source_date),
      validFrom: secondsOf(fields.valid_from),
      validTo: secondsOf(fields.valid_to),
      origin: 'given',
    },
  };
}

function categoryOf(value: unknown): Category {
  if (typeof value === 'string' && isCategory(value)) return value;
  throw new RangeError(`"category" expected an id of the method, got ${JSON.stringify(value)}`);
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function secondsOf(value: unknown): number | null {
  return typeof value === 'string' ? Math.floor(Date.parse(value) / 1000) : null;
}

function parseObject(line: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(line);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
