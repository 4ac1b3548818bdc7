import type { ApiVersion } from '@assay/contracts/v1';
import type { ApiMode, ApiScope } from '@assay/domain';
import type { Db } from '../../db/index.ts';

export interface Clock {
  now(): Date;
}

export type Transaction = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/** A key as stored; the key itself is stored nowhere. */
export interface StoredKey {
  readonly id: string;
  readonly workspace: string;
  readonly name: string;
  readonly hint: string;
  readonly mode: ApiMode;
  readonly scopes: readonly ApiScope[];
  /** CIDR, as PostgreSQL writes it. */
  readonly addressRanges: readonly string[];
  readonly monthlyLimit: number | null;
  readonly apiVersion: ApiVersion;
  /** Email of who made it; null once that account is gone. */
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly formerUntil: Date | null;
}

/** What is asked of a new key. */
export interface KeyWish {
  readonly name: string;
  readonly mode: ApiMode;
  readonly scopes: readonly ApiScope[];
  readonly addressRanges: readonly string[];
  readonly monthlyLimit: number | null;
  readonly expiresInDays: number | null;
}

/** Who makes, replaces or revokes a key: a member of the workspace, or the operator at the command line. */
export interface KeyMaker {
  readonly workspace: string;
  /** Null for the operator. */
  readonly sub: string | null;
}

/** What the key of a request may do, and for which workspace. */
export interface KeyHolder {
  readonly keyId: string;
  /** Account of who made the secret that the request shows, and so answers for it; null for the operator. */
  readonly heldBy: string | null;
  readonly name: string;
  readonly workspace: string;
  /** A test key reads and writes test objects only, and live ones are not found by it. */
  readonly mode: ApiMode;
  readonly scopes: readonly ApiScope[];
  readonly monthlyLimit: number | null;
  readonly apiVersion: ApiVersion;
}

/** Why a key does not open a request. */
export type KeyRefusal = 'unknown' | 'expired' | 'address' | 'suspended';
