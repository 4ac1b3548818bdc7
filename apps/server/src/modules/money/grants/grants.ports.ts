import type { GrantLimit } from '@assay/contracts';
import type { Db } from '../../../platform/db/index.ts';
import type { GrantReason } from '../ledger/ledger.ports.ts';

/** What a person can be given for nothing. `bot`: the free checks of a Telegram user. */
export const GIFT_KINDS = ['sign-up', 'survey', 'promo', 'bot'] as const;
export type GiftKind = (typeof GIFT_KINDS)[number];

/** Free grants of a day (UTC), counted by all servers together; 0 gives none. */
export interface GrantLimits {
  /** From one /24 of IPv4 or /48 of IPv6. */
  readonly perNetwork: number;
  /** To mailboxes of one registered domain, unless it is a public provider's. */
  readonly perDomain: number;
  /** Of the whole installation. */
  readonly perDay: number;
}

export interface Gift {
  readonly kind: GiftKind;
  readonly sub: string;
  /** 0 gives nothing, and is not counted. */
  readonly checks: number;
  /** Of the balance ledger, which grants a key once for ever: what makes it once a person. */
  readonly key: string;
  readonly now: Date;
}

/** `nothing`: there was nothing to give, or the person had it before. */
export type GiftOutcome = 'given' | 'nothing' | { readonly refusedBy: GrantLimit };

/** The one place through which check credits are given for nothing. */
export interface FreeGrants {
  /**
   * Gives within the limits of the day, in the caller's transaction. A refusal is stored with that transaction, once a
   * day, and uses the key up for nobody: what a person asks for, such as a promo code, can be asked for on another day. A
   * sign-up is not: its account stays without.
   */
  give(tx: Db, gift: Gift): Promise<GiftOutcome>;
}

/** Where a gift would go, as far as limits count it. */
export interface GiftPlace {
  /** A /24 or a /48; null where no request asks for it, or one of this machine. */
  readonly network: string | null;
  /** The registered domain of the mailbox; null for a chat. */
  readonly domain: string | null;
}

/** What was given on a day. */
export interface GivenCounts {
  readonly ofNetwork: number;
  /** Without promo codes, as in the next. */
  readonly ofDomain: number;
  readonly ofInstallation: number;
}

export interface FreeGrantsStore {
  /** Serialises gifts until the transaction ends, over all servers. */
  lock(db: Db): Promise<void>;
  counts(db: Db, day: string, place: GiftPlace): Promise<GivenCounts>;
  /** Stores nothing for a gift whose refusal on its day is stored already. */
  insert(db: Db, gift: StoredGift): Promise<void>;
}

export interface StoredGift extends GiftPlace {
  readonly day: string;
  readonly kind: GiftKind;
  readonly checks: number;
  /** Null: given. `gift`: a hash that names it on its day. */
  readonly refused: { readonly by: GrantLimit; readonly gift: Buffer } | null;
}

/** Why the balance ledger has each kind. */
export const REASON_OF: Readonly<Record<GiftKind, GrantReason>> = {
  'sign-up': 'signup',
  survey: 'survey',
  promo: 'promo',
  bot: 'telegram',
};
