import type { AuditLogEntry } from '@assay/contracts';
import { csvCell } from '../kernel/csv-cell.ts';

const COLUMNS: readonly (readonly [string, (entry: AuditLogEntry) => string])[] = [
  ['number', ({ number }) => String(number)],
  ['time_utc', ({ at }) => at],
  ['action', ({ action }) => action],
  ['description', ({ title }) => title],
  ['actor', ({ actor }) => actor.kind],
  ['actor_id', ({ actor }) => actor.id ?? ''],
  ['actor_email', ({ actor }) => actor.email ?? ''],
  ['actor_name', ({ actor }) => actor.name ?? ''],
  ['target', ({ target }) => target?.kind ?? ''],
  ['target_id', ({ target }) => target?.id ?? ''],
  ['ip', ({ ip }) => ip ?? ''],
  ['device', ({ device }) => device ?? ''],
  ['text', ({ text }) => text ?? ''],
  ['sha256', ({ hash }) => hash],
];

/** CSV (RFC 4180) with a line of names, every line ended by CRLF. */
export async function* csvOf(parts: AsyncIterable<readonly AuditLogEntry[]>): AsyncGenerator<string> {
  yield `${COLUMNS.map(([name]) => name).join(',')}\r\n`;
  for await (const entries of parts) {
    yield entries.map((entry) => `${COLUMNS.map(([, read]) => csvCell(read(entry))).join(',')}\r\n`).join('');
  }
}

/** JSON Lines: one object a line, as GET /audit/log answers them. */
export async function* jsonLinesOf(parts: AsyncIterable<readonly AuditLogEntry[]>): AsyncGenerator<string> {
  for await (const entries of parts) yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}
