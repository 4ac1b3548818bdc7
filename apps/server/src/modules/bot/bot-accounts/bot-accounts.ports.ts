import type { BotLanguage, Holdings } from '@assay/contracts';
import type { WorkspaceRole } from '@assay/domain';
import type { Db } from '../../../platform/db/index.ts';

/** A Telegram user as stored. */
export interface BotRow {
  /** Telegram user id, decimal. */
  readonly telegramId: string;
  /** What is the chat's own is kept under this name. */
  readonly sub: string;
  readonly language: BotLanguage | null;
  readonly joined: { readonly sub: string; readonly since: Date; readonly company: ChatCompany | null } | null;
  readonly suspension: Suspension | null;
}

/** The company workspace that the joined account chose for its chat, with its role there now. */
export interface ChatCompany {
  readonly id: string;
  readonly role: WorkspaceRole;
  /** It limits sessions: a chat has none, and no network address, so it does not work there. */
  readonly isClosedToChats: boolean;
}

/** Set by the operator: a suspended user may read, but not run checks or buy. */
export interface Suspension {
  readonly reason: string | null;
}

/** The facts about a site account that a chat joined to it needs. */
export interface SiteAccount {
  readonly sub: string;
  readonly email: string;
  readonly suspension: Suspension | null;
}

/** The operations on the balance ledger that the bot accounts need. */
export interface BotLedger {
  /** Grants the free check credits; does nothing if this Telegram user had them, or a limit of the day is reached. */
  giveFree(db: Db, grant: { readonly sub: string; readonly telegramId: string; readonly now: Date }): Promise<void>;
  stateOf(db: Db, sub: string, now: Date): Promise<Holdings>;
}

/** One kind of data that is stored under the sub of a chat. */
export interface OwnPart {
  /** Deletes it, in the transaction of the caller. */
  readonly erase: (db: Db, sub: string, now: Date) => Promise<void>;
}

/** The chat that a request is for, with its accounts. */
export interface Chat {
  readonly telegramId: string;
  readonly language: BotLanguage | null;
  /** What is the chat's own is kept under this name. */
  readonly ownSub: string;
  /** The owner of new checks: the chosen workspace of the joined account, else the chat itself. */
  readonly owner: string;
  readonly joined: (SiteAccount & { readonly since: Date }) | null;
  /** The company that owns new checks; null in the personal workspace, and where the role does not allow checks. */
  readonly company: ChatCompany | null;
  /** The chosen company limits sessions: the chat can neither check nor buy until another workspace is chosen. */
  readonly isShutOut: boolean;
  /** The suspension of the Telegram user, else of the joined account. */
  readonly suspension: Suspension | null;
}
