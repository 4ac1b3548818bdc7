import type { Asset } from '@assay/domain';

/** What an issuer's own contract or ledger says of one address at this moment. */
export interface FreezeState {
  readonly isFrozen: boolean;
  /** When the freeze that stands was put on; null where it cannot be found out, and where nothing is frozen. */
  readonly since: Date | null;
  /** Who answered, in words for the reader, such as 'the USDT contract on Ethereum, asked through Etherscan'. */
  readonly source: string;
}

/**
 * Asks the issuer's contract. Adapters own providers, keys, retries and quotas; what they cannot find out they throw,
 * so that 'could not be asked' is never mistaken for 'not frozen'.
 */
export interface IssuerFreezeSource {
  /** Whether there is anybody to ask for this asset with the settings of this installation. */
  canAsk(asset: Asset): boolean;
  /**
   * @param address Canonical form.
   * @throws Error naming the provider, when no provider gave an answer that can be read, or the signal says so
   */
  stateOf(asset: Asset, address: string, signal: AbortSignal): Promise<FreezeState>;
}
