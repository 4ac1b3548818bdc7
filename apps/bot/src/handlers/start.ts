import type { BotAccount } from '@assay/contracts';
import { readStartPayload } from '@assay/contracts/client';
import { Composer } from 'grammy';
import { html, lines } from '../texts/html.ts';
import { type BotMessage, button } from '../view/message.ts';
import { answerAddress, keptAddress } from './addresses.ts';
import type { BotContext, HandlerDeps, Sender } from './context.ts';
import { askToJoin } from './link.ts';
import { showResult } from './results.ts';
import { orExplain } from './trouble.ts';

/** /start, with what a deep link asks for, and /help. */
export function start(deps: HandlerDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>();

  composer.command('start', async (ctx) => {
    const { sender } = ctx;
    const text = ctx.match.trim();
    if (text === '') return greet(deps, sender);
    const payload = readStartPayload(text);
    await orExplain(deps, sender, async () => {
      switch (payload?.kind) {
        case undefined:
          await deps.messaging.say(sender.chatId, { text: html`${sender.t.fallback.badLink}` }, sender);
          return;
        case 'address':
          return answerAddress(deps, sender, {
            address: payload.address,
            updateId: ctx.update.update_id,
            mayRun: false,
          });
        case 'kept': {
          const address = await keptAddress(deps, sender, payload.id);
          if (address === null) return;
          return answerAddress(deps, sender, { address, updateId: ctx.update.update_id, mayRun: false });
        }
        case 'join':
          return askToJoin(deps, sender, payload.token);
        case 'result':
          return showResult(deps, sender, payload.subId);
      }
    });
  });

  composer.command('help', async (ctx) => {
    await deps.messaging.say(ctx.sender.chatId, helpMessage(deps, ctx.sender, ctx.me.username), ctx.sender);
  });

  return composer;
}

/** Sends the greeting even if the server does not answer: the text does not depend on it. */
async function greet(deps: HandlerDeps, sender: Sender): Promise<void> {
  const account = await sender.account().catch((error: unknown) => {
    deps.log.warn({ name: error instanceof Error ? error.name : 'unknown' }, 'an account could not be opened');
    return null;
  });
  await deps.messaging.say(sender.chatId, helloMessage(deps, sender, account), sender);
}

function helloMessage({ productName }: HandlerDeps, { t, isPrivate }: Sender, account: BotAccount | null): BotMessage {
  const balance = account === null ? null : account.checks > 0 ? t.start.free(account.checks) : t.start.none;
  return {
    text: lines(
      t.start.hello(productName),
      '',
      t.start.how,
      ...(isPrivate && balance !== null ? [balance] : []),
      '',
      t.never,
    ),
    // A language belongs to one person, not to a group.
    buttons: isPrivate ? [[button(t.commands.language, { do: 'choose-language' })]] : [],
  };
}

function helpMessage({ supportEmail }: HandlerDeps, { t }: Sender, botName: string): BotMessage {
  const { help } = t;
  return {
    text: lines(
      help.title,
      ...help.steps.map((step) => html`${step}`),
      '',
      help.spend,
      '',
      help.groups(botName),
      help.inline(botName),
      '',
      `/history – ${t.commands.history}`,
      `/balance – ${t.commands.balance}`,
      `/link – ${t.commands.link}`,
      `/language – ${t.commands.language}`,
      `/privacy – ${t.commands.privacy}`,
      '',
      t.never,
      '',
      html`<i>${help.disclaimer} ${help.support(supportEmail)}</i>`,
    ),
  };
}
