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
