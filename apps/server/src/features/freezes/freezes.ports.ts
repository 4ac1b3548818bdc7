import type { Asset } from '@assay/domain';

/** What an issuer's own contract or ledger currently states about one address. */
export interface FreezeState {
  readonly isFrozen: boolean;
  /** Start of the current freeze; null where it cannot be determined, or nothing is frozen. */
  readonly since: Date | null;
  /** Origin of the statement, as display text, such as 'the USDT contract on Ethereum, asked through Etherscan'. */
  readonly source: string;
}

/**
 * Asks the issuer's contract. Adapters handle providers, keys, retries and quotas; they throw when they get no answer,
 * so that 'could not be asked' is never mistaken for 'not frozen'.
 */
export interface IssuerFreezeSource {
  /** Whether a provider for this asset is configured. */
  canAsk(asset: Asset): boolean;
  /**
   * @param address Canonical form.
   * @throws Error naming the provider, when no provider gave a readable answer or the signal is aborted
   */
  stateOf(asset: Asset, address: string, signal: AbortSignal): Promise<FreezeState>;
}
