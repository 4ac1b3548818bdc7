import type { BatchV1, PauseReason } from '@assay/contracts/v1';
import type { ApiMode } from '@assay/domain';
import type { Db } from '../../../platform/db/index.ts';
import type { CheckSubject } from '../../checks/index.ts';
import type { ShownKey } from '../api-keys/api-keys.ports.ts';

/** Whose batches: those of one mode of a workspace. Members have live ones. */
export interface BatchOwner {
  readonly workspace: string;
  readonly mode: ApiMode;
}

/** Who makes a batch: a member of the workspace on the site, or a key of it. */
export interface BatchMaker extends BatchOwner {
  /** Null for a member. */
  readonly key: ShownKey | null;
  /** Account id of the member; null for a key. */
  readonly madeBy: string | null;
}

export interface StoredBatch {
  readonly id: string;
  readonly workspace: string;
  readonly mode: ApiMode;
  readonly keyId: string | null;
  /** Email of the member who made it; null for a key, and once the account is deleted. */
  readonly member: string | null;
  /** Of the key; null for a member. */
  readonly keyName: string | null;
  readonly name: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly asset: string | null;
  readonly network: string | null;
  readonly status: 'receiving' | BatchV1['status'];
  readonly pauseReason: PauseReason | null;
  readonly columns: readonly string[];
  readonly rows: number;
  readonly invalid: number;
  readonly rated: number;
  readonly notRated: number;
  readonly failed: number;
  readonly canceled: number;
  readonly charged: number;
  readonly createdAt: Date;
  readonly acceptedAt: Date | null;
  readonly endedAt: Date | null;
  /** Indexes of the parts that arrived. */
  readonly parts: readonly number[];
}

/** A row as it is stored: what it means, or why it means nothing; until it is judged, what was sent. */
export interface JudgedRow {
  readonly line: number;
  readonly ticker: string;
  /** Empty for a coin of its own network. */
  readonly parent: string;
  readonly address: string;
  readonly reference: string | null;
  /** The other columns, JSON; null where there are none or they may not be repeated. */
  readonly extra: string | null;
  readonly problem: { readonly code: string; readonly detail: string } | null;
}

/** An address of a batch that this server works on. */
export interface ClaimedSubject {
  readonly batch: string;
  readonly workspace: string;
  readonly mode: ApiMode;
  readonly keyId: string | null;
  /** The member who made the batch; null for a key. */
  readonly madeBy: string | null;
  readonly ticker: string;
  readonly parent: string;
  readonly address: string;
  readonly number: number;
  readonly attempts: number;
  /** Of the key; null where it has none, and for a member. */
  readonly monthlyLimit: number | null;
  /** What an earlier server reserved of the key's month for it. */
  readonly apiCheck: string | null;
  /** In test mode: the test check that was begun for it, which may still run. */
  readonly testCheck: string | null;
}

/** Checks of test mode for batches of test keys. They read no records, ask no provider and spend nothing. */
export interface BatchTestChecks {
  /** @throws ProblemError test_address_required */
  assertKnown(subject: CheckSubject): void;
  /** Answers an address; `begun` stores which test check does, in the transaction that makes it. */
  check(subject: ClaimedSubject, begun: (tx: Db, testCheck: string) => Promise<void>): Promise<SubjectEnd>;
  /** Ends those of a batch that run. */
  cancel(tx: Db, batch: string): Promise<void>;
}

/** How the work on an address ended. */
export type SubjectEnd =
  /** `summary`: JSON of {@link ResultSummary}. */
  | { readonly state: 'rated' | 'not_rated'; readonly charged: boolean; readonly summary: string }
  | { readonly state: 'failed'; readonly failure: string }
  | { readonly state: 'canceled' }
  /** It is tried again, after `waitMs`. */
  | { readonly state: 'waiting'; readonly waitMs: number; readonly isAttempt: boolean };
