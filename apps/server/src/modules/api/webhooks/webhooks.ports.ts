import type { EventType } from '@assay/contracts/v1';
import type { ApiMode } from '@assay/domain';
import type { ShownKey } from '../api-keys/api-keys.ports.ts';

export type DisabledBecause = 'owner' | 'failures' | 'gone';

export interface StoredEndpoint {
  readonly id: string;
  readonly workspace: string;
  readonly mode: ApiMode;
  readonly url: string;
  readonly description: string;
  readonly eventTypes: readonly (EventType | '*')[];
  readonly createdAt: Date;
  readonly disabledBecause: DisabledBecause | null;
  readonly failingSince: Date | null;
  readonly formerUntil: Date | null;
}

/** Who changes an endpoint: a member, or a program by its API key. */
export interface EndpointActor {
  readonly workspace: string;
  /** Account of the member, or of who answers for the secret of the key; null for one of the operator. */
  readonly by: string | null;
  /** The key of a program; null for a member. */
  readonly key: ShownKey | null;
  /** The mode that the actor sees; null: both. */
  readonly mode: ApiMode | null;
}

export interface StoredDelivery {
  readonly id: string;
  readonly event: string;
  readonly eventType: string;
  readonly endpoint: string;
  readonly position: string;
  readonly status: 'waiting' | 'delivered' | 'failed';
  readonly createdAt: Date;
  readonly nextAt: Date;
  readonly lastStatusCode: number | null;
}

export interface StoredAttempt {
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly statusCode: number | null;
  readonly failure: string | null;
  readonly responseBody: string | null;
}

/** One request to an endpoint. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What came of it. */
export type WebhookOutcome =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** The beginning of the answer. */
      readonly body: string;
      /** Seconds of `Retry-After`; null without one. */
      readonly retryAfterSeconds: number | null;
    }
  /** `reason` in words that an owner of the endpoint may read. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Sends requests into the internet, bounded in time and size, through the guard of outgoing connections. Never rejects. */
export interface WebhookSender {
  /** Why nothing can be sent to this URL, in words; null where it can be tried. */
  refusalOf(url: string): string | null;
  send(request: WebhookRequest): Promise<WebhookOutcome>;
}
