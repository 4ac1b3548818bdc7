import { Composer, InlineKeyboard } from 'grammy';
import { explainMessage, holdsMistyped } from '../recognise/find-addresses.ts';
import { findTransaction } from '../recognise/find-transaction.ts';
import { readMessage } from '../recognise/read-message.ts';
import { html } from '../texts/html.ts';
import { plainText } from './addressed.ts';
import { answerText } from './addresses.ts';
import type { BotContext, HandlerDeps } from './context.ts';
import { toast } from './presses.ts';
import { secretMessage } from './secrets.ts';
import { answerTransaction } from './transactions.ts';

/** Personal matters, which are not answered in a group. */
const PRIVATE_COMMANDS = ['history', 'balance', 'link', 'privacy', 'language'];

/** Runs before every conversation: secrets, and personal matters in groups. */
export function guards(deps: HandlerDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>();

  composer.on(['message', 'edited_message'], async (ctx, next) => {
    const isStart = /^\/start(@\w+)?\s+[\w-]{1,64}$/.test(ctx.msg.text ?? '');
    const finding = readMessage(plainText(ctx));
    if (isStart || finding.is === 'clear' || finding.is === 'transaction') return next();
    // Who writes the command says that it is no key.
    if (finding.is === 'key or transaction' && isTransactionCommand(ctx)) return next();
    await deps.messaging.say(ctx.sender.chatId, secretMessage(ctx.sender.t, finding));
  });

  composer.on('edited_message', async (ctx) => {
    // An edited address or transaction is checked. Other edits need no answer.
    const text = plainText(ctx);
    if (await answerNamedTransaction(deps, ctx, text)) return;
    await answerText(deps, ctx.sender, { text, updateId: ctx.update.update_id });
  });

  composer.command(PRIVATE_COMMANDS, async (ctx, next) => {
    const { sender } = ctx;
    if (sender.isPrivate) return next();
    const open = InlineKeyboard.url(sender.t.group.open, `https://t.me/${ctx.me.username}`);
    await deps.messaging.say(sender.chatId, { text: html`${sender.t.group.privately}`, buttons: [[open]] }, sender);
  });

  return composer;
}

/** Handles a text that names a transaction. Returns false if it names none. */
async function answerNamedTransaction(deps: HandlerDeps, ctx: BotContext, text: string): Promise<boolean> {
  const isNamed = isTransactionCommand(ctx);
  if (!isNamed && readMessage(text).is !== 'transaction') return false;
  const found = findTransaction(text, isNamed);
  if (found === null)
    await deps.messaging.say(ctx.sender.chatId, { text: html`${ctx.sender.t.transaction.how}` }, ctx.sender);
  else await answerTransaction(deps, ctx.sender, found);
  return true;
}

function isTransactionCommand({ msg }: BotContext): boolean {
  return /^\/tx(@\w+)?(\s|$)/.test(msg?.text ?? '');
}

/** Runs after every conversation: addresses, transactions, and a friendly answer to everything else. */
export function messages(deps: HandlerDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>();

  composer.on('message', async (ctx) => {
    const { sender } = ctx;
    const { t } = sender;
    const text = plainText(ctx);
    if (await answerNamedTransaction(deps, ctx, text)) return;
    if (await answerText(deps, sender, { text, updateId: ctx.update.update_id })) return;
    const isCommand = ctx.msg.text?.startsWith('/') === true;
    const isCheck = /^\/check(@\w+)?(\s|$)/.test(ctx.msg.text ?? '');
    if (isCommand && !isCheck) {
      // In a group it was for another bot.
      if (sender.isPrivate)
        await deps.messaging.say(sender.chatId, { text: html`${t.fallback.unknownCommand}` }, sender);
      return;
    }
    if (text === '' && !sender.isPrivate) {
      await deps.messaging.say(sender.chatId, { text: html`${t.group.how(ctx.me.username)}` }, sender);
      return;
    }
    const answer = isCheck && text === '' ? t.start.how : null;
    if (answer !== null) await deps.messaging.say(sender.chatId, { text: html`${answer}` }, sender);
    else if (text === '') await deps.messaging.say(sender.chatId, { text: html`${t.fallback.noText}` }, sender);
    else {
      const instead = explainMessage(text);
      const { notAnAddress, noAddress } = t.fallback;
      const words = instead !== null ? t.fallback.instead(instead) : holdsMistyped(text) ? notAnAddress : noAddress;
      await deps.messaging.say(sender.chatId, { text: words }, sender);
    }
  });

  composer.on('callback_query', async (ctx) => toast(ctx, ctx.sender.t.fallback.oldButton));

  return composer;
}
