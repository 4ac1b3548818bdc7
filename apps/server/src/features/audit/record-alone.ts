import type { Pool } from '../../db/index.ts';
import { inTransaction } from '../../db/transactions.ts';
import { appendEntry } from './append-entry.store.ts';
import type { AuditAlone } from './audit.ports.ts';

/** Records acts that have no transaction of their own. */
export function auditAlone(pool: Pool): AuditAlone {
  return (entry) => inTransaction(pool, (tx) => appendEntry(tx, entry));
}
