import type { Holdings } from '@assay/contracts';
import type { Db } from '../../db/index.ts';

/** Which of a holder's tariffs checks go to. */
export interface TariffRef {
  /** One tariff per holder and series, such as `free`, `flex` or the id of a subscription. */
  readonly series: string;
  /** Id in the catalogue of plans; the latest grant says which plan a series is. */
  readonly planId: number;
}

/** Sign-up, survey and promo checks: never lapse. */
export const FREE_TARIFF: TariffRef = { series: 'free', planId: 1 };

/** Checks bought one by one: never lapse. */
export const FLEX_TARIFF: TariffRef = { series: 'flex', planId: 6 };

/** Why checks were given. */
export type GrantReason =
  | 'signup'
  | 'survey'
  | 'promo'
  | 'purchase'
  | 'subscription'
  | 'operator'
  | 'demo'
  | 'correction'
  | 'telegram';

export interface Grant {
  readonly sub: string;
  readonly tariff: TariffRef;
  /** 0 only moves the end of the tariff. */
  readonly checks: number;
  readonly reason: GrantReason;
  /** The same key is never granted twice, whoever asks: `signup:<mailbox hash>`, `survey:<sub>`, `invoice:<id>`. */
  readonly key: string;
  /** When the tariff lapses; null never. An end is only ever moved later by a grant. */
  readonly expiresAt: Date | null;
  /** When it happened; default now. */
  readonly now?: Date;
}

export interface Revocation {
  /** Key of the grant. */
  readonly key: string;
  readonly reason: 'chargeback' | 'refunded' | 'operator';
  readonly now: Date;
  /** The end of the tariff from here on, where that changes with it, as when a subscription is paid back. */
  readonly expiresAt?: Date;
}

/** What became of a revocation: both 0 when the grant is unknown or was revoked before. */
export interface Revoked {
  readonly takenBack: number;
  /** Spent already, or held by a running check; collected as soon as such a check comes back. */
  readonly deficit: number;
}

/**
 * The one place where checks come from and go to. Every call takes the database handle of its caller's transaction.
 * Every change is an entry with a unique key: the same call twice books once.
 */
export interface Ledger {
  /** Gives checks; false when the key stands already. */
  grant(db: Db, grant: Grant): Promise<boolean>;
  /** Grants what is missing to `checks` that may be spent now, running checks counted as there; for the demo account. */
  topUp(db: Db, sub: string, checks: number, now: Date): Promise<void>;
  /** Takes a grant back as far as it is unspent, and writes down the rest. */
  revoke(db: Db, revocation: Revocation): Promise<Revoked>;
  /**
   * Reserves one check for `reference`, from the tariff that lapses first, in one conditional statement; false when
   * there is none.
   */
  reserve(db: Db, sub: string, reference: string, now: Date): Promise<boolean>;
  /** Makes a reservation final; false when it is not held any more. */
  take(db: Db, reference: string, now: Date): Promise<boolean>;
  /** Gives a reservation back to its tariff; false when there is none to give back. */
  release(db: Db, reference: string, now: Date): Promise<boolean>;
  /** Gives a taken check back later, such as one that turned out wrong; false when there is none, or it was before. */
  refund(db: Db, reference: string, reason: 'operator' | 'faulty', now: Date): Promise<boolean>;
  /** Writes down the lapse of every tariff that is past its end with checks left; returns how many tariffs. */
  lapse(db: Db, now: Date): Promise<number>;
  /** What an account has; nothing at all for one the ledger does not know. */
  stateOf(db: Db, sub: string, now?: Date): Promise<Holdings>;
  /** Cuts the tie between an account and its entries. What is left is revoked first. The entries stay. */
  close(db: Db, sub: string, now: Date): Promise<void>;
}
