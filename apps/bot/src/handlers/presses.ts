import { type Composer, GrammyError } from 'grammy';
import type { SentMessage } from '../messaging/messaging.ts';
import { type Press, readPress } from '../view/callback-data.ts';
import type { BotContext } from './context.ts';

type PressOf<Name extends Press['do']> = Extract<Press, { readonly do: Name }>;

/** Answers the presses of one kind of button. */
export function onPress<Name extends Press['do']>(
  composer: Composer<BotContext>,
  name: Name,
  answer: (ctx: BotContext, press: PressOf<Name>) => Promise<void>,
): void {
  composer.on('callback_query:data', async (ctx, next) => {
    const press = readPress(ctx.callbackQuery.data);
    if (press === null || press.do !== name) return next();
    await answer(ctx, press as PressOf<Name>);
  });
}

/** Ends the waiting state of a pressed button, with or without a text. An old or answered press is ignored. */
export async function toast(ctx: BotContext, text?: string): Promise<void> {
  try {
    await ctx.answerCallbackQuery(text === undefined ? {} : { text: text.slice(0, 200), show_alert: text.length > 60 });
  } catch (error) {
    if (!(error instanceof GrammyError) || error.error_code !== 400) throw error;
  }
}

/** The message of the pressed button; null for a message of inline mode. */
export function sentMessageOf({ callbackQuery }: BotContext): SentMessage | null {
  const message = callbackQuery?.message;
  return message === undefined ? null : { chatId: message.chat.id, messageId: message.message_id };
}

/**
 * The message of a button that the author of its question pressed; null in inline mode, and where somebody else pressed it,
 * who sees whose it is. The press is answered.
 */
export async function ownPress(ctx: BotContext): Promise<SentMessage | null> {
  if (pressedByAnother(ctx)) {
    await toast(ctx, ctx.sender.t.asset.notYours);
    return null;
  }
  await toast(ctx);
  return sentMessageOf(ctx);
}

/** In a group only the author of the quoted message may press the buttons that spend. */
export function pressedByAnother({ callbackQuery, sender }: BotContext): boolean {
  if (sender.isPrivate) return false;
  const asked = callbackQuery?.message?.reply_to_message?.from?.id;
  return asked !== undefined && asked !== sender.userId;
}
