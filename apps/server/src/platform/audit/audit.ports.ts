import type { AuditAction } from '@assay/domain';
import type { Db } from '../db/index.ts';

/** Who acted: a person by the id of the account, a program by the id of its API key, the operator at the command line, or the product by itself. */
type AuditActor =
  | { readonly kind: 'person'; readonly sub: string }
  | { readonly kind: 'key'; readonly id: string }
  | { readonly kind: 'operator' }
  | { readonly kind: 'system' };

/** What was acted on, such as `{ kind: 'key', id }`. Ids mean nothing outside the database: no email, no address. */
export interface AuditTarget {
  readonly kind: string;
  readonly id: string;
}

/** From where a person acted. Personal: it is stored in a row that can be erased. */
export interface AuditOrigin {
  readonly ip: string | null;
  readonly device: string | null;
}

export interface AuditEntry {
  /** The id of the workspace whose log it is; null for the service's. */
  readonly workspace: string | null;
  readonly actor: AuditActor;
  readonly action: AuditAction;
  /** A person is `{ kind: 'person', id: sub }`, so that the text is erased with the account. */
  readonly target: AuditTarget | null;
  readonly from: AuditOrigin | null;
  /** What the ids do not say, such as a name, an email or a reason; stored in a row that can be erased. */
  readonly text: string | null;
}

/**
 * Records an act in the transaction of the act: both are there, or neither. The end of the log stays locked until that
 * transaction ends, so call it as late as possible, and for several logs in the order of their names.
 */
export type Audit = (db: Db, entry: AuditEntry) => Promise<void>;

/** Records that a file of a workspace was sent to who acts now. */
export type RecordDownload = (
  workspace: string,
  action: Extract<AuditAction, `${string}.download` | `${string}.export`>,
  target: AuditTarget,
) => Promise<void>;

/** Records an act that has no transaction of its own, such as a download. */
export type AuditAlone = (entry: AuditEntry) => Promise<void>;

/** One inconsistency of the audit log. */
export interface AuditFault {
  /** The workspace, 'service', or null for a checkpoint. */
  readonly chain: string | null;
  /** Number of the entry or of the checkpoint; null where it is about the whole chain. */
  readonly number: number | null;
  readonly fault: string;
}

export interface AuditReport {
  readonly entries: number;
  readonly chains: number;
  readonly checkpoints: number;
  readonly faults: readonly AuditFault[];
}
