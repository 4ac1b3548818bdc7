import type { Context, MiddlewareFn } from 'grammy';
import { TEXTS } from '../texts/texts.ts';
import { readPress } from '../view/callback-data.ts';
import type { BotContext, HandlerDeps, Sender } from './context.ts';

/** 'Typing' is not shown for fast answers, and then uses none of the chat's call limit. */
const SHOWS_TYPING_AFTER_MS = 600;

/** Finds the author of an update and the language of the answer. Drops updates without an author. */
export function identifySender({ people, server, messaging, ask }: HandlerDeps): MiddlewareFn<BotContext> {
  return async (ctx, next) => {
    const { from } = ctx;
    if (from === undefined || from.is_bot) return;
    const isAside = ctx.inlineQuery !== undefined || ctx.myChatMember !== undefined;
    const chatId = ctx.chat?.id ?? from.id;
    const typing = <Value>(work: () => Promise<Value>) =>
      messaging.whileBusy(chatId, 'typing', work, SHOWS_TYPING_AFTER_MS);
    const language = isAside ? people.languageAtHand(from) : await typing(() => people.languageOf(from));
    const ofUser = server.user(from.id);
    const isPrivate = ctx.chat === undefined || ctx.chat.type === 'private';
    ctx.sender = {
      userId: from.id,
      chatId,
      isPrivate,
      replyTo: isPrivate ? null : repliedTo(ctx),
      retry: ctx.callbackQuery === undefined ? { do: 'reread' } : readPress(ctx.callbackQuery.data ?? ''),
      wrote: ctx.callbackQuery === undefined ? (ctx.msg?.message_id ?? null) : null,
      language,
      t: TEXTS[language],
      server: ofUser,
      ask: (call) => typing(() => ask(call)),
      account: () => ofUser.call('PUT /bot/users/:user_id', { body: {} }),
    } satisfies Sender;
    await next();
  };
}

/** The question that a press belongs to is the message above its buttons. */
function repliedTo(ctx: Context): number | null {
  if (ctx.callbackQuery !== undefined) return ctx.callbackQuery.message?.reply_to_message?.message_id ?? null;
  return ctx.msg?.message_id ?? null;
}
