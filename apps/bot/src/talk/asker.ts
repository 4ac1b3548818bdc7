import type { Context, MiddlewareFn } from 'grammy';
import { TEXTS } from '../texts/texts.ts';
import type { Asker, TalkContext, TalkDeps } from './context.ts';

/** Finds out who wrote, and in which language they are answered. What nobody wrote goes no further. */
export function meetAsker({ people, server }: TalkDeps): MiddlewareFn<TalkContext> {
  return async (ctx, next) => {
    const { from } = ctx;
    if (from === undefined || from.is_bot) return;
    const isAside = ctx.inlineQuery !== undefined || ctx.myChatMember !== undefined;
    const language = isAside ? people.languageAtHand(from) : await people.languageOf(from);
    const ofUser = server.user(from.id);
    const isPrivate = ctx.chat === undefined || ctx.chat.type === 'private';
    ctx.asker = {
      userId: from.id,
      chatId: ctx.chat?.id ?? from.id,
      isPrivate,
      replyTo: isPrivate ? null : repliedTo(ctx),
      language,
      t: TEXTS[language],
      server: ofUser,
      account: () => ofUser.open({}),
    } satisfies Asker;
    await next();
  };
}

/** The question a press belongs to is the message above its buttons. */
function repliedTo(ctx: Context): number | null {
  if (ctx.callbackQuery !== undefined) return ctx.callbackQuery.message?.reply_to_message?.message_id ?? null;
  return ctx.msg?.message_id ?? null;
}
