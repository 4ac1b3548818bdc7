import type { KeyLocation, ProviderLimits } from '../../../../platform/config/settings/known-providers.ts';
import type { SourceCall } from '../../sources/sources.ports.ts';

/** One question to a provider; the base address, keys, limits and waiting are the provider's. */
export interface ProviderRequest {
  readonly method: 'GET' | 'POST';
  /** Below the base address, beginning with '/' and already encoded; empty for the base address itself. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Whether an answer with the status of an error says that there is no such thing: `read` gets an empty text. */
  readonly isAbsent?: (answer: { readonly status: number; readonly text: string }) => boolean;
  /** What it takes of the quota, in the provider's own units; 1 unless said otherwise. */
  readonly cost?: number;
}

/**
 * A host that answers questions, with everything that limits its load and our waiting: quota, pace, breaker, time and
 * size limits, no redirects. Several readers may ask the same provider; it is still one quota.
 */
export interface Provider {
  /** Short and lasting, such as `blockstream`; it appears in results, metrics and errors. */
  readonly name: string;
  readonly limits: ProviderLimits;
  /**
   * Sends one request and reads the answer. `read` gets the body of a good answer and throws
   * `SourceError` `malformed` where it is not what the format says: that counts against the provider like no answer.
   * Throws `SourceError` and nothing else; `cancelled` within milliseconds of the signal.
   */
  ask<T>(request: ProviderRequest, call: SourceCall, read: (text: string) => T): Promise<T>;
}

export interface ProviderSettings {
  readonly name: string;
  readonly baseUrl: string;
  readonly key: { readonly value: string; readonly location: KeyLocation } | null;
  readonly limits: ProviderLimits;
  /** Whether the operator named the host; then it may have a private address. */
  readonly isOperatorsHost: boolean;
}

/** What an operator sees of a provider. */
export interface ProviderState {
  readonly name: string;
  readonly host: string;
  readonly hasKey: boolean;
  readonly breaker: 'closed' | 'open' | 'half-open';
  readonly limits: ProviderLimits;
}
