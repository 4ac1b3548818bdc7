import type { ApiMode, ApiScope } from '@assay/domain';

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
  /** A version of the public API, or one that has ended, or that only a newer server knows. */
  readonly apiVersion: string;
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

/** A key by the secret that a request shows: it may have another secret beside it. */
export interface ShownKey {
  readonly keyId: string;
  readonly workspace: string;
  readonly secretHash: Buffer;
  /**
   * Account of who answers for this secret: who made it, or took it over of a member who left; for one of the operator's,
   * who made the key. Null where that is the operator too, and once the account is gone.
   */
  readonly heldBy: string | null;
}

/** What the key of a request may do, and for which workspace. */
export interface KeyHolder extends ShownKey {
  readonly name: string;
  /** A test key reads and writes test objects only, and live ones are not found by it. */
  readonly mode: ApiMode;
  readonly scopes: readonly ApiScope[];
  readonly monthlyLimit: number | null;
  /** As of `StoredKey`. */
  readonly apiVersion: string;
}

/** Why a key does not open a request. */
export type KeyRefusal = 'unknown' | 'expired' | 'address' | 'suspended';
