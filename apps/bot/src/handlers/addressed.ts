import type { Context, MiddlewareFn } from 'grammy';

/**
 * Whether a message is addressed to the bot: always in private; in a group by a command, its name, or a reply. A
 * command that names another bot is not.
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

/** Runs first: messages between people in a group are not read, and cause no call to the server. */
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
