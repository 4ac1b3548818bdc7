import { sequentialize } from '@grammyjs/runner';
import { Bot, Composer, type Context } from 'grammy';
import type { Config } from './config.ts';
import { onlyAddressed } from './handlers/addressed.ts';
import { addressPresses } from './handlers/addresses.ts';
import { balance } from './handlers/balance.ts';
import type { BotContext, HandlerDeps } from './handlers/context.ts';
import { history } from './handlers/history.ts';
import { inline } from './handlers/inline.ts';
import { link } from './handlers/link.ts';
import { guards, messages } from './handlers/messages.ts';
import { People } from './handlers/people.ts';
import { reread } from './handlers/reread.ts';
import { resultPresses } from './handlers/results.ts';
import { secretPresses } from './handlers/secrets.ts';
import { identifySender } from './handlers/sender.ts';
import { settings } from './handlers/settings.ts';
import { start } from './handlers/start.ts';
import { transactionPresses } from './handlers/transactions.ts';
import { troubleMessage } from './handlers/trouble.ts';
import { FloodGate } from './intake/flood-gate.ts';
import { FollowUps } from './intake/follow-ups.ts';
import { describeError, type Log } from './log.ts';
import { buildMessaging } from './messaging/messaging.ts';
import { tameCalls } from './messaging/telegram-api.ts';
import { buildAsk, buildServer } from './server.ts';
import { html } from './texts/html.ts';
import { LANGUAGES, TEXTS } from './texts/texts.ts';

const FOLLOW_FOR_MS = 90_000;
const FOLLOW_EVERY_MS = 1_500;

export interface BotParts {
  readonly bot: Bot<BotContext>;
  readonly followUps: FollowUps;
  /** Names the commands in every language. */
  readonly announce: () => Promise<void>;
}

export interface BotOptions {
  readonly log: Log;
  /** Aborts when the bot stops. */
  readonly stopping: AbortSignal;
  readonly followForMs?: number;
  /** Waits before a call to the server is repeated. */
  readonly againAfterMs?: readonly number[];
  readonly followEveryMs?: number;
}

/** The bot with all its conversations, independent of how updates arrive. */
export function buildBot(config: Config, options: BotOptions): BotParts {
  const { log, stopping } = options;
  const bot = new Bot<BotContext>(config.token, { client: { apiRoot: config.telegramUrl } });
  tameCalls(bot.api, { perSecond: config.messagesPerSecond, signal: stopping });
  const server = buildServer(config);
  const followUps = new FollowUps();
  const deps: HandlerDeps = {
    server,
    ask: buildAsk(stopping, options.againAfterMs),
    messaging: buildMessaging(bot.api, log),
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
    await deps.messaging.say(ctx.chat.id, { text: html`${t.fallback.flood}` });
  });
  const talks = new Composer<BotContext>(guards(deps));
  talks.use(start(deps), history(deps), balance(deps), link(deps), settings(deps), inline(deps));
  talks.use(addressPresses(deps), transactionPresses(deps), resultPresses(deps), secretPresses(deps));
  // Last: it answers everything that no other handler took.
  talks.use(messages(deps));
  bot.use(identifySender(deps), reread(talks), talks);

  bot.catch(async ({ error, ctx }) => {
    const t = TEXTS[ctx.from === undefined ? 'en' : deps.people.languageAtHand(ctx.from)];
    const message = troubleMessage(deps, t, error);
    if (ctx.chat === undefined) return;
    await deps.messaging.say(ctx.chat.id, message).catch((cause: unknown) => {
      log.error(describeError(cause), 'a failure could not be reported to the chat');
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

/** Updates of one chat run one after the other; inline queries in sequence per person. */
function orderOf(ctx: Context): string | undefined {
  return String(ctx.chat?.id ?? `by ${ctx.from?.id ?? 'nobody'}`);
}
