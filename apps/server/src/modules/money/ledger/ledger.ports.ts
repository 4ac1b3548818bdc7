import type { Holdings } from '@assay/contracts';
import type { PlanLimits } from '@assay/domain';
import type { Db } from '../../../platform/db/index.ts';

/** The tariff of an account that check credits are added to. */
export interface TariffRef {
  /** One tariff per holder and series, such as `free`, `flex` or the id of a subscription. */
  readonly series: string;
  /** Id in the catalogue of plans; the latest grant decides which plan a series is. */
  readonly planId: number;
}

/** Check credits for sign-up, survey and promo codes: never lapse. */
export const FREE_TARIFF: TariffRef = { series: 'free', planId: 1 };

/** Check credits bought one by one: never lapse. */
export const FLEX_TARIFF: TariffRef = { series: 'flex', planId: 6 };

/** Why check credits were given. */
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
  /** 0 moves only the end of the tariff. */
  readonly checks: number;
  readonly reason: GrantReason;
  /** A key is granted at most once, for every caller: `signup:<mailbox hash>`, `survey:<sub>`, `invoice:<id>`. */
  readonly key: string;
  /** When the tariff lapses; null: never. A grant can only move the end later. */
  readonly expiresAt: Date | null;
  /** When the grant happened; default now. */
  readonly now?: Date;
  /** Since when its tariff runs, where this grant opens it; default now. */
  readonly opensAt?: Date;
}

export interface Revocation {
  /** Key of the grant. */
  readonly key: string;
  readonly reason: 'chargeback' | 'refunded' | 'operator';
  readonly now: Date;
  /** The new end of the tariff, where the revocation changes it, as when a subscription is paid back. */
  readonly expiresAt?: Date;
}

/** The outcome of a revocation: both 0 when the grant is unknown or was already revoked. */
export interface Revoked {
  readonly takenBack: number;
  /** Already spent, or reserved by a running check; collected as soon as such a check is released. */
  readonly deficit: number;
}

/**
 * The only interface that adds and removes check credits. Every call uses the database handle of its caller's
 * transaction. Every change is an entry with a unique key: the same call twice books once.
 */
export interface Ledger {
  /**
   * Adds check credits; false when the key was already granted. Those that were paid for settle first what the account
   * owes, on any of its tariffs.
   */
  grant(db: Db, grant: Grant): Promise<boolean>;
  /** Grants what is missing to `checks` spendable check credits, counting reserved ones; for the demo account. */
  topUp(db: Db, sub: string, checks: number, now: Date): Promise<void>;
  /** Takes a grant back as far as it is unspent, and records the rest as a deficit. */
  revoke(db: Db, revocation: Revocation): Promise<Revoked>;
  /**
   * Reserves one check credit for `reference`, from the tariff that lapses first, in one conditional statement; false
   * when there is none.
   */
  reserve(db: Db, sub: string, reference: string, now: Date): Promise<boolean>;
  /** Makes a reservation final; false when it no longer exists. */
  take(db: Db, reference: string, now: Date): Promise<boolean>;
  /** Releases a reservation to its tariff; false when there is none. */
  release(db: Db, reference: string, now: Date): Promise<boolean>;
  /** Returns a charged check credit later, as for a faulty result; false when none was charged, or it was returned. */
  refund(db: Db, reference: string, reason: 'operator' | 'faulty', now: Date): Promise<boolean>;
  /** Whether any of these checks was charged and not refunded since. */
  isTaken(db: Db, references: readonly string[]): Promise<boolean>;
  /** Records the lapse of every tariff that is past its end with check credits left; returns how many tariffs. */
  lapse(db: Db, now: Date): Promise<number>;
  /** What an account has; nothing for an account that the balance ledger does not know. */
  stateOf(db: Db, sub: string, now?: Date): Promise<Holdings>;
  /** The limits of the plans an account has at `now`, also where their check credits are spent. */
  limitsOf(db: Db, sub: string, now: Date): Promise<PlanLimits>;
  /** Unlinks an account from its entries. Unspent check credits are revoked first. The entries stay. */
  close(db: Db, sub: string, now: Date): Promise<void>;
}
