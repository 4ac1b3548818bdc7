import { type Composer, GrammyError } from 'grammy';
import type { Place } from '../outlet/outlet.ts';
import { type Press, readPress } from '../view/callback-data.ts';
import type { TalkContext } from './context.ts';

type PressOf<Name extends Press['do']> = Extract<Press, { readonly do: Name }>;

/** Answers the presses of one kind of button. */
export function onPress<Name extends Press['do']>(
  composer: Composer<TalkContext>,
  name: Name,
  answer: (ctx: TalkContext, press: PressOf<Name>) => Promise<void>,
): void {
  composer.on('callback_query:data', async (ctx, next) => {
    const press = readPress(ctx.callbackQuery.data);
    if (press === null || press.do !== name) return next();
    await answer(ctx, press as PressOf<Name>);
  });
}

/** Ends the waiting of a pressed button, with a few words or without. One that is too old, or answered, needs none. */
export async function toast(ctx: TalkContext, text?: string): Promise<void> {
  try {
    await ctx.answerCallbackQuery(text === undefined ? {} : { text: text.slice(0, 200), show_alert: text.length > 60 });
  } catch (error) {
    if (!(error instanceof GrammyError) || error.error_code !== 400) throw error;
  }
}

/** Where the pressed button stands; null under a message of inline mode. */
export function placeOf({ callbackQuery }: TalkContext): Place | null {
  const message = callbackQuery?.message;
  return message === undefined ? null : { chatId: message.chat.id, messageId: message.message_id };
}

/** In a group the buttons that spend belong to whoever asked: the author of the message they answer. */
export function pressedByAnother({ callbackQuery, asker }: TalkContext): boolean {
  if (asker.isPrivate) return false;
  const asked = callbackQuery?.message?.reply_to_message?.from?.id;
  return asked !== undefined && asked !== asker.userId;
}
