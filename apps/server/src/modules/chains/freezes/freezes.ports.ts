import type { Asset } from '@assay/domain';
import type { SourceCall } from '../sources/sources.ports.ts';
import type { EventFreezeList } from './freeze-lists.ts';

/** What an issuer's own contract or ledger currently states about one address. */
export interface FreezeState {
  readonly isFrozen: boolean;
  /** Start of the current freeze; null where it cannot be determined, or nothing is frozen. */
  readonly since: Date | null;
  /** Origin of the statement, as display text, such as 'the USDT contract on Ethereum, asked through Etherscan'. */
  readonly source: string;
}

/**
 * Asks the issuer's contract. Providers, keys, retries and quotas are its own affair; it throws when it gets no answer,
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

/** One change of an issuer's freeze list, in a final block. */
export interface FreezeEvent {
  readonly kind: 'frozen' | 'released';
  /** As the network writes it; EVM addresses in lower case. */
  readonly address: string;
  readonly block: number;
  /** Of the log within its block; on Tron within its transaction. */
  readonly logIndex: number;
  /** Milliseconds, Unix time. */
  readonly at: number;
  readonly transaction: string;
}

/** Events that belong together: with them, everything up to `readTo` has been read. */
export interface FreezeEventsPart {
  readonly events: readonly FreezeEvent[];
  /** A block; on Tron a time in milliseconds. */
  readonly readTo: number;
  /** The last final place; the reading ends there. */
  readonly end: number;
}

/** Reads the freeze events of contracts through the providers of this installation. */
export interface FreezeEventSource {
  /** Whether a provider that can read events is set for the network. */
  canRead(list: EventFreezeList): boolean;
  /**
   * All events from `from` on, in parts; at least one part.
   *
   * @throws SourceError of the last provider that was asked, where none answered, or where the call has ended
   */
  parts(list: EventFreezeList, from: number, call: SourceCall): AsyncIterable<FreezeEventsPart>;
}
