import { sequentialize } from '@grammyjs/runner';
import { Bot, Composer, type Context } from 'grammy';
import type { Config } from './config.ts';
import { FloodGate } from './intake/flood-gate.ts';
import { FollowUps } from './intake/follow-ups.ts';
import { describeError, type Log } from './log.ts';
import { buildOutlet } from './outlet/outlet.ts';
import { tameCalls } from './outlet/telegram-api.ts';
import { buildAsk, buildServer } from './server.ts';
import { onlyAddressed } from './talk/addressed.ts';
import { addressPresses } from './talk/addresses.ts';
import { meetAsker } from './talk/asker.ts';
import { balance } from './talk/balance.ts';
import type { TalkContext, TalkDeps } from './talk/context.ts';
import { history } from './talk/history.ts';
import { inline } from './talk/inline.ts';
import { link } from './talk/link.ts';
import { guards, messages } from './talk/messages.ts';
import { People } from './talk/people.ts';
import { reread } from './talk/reread.ts';
import { resultPresses } from './talk/results.ts';
import { settings } from './talk/settings.ts';
import { start } from './talk/start.ts';
import { troubleMessage } from './talk/trouble.ts';
import { LANGUAGES, TEXTS } from './texts/texts.ts';
import { html } from './view/html.ts';

const FOLLOW_FOR_MS = 90_000;
const FOLLOW_EVERY_MS = 1_500;

export interface BotParts {
  readonly bot: Bot<TalkContext>;
  readonly followUps: FollowUps;
  /** Names the commands in every language. */
  readonly announce: () => Promise<void>;
}

export interface BotOptions {
  readonly log: Log;
  /** Aborts when the bot stops. */
  readonly stopping: AbortSignal;
  readonly followForMs?: number;
  /** Waits before a call of the server is made again. */
  readonly againAfterMs?: readonly number[];
  readonly followEveryMs?: number;
}

/** The bot with all its conversations; how updates reach it is not its business. */
export function buildBot(config: Config, options: BotOptions): BotParts {
  const { log, stopping } = options;
  const bot = new Bot<TalkContext>(config.token, { client: { apiRoot: config.telegramUrl } });
  tameCalls(bot.api, { perSecond: config.messagesPerSecond, signal: stopping });
  const server = buildServer(config);
  const followUps = new FollowUps();
  const deps: TalkDeps = {
    server,
    ask: buildAsk(stopping, options.againAfterMs),
    outlet: buildOutlet(bot.api, log),
    people: new People(server, log),
    followUps,
    log,
    productName: config.productName,
    supportEmail: config.supportEmail,
    stopping,
    followForMs: options.followForMs ?? FOLLOW_FOR_MS,
    followEveryMs: options.followEveryMs ?? FOLLOW_EVERY_MS,
  };
  const gate = new FloodGate();

  bot.use(onlyAddressed, sequentialize(orderOf));
  bot.use(async (ctx, next) => {
    const passage = ctx.chat === undefined ? 'through' : gate.pass(ctx.chat.id, sentAt(ctx));
    if (passage === 'through') return next();
    if (passage === 'silent' || ctx.from === undefined || ctx.chat === undefined) return;
    const t = TEXTS[deps.people.languageAtHand(ctx.from)];
    await deps.outlet.say(ctx.chat.id, { text: html`${t.fallback.flood}` });
  });
  const talks = new Composer<TalkContext>(guards(deps));
  talks.use(start(deps), history(deps), balance(deps), link(deps), settings(deps), inline(deps));
  talks.use(addressPresses(deps), resultPresses(deps));
  // Last: it answers whatever the others left.
  talks.use(messages(deps));
  bot.use(meetAsker(deps), reread(talks), talks);

  bot.catch(async ({ error, ctx }) => {
    const t = TEXTS[ctx.from === undefined ? 'en' : deps.people.languageAtHand(ctx.from)];
    const message = troubleMessage(deps, t, error);
    if (ctx.chat === undefined) return;
    await deps.outlet.say(ctx.chat.id, message).catch((cause: unknown) => {
      log.error(describeError(cause), 'nobody could be told of a failure');
    });
  });

  return {
    bot,
    followUps,
    async announce() {
      for (const language of LANGUAGES) {
        const commands = Object.entries(TEXTS[language].commands).map(([command, description]) => ({
          command,
          description,
        }));
        await bot.api.setMyCommands(commands, language === 'en' ? {} : { language_code: language });
      }
    },
  };
}

/** Messages say when they were sent; presses do not. */
function sentAt({ message, editedMessage }: Context): number {
  const seconds = editedMessage?.edit_date ?? message?.date;
  return seconds === undefined ? Date.now() : seconds * 1_000;
}

/** One chat after the other's message; inline queries after those of the same person. */
function orderOf(ctx: Context): string | undefined {
  return String(ctx.chat?.id ?? `by ${ctx.from?.id ?? 'nobody'}`);
}
