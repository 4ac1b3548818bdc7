import type { BotAccount, BotLanguage } from '@assay/contracts';
import type { Context } from 'grammy';
import type { FollowUps } from '../intake/follow-ups.ts';
import type { Log } from '../log.ts';
import type { Messaging } from '../messaging/messaging.ts';
import type { Ask, Server, UserServer } from '../server.ts';
import type { Texts } from '../texts/texts.ts';
import type { Press } from '../view/callback-data.ts';
import type { People } from './people.ts';

/** The dependencies of every conversation. */
export interface HandlerDeps {
  readonly server: Server;
  /** For calls to the server that may be repeated. */
  readonly ask: Ask;
  readonly messaging: Messaging;
  readonly people: People;
  readonly followUps: FollowUps;
  readonly log: Log;
  readonly productName: string;
  readonly supportEmail: string;
  /** Aborts when the bot stops. */
  readonly stopping: AbortSignal;
  /** How long a check is followed before its message gets a button instead. */
  readonly followForMs: number;
  readonly followEveryMs: number;
}

/** What is known of the author of an update. */
export interface Sender {
  readonly userId: number;
  readonly chatId: number;
  readonly isPrivate: boolean;
  /** In groups the answer quotes the question. */
  readonly replyTo: number | null;
  /** The action of a 'try again' button: repeat the press, or read the author's message again. */
  readonly retry: Press | null;
  /** The author's message; null for a press. */
  readonly wrote: number | null;
  readonly language: BotLanguage;
  readonly t: Texts;
  /** The server's API on behalf of this person. */
  readonly server: UserServer;
  /** Calls the server, with retries; shows 'typing' meanwhile. */
  readonly ask: Ask;
  /** Opens the account, or finds the existing one. */
  account(): Promise<BotAccount>;
}

export type BotContext = Context & { sender: Sender };
