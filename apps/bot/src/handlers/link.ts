import type { BotAccount } from '@assay/contracts';
import { Composer } from 'grammy';
import { html, lines } from '../texts/html.ts';
import type { Texts } from '../texts/texts.ts';
import { type BotMessage, button, linkRow } from '../view/message.ts';
import type { BotContext, HandlerDeps, Sender } from './context.ts';
import { onPress, sentMessageOf, toast } from './presses.ts';
import { orExplain } from './trouble.ts';

/** /link: joins an account of the site to this chat, and separates them. */
export function link(deps: HandlerDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>();

  const explain = ({ sender }: BotContext) =>
    orExplain(deps, sender, async () => {
      const account = await sender.ask(() => sender.account());
      await deps.messaging.say(sender.chatId, linkMessage(sender.t, account), sender);
    });
  composer.command('link', explain);
  onPress(composer, 'link', async (ctx) => {
    await toast(ctx);
    await explain(ctx);
  });

  onPress(composer, 'join', async (ctx, { token }) => {
    const { t, server, ask } = ctx.sender;
    await changeOrExplain(deps, ctx, async () => {
      const { joined, checks } = await ask(() => server.call('POST /bot/users/:user_id/join', { body: { token } }));
      return { text: t.link.done(joined?.email ?? '', checks) };
    });
  });

  onPress(composer, 'part', async (ctx) => {
    const { t } = ctx.sender;
    await toast(ctx);
    await orExplain(deps, ctx.sender, async () => {
      const { joined } = await ctx.sender.ask(() => ctx.sender.account());
      const yes = button(t.link.partYes, { do: 'parted' });
      const message: BotMessage =
        joined === null
          ? { text: html`${t.link.parted}` }
          : { text: t.link.partAsk(joined.email), buttons: [[yes, button(t.link.no, { do: 'dismiss' })]] };
      await deps.messaging.say(ctx.sender.chatId, message, ctx.sender);
    });
  });

  onPress(composer, 'parted', async (ctx) => {
    const { t, server, ask } = ctx.sender;
    await changeOrExplain(deps, ctx, async () => {
      await ask(() => server.call('DELETE /bot/users/:user_id/join'));
      return { text: html`${t.link.parted}` };
    });
  });

  onPress(composer, 'dismiss', async (ctx) => {
    await changeOrExplain(deps, ctx, async () => ({ text: html`${ctx.sender.t.link.dismissed}` }));
  });

  return composer;
}

/** Handles an opened join link: shows whose account it is and asks for a confirmation before joining. */
export async function askToJoin(deps: HandlerDeps, sender: Sender, token: string): Promise<void> {
  const { t } = sender;
  const { email } = await sender.ask(() =>
    sender.server.call('POST /bot/users/:user_id/join/preview', { body: { token } }),
  );
  const buttons = [[button(t.link.yes, { do: 'join', token }), button(t.link.no, { do: 'dismiss' })]];
  await deps.messaging.say(sender.chatId, { text: t.link.ask(email), buttons }, sender);
}

function linkMessage(t: Texts, { joined, join_url: url }: BotAccount): BotMessage {
  if (joined !== null) {
    return {
      text: lines(t.link.title, t.link.joined(joined.email)),
      buttons: [[button(t.balance.part, { do: 'part' })]],
    };
  }
  const row = linkRow(t.link.open, url);
  return { text: lines(t.link.title, t.link.steps, row.length === 0 ? html`${url}` : null), buttons: [row] };
}

/** Replaces a question by its outcome, so that it cannot be answered twice. */
export async function changeOrExplain(
  deps: HandlerDeps,
  ctx: BotContext,
  work: () => Promise<BotMessage>,
): Promise<void> {
  const sentMessage = sentMessageOf(ctx);
  await toast(ctx);
  await orExplain(deps, ctx.sender, async () => {
    const message = await work();
    if (sentMessage === null) await deps.messaging.say(ctx.sender.chatId, message, ctx.sender);
    else await deps.messaging.change(sentMessage, message);
  });
}
