import type { RiskKey } from '@assay/wording';

/** One transfer of a sample path, in the order money moved. */
export interface EvidenceStep {
  readonly from: string;
  readonly to: string;
  readonly transactionId: string;
  /** With its unit: '0.25 BTC'. */
  readonly amount: string;
  readonly time: string;
}

export interface EvidencePath {
  readonly hops: number;
  readonly steps: readonly EvidenceStep[];
}

/** One line of the table: what reached or left the wallet by one entity, directly or through others. */
export interface EvidenceLine {
  readonly id: string;
  readonly group: RiskKey;
  readonly category: string;
  readonly entity: string;
  readonly layer: 'direct' | 'indirect';
  readonly share: number;
  readonly usd: number | null;
  readonly amount: string;
  /** '2', or '2–4' where a sample path is longer than the nearest way. */
  readonly hops: string;
  readonly remarks: readonly string[];
  readonly paths: readonly EvidencePath[];
}

/** Where a path ends: what was checked, by its address and its name. */
export interface PathSubject {
  readonly address: string;
  readonly name: string;
}
