import { Composer, InlineKeyboard } from 'grammy';
import { looksSecret } from '../recognise/looks-secret.ts';
import { html } from '../view/html.ts';
import { plainText } from './addressed.ts';
import { answerText } from './addresses.ts';
import type { TalkContext, TalkDeps } from './context.ts';
import { toast } from './presses.ts';

/** What belongs to one person and is not talked about in a group. */
const PRIVATE_COMMANDS = ['history', 'balance', 'link', 'privacy', 'language'];

/** Before every conversation: what nobody should have written, what is private. */
export function guards(deps: TalkDeps): Composer<TalkContext> {
  const composer = new Composer<TalkContext>();

  composer.on(['message', 'edited_message'], async (ctx, next) => {
    const isStart = /^\/start(@\w+)?\s+[\w-]{1,64}$/.test(ctx.msg.text ?? '');
    if (isStart || !looksSecret(plainText(ctx))) return next();
    // Not as a reply: that would show the secret once more.
    await deps.outlet.say(ctx.asker.chatId, { text: ctx.asker.t.secret });
  });

  composer.on('edited_message', async (ctx) => {
    // Somebody corrected an address. Other corrections need no answer.
    const text = plainText(ctx);
    await answerText(deps, ctx.asker, { text, updateId: ctx.update.update_id });
  });

  composer.command(PRIVATE_COMMANDS, async (ctx, next) => {
    const { asker } = ctx;
    if (asker.isPrivate) return next();
    const open = InlineKeyboard.url(asker.t.group.open, `https://t.me/${ctx.me.username}`);
    await deps.outlet.say(asker.chatId, { text: html`${asker.t.group.privately}`, buttons: [[open]] }, asker);
  });

  return composer;
}

/** After every conversation: addresses, and a friendly word for everything else. */
export function messages(deps: TalkDeps): Composer<TalkContext> {
  const composer = new Composer<TalkContext>();

  composer.on('message', async (ctx) => {
    const { asker } = ctx;
    const { t } = asker;
    const text = plainText(ctx);
    if (await answerText(deps, asker, { text, updateId: ctx.update.update_id })) return;
    const isCommand = ctx.msg.text?.startsWith('/') === true;
    const isCheck = /^\/check(@\w+)?(\s|$)/.test(ctx.msg.text ?? '');
    if (isCommand && !isCheck) {
      // In a group it was meant for another bot.
      if (asker.isPrivate) await deps.outlet.say(asker.chatId, { text: html`${t.fallback.unknownCommand}` }, asker);
      return;
    }
    if (text === '' && !asker.isPrivate) {
      await deps.outlet.say(asker.chatId, { text: html`${t.group.how(ctx.me.username)}` }, asker);
      return;
    }
    const answer = isCheck && text === '' ? t.start.how : null;
    if (answer !== null) await deps.outlet.say(asker.chatId, { text: html`${answer}` }, asker);
    else if (text === '') await deps.outlet.say(asker.chatId, { text: html`${t.fallback.noText}` }, asker);
    else await deps.outlet.say(asker.chatId, { text: t.fallback.notAnAddress }, asker);
  });

  composer.on('callback_query', async (ctx) => toast(ctx, ctx.asker.t.fallback.oldButton));

  return composer;
}
