import { Composer, Context } from 'grammy';
import type { Update } from 'grammy/types';
import type { BotContext } from './context.ts';
import { onPress, pressedByAnother, toast } from './presses.ts';

/** Handles a failed message again: the one that the pressed button's message quotes. */
export function reread(talks: Composer<BotContext>): Composer<BotContext> {
  const composer = new Composer<BotContext>();
  const answer = talks.middleware();

  onPress(composer, 'reread', async (ctx) => {
    const { sender } = ctx;
    const query = ctx.callbackQuery;
    const message = query?.message?.reply_to_message;
    if (pressedByAnother(ctx)) return toast(ctx, sender.t.asset.notYours);
    if (query === undefined || message === undefined) return toast(ctx, sender.t.fallback.oldButton);
    await toast(ctx);
    const asked: object = { ...message, from: query.from };
    const update = { update_id: ctx.update.update_id, message: asked as Update['message'] } as Update;
    const again = { sender: { ...sender, wrote: message.message_id } };
    await answer(Object.assign(new Context(update, ctx.api, ctx.me), again), async () => undefined);
  });

  return composer;
}
