import type { BotAccount, BotLanguage } from '@assay/contracts';
import type { Context } from 'grammy';
import type { FollowUps } from '../intake/follow-ups.ts';
import type { Log } from '../log.ts';
import type { Outlet } from '../outlet/outlet.ts';
import type { Ask, Server, UserServer } from '../server.ts';
import type { Texts } from '../texts/texts.ts';
import type { Press } from '../view/callback-data.ts';
import type { People } from './people.ts';

/** What every conversation is handed. */
export interface TalkDeps {
  readonly server: Server;
  /** For calls of the server that may be made twice. */
  readonly ask: Ask;
  readonly outlet: Outlet;
  readonly people: People;
  readonly followUps: FollowUps;
  readonly log: Log;
  readonly productName: string;
  readonly supportEmail: string;
  /** Aborts when the bot stops. */
  readonly stopping: AbortSignal;
  /** How long a check is followed before its button is left in its place. */
  readonly followForMs: number;
  readonly followEveryMs: number;
}

/** What is known of whoever wrote. */
export interface Asker {
  readonly userId: number;
  readonly chatId: number;
  readonly isPrivate: boolean;
  /** In groups the answer quotes the question. */
  readonly replyTo: number | null;
  /** What asks for the same once more: the pressed button, or their own message read anew. */
  readonly retry: Press | null;
  /** Their own message; null for a press. */
  readonly wrote: number | null;
  readonly language: BotLanguage;
  readonly t: Texts;
  /** The server, asked on behalf of this person. */
  readonly server: UserServer;
  /** Asks the server, again where that helps; whoever waits sees the bot typing. */
  readonly ask: Ask;
  /** Opens the account, or finds the one there is. */
  account(): Promise<BotAccount>;
}

export type TalkContext = Context & { asker: Asker };
