import { Composer, Context } from 'grammy';
import type { Update } from 'grammy/types';
import type { TalkContext } from './context.ts';
import { onPress, pressedByAnother, toast } from './presses.ts';

/** Works once more on a message that could not be answered: the one that the pressed button's message quotes. */
export function reread(talks: Composer<TalkContext>): Composer<TalkContext> {
  const composer = new Composer<TalkContext>();
  const answer = talks.middleware();

  onPress(composer, 'reread', async (ctx) => {
    const { asker } = ctx;
    const query = ctx.callbackQuery;
    const message = query?.message?.reply_to_message;
    if (pressedByAnother(ctx)) return toast(ctx, asker.t.asset.notYours);
    if (query === undefined || message === undefined) return toast(ctx, asker.t.fallback.oldButton);
    await toast(ctx);
    const asked: object = { ...message, from: query.from };
    const update = { update_id: ctx.update.update_id, message: asked as Update['message'] } as Update;
    const again = { asker: { ...asker, wrote: message.message_id } };
    await answer(Object.assign(new Context(update, ctx.api, ctx.me), again), async () => undefined);
  });

  return composer;
}
