import type { BotLanguage, Holdings } from '@assay/contracts';
import type { Db } from '../../db/index.ts';

/** A Telegram user as the database knows one. */
export interface BotRow {
  /** Telegram's number of the person, decimal. */
  readonly telegramId: string;
  /** What is the chat's own is kept under this name. */
  readonly sub: string;
  readonly language: BotLanguage | null;
  readonly joined: { readonly sub: string; readonly since: Date } | null;
  readonly suspension: Suspension | null;
}

/** By the operator: may look around, but neither check nor buy. */
export interface Suspension {
  readonly reason: string | null;
}

/** An account of the site, as far as a chat that is joined to it needs to know. */
export interface SiteAccount {
  readonly sub: string;
  readonly email: string;
  readonly suspension: Suspension | null;
}

/** The ledger's side. */
export interface BotLedger {
  /** Gives the free checks; does nothing where this Telegram user had them before. */
  giveFree(db: Db, grant: { readonly sub: string; readonly telegramId: string; readonly now: Date }): Promise<void>;
  stateOf(db: Db, sub: string, now: Date): Promise<Holdings>;
}

/** Forgets what is kept under a name, in the transaction of the caller. */
export type EraseOwn = (db: Db, sub: string, now: Date) => Promise<void>;

export interface Clock {
  now(): Date;
}

export type Transaction = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/** Whom a request of a chat is for. */
export interface Chat {
  readonly telegramId: string;
  readonly language: BotLanguage | null;
  /** What is the chat's own is kept under this name. */
  readonly ownSub: string;
  /** Whose history new checks go to: the joined account, else the chat itself. */
  readonly owner: string;
  readonly joined: (SiteAccount & { readonly since: Date }) | null;
  /** Of the Telegram user, else of the joined account. */
  readonly suspension: Suspension | null;
}
