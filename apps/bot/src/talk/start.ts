import type { BotAccount } from '@assay/contracts';
import { readStartPayload } from '@assay/contracts/client';
import { Composer } from 'grammy';
import { html, lines } from '../view/html.ts';
import { type BotMessage, button } from '../view/message.ts';
import { answerAddress, keptAddress } from './addresses.ts';
import type { Asker, TalkContext, TalkDeps } from './context.ts';
import { askToJoin } from './link.ts';
import { showResult } from './results.ts';
import { orTell } from './trouble.ts';

/** /start, with what a deep link asks for, and /help. */
export function start(deps: TalkDeps): Composer<TalkContext> {
  const composer = new Composer<TalkContext>();

  composer.command('start', async (ctx) => {
    const { asker } = ctx;
    const text = ctx.match.trim();
    if (text === '') return greet(deps, asker);
    const payload = readStartPayload(text);
    await orTell(deps, asker, async () => {
      switch (payload?.kind) {
        case undefined:
          await deps.outlet.say(asker.chatId, { text: html`${asker.t.fallback.badLink}` }, asker);
          return;
        case 'address':
          return answerAddress(deps, asker, {
            address: payload.address,
            updateId: ctx.update.update_id,
            mayRun: false,
          });
        case 'kept': {
          const address = await keptAddress(deps, asker, payload.id);
          if (address === null) return;
          return answerAddress(deps, asker, { address, updateId: ctx.update.update_id, mayRun: false });
        }
        case 'join':
          return askToJoin(deps, asker, payload.token);
        case 'result':
          return showResult(deps, asker, payload.subId);
      }
    });
  });

  composer.command('help', async (ctx) => {
    await deps.outlet.say(ctx.asker.chatId, helpMessage(deps, ctx.asker, ctx.me.username), ctx.asker);
  });

  return composer;
}

/** Says hello even where the server does not answer: what the bot is does not depend on it. */
async function greet(deps: TalkDeps, asker: Asker): Promise<void> {
  const account = await asker.account().catch((error: unknown) => {
    deps.log.warn({ name: error instanceof Error ? error.name : 'unknown' }, 'an account could not be opened');
    return null;
  });
  await deps.outlet.say(asker.chatId, helloMessage(deps, asker, account), asker);
}

function helloMessage({ productName }: TalkDeps, { t, isPrivate }: Asker, account: BotAccount | null): BotMessage {
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
    // A language is chosen by one person, not by a group.
    buttons: isPrivate ? [[button(t.commands.language, { do: 'choose-language' })]] : [],
  };
}

function helpMessage({ supportEmail }: TalkDeps, { t }: Asker, botName: string): BotMessage {
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
