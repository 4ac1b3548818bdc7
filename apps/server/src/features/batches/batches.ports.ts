import type { BatchV1, PauseReason } from '@assay/contracts/v1';
import type { Db } from '../../db/index.ts';

export interface Clock {
  now(): Date;
}

export type Transaction = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/** Who makes a batch: a member of the workspace on the site, or a key of it. */
export interface BatchMaker {
  readonly workspace: string;
  /** Null for a member. */
  readonly keyId: string | null;
}

export interface StoredBatch {
  readonly id: string;
  readonly workspace: string;
  readonly keyId: string | null;
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

/** A row as it is stored: what it means, or why it means nothing. */
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
  readonly keyId: string | null;
  readonly ticker: string;
  readonly parent: string;
  readonly address: string;
  readonly number: number;
  readonly attempts: number;
  /** Of the key; null where it has none, and for a member. */
  readonly monthlyLimit: number | null;
  /** What an earlier server reserved of the key's month for it. */
  readonly apiCheck: string | null;
}

/** How the work on an address ended. */
export type SubjectEnd =
  /** `summary`: JSON of {@link ResultSummary}. */
  | { readonly state: 'rated' | 'not_rated'; readonly charged: boolean; readonly summary: string }
  | { readonly state: 'failed'; readonly failure: string }
  | { readonly state: 'canceled' }
  /** It is tried again, after `waitMs`. */
  | { readonly state: 'waiting'; readonly waitMs: number; readonly isAttempt: boolean };
