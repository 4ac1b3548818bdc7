import type { SourceHealthData, SourceHealthProvider } from '@assay/contracts';
import type { NetworkId } from '@assay/domain';

/** The providers of each chain, and their present state. */
export type ReadSourceHealth = () => Promise<SourceHealthData>;

/** A provider of one network, in the order they are asked. */
export interface ObservedProvider {
  readonly network: NetworkId;
  readonly format: string;
  readonly provider: { state(): ObservedState };
}

export interface ObservedState extends Pick<SourceHealthProvider, 'name' | 'host' | 'hasKey' | 'breaker'> {
  /** Null where there is no quota. */
  readonly limits: { readonly perDay: number | null };
}

/** What was used of the quotas, by provider; providers that were never asked are left out. */
export interface QuotaReader {
  read(
    nowMs: number,
  ): Promise<ReadonlyMap<string, { readonly usedToday: number; readonly pausedUntilMs: number | null }>>;
}

export interface SourceHealthDeps {
  readonly isOn: boolean;
  readonly networkProviders: readonly ObservedProvider[];
  readonly ledger: QuotaReader;
  readonly lastFailures: () => ReadonlyMap<string, { readonly text: string; readonly at: Date }>;
  readonly nowMs?: () => number;
}
