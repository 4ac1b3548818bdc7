import type { Context, MiddlewareFn } from 'grammy';

/**
 * Whether the bot is meant: always in private; in a group by a command, by its name, or by a reply to it. A command
 * that names another bot is not ours.
 */
function isAddressed(ctx: Context): boolean {
  if (ctx.chat === undefined || ctx.chat.type === 'private') return true;
  const { msg } = ctx;
  if (msg === undefined) return false;
  if (msg.reply_to_message?.from?.id === ctx.me.id) return true;
  const name = `@${ctx.me.username}`.toLowerCase();
  return ctx.entities(['mention', 'bot_command']).some(({ type, text }) => {
    const word = text.toLowerCase();
    return type === 'mention' ? word === name : word.endsWith(name) || !word.includes('@');
  });
}

/** First of all: what people in a group say to each other is not looked at, and nobody is asked about them. */
export const onlyAddressed: MiddlewareFn = async (ctx, next) => {
  const isWritten = ctx.message !== undefined || ctx.editedMessage !== undefined;
  if (!isWritten || isAddressed(ctx)) await next();
};

/** The text without the bot's name and without the command it began with. */
export function plainText(ctx: Context): string {
  const text = ctx.msg?.text ?? ctx.msg?.caption ?? '';
  return text
    .replace(/^\/\w+(?:@\w+)?/, '')
    .replaceAll(new RegExp(`@${ctx.me.username}\\b`, 'gi'), '')
    .trim();
}
