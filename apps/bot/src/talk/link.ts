import type { BotAccount } from '@assay/contracts';
import { Composer } from 'grammy';
import type { Texts } from '../texts/texts.ts';
import { html, lines } from '../view/html.ts';
import { type BotMessage, button, linkRow } from '../view/message.ts';
import type { Asker, TalkContext, TalkDeps } from './context.ts';
import { onPress, placeOf, toast } from './presses.ts';
import { orTell } from './trouble.ts';

/** /link: how the account of the site is joined to this chat, joining and parting. */
export function link(deps: TalkDeps): Composer<TalkContext> {
  const composer = new Composer<TalkContext>();

  const explain = ({ asker }: TalkContext) =>
    orTell(deps, asker, async () => {
      const account = await asker.ask(() => asker.account());
      await deps.outlet.say(asker.chatId, linkMessage(asker.t, account), asker);
    });
  composer.command('link', explain);
  onPress(composer, 'link', async (ctx) => {
    await toast(ctx);
    await explain(ctx);
  });

  onPress(composer, 'join', async (ctx, { token }) => {
    const { t, server, ask } = ctx.asker;
    await changeOrTell(deps, ctx, async () => {
      const { joined, checks } = await ask(() => server.join(token));
      return { text: t.link.done(joined?.email ?? '', checks) };
    });
  });

  onPress(composer, 'part', async (ctx) => {
    const { t } = ctx.asker;
    await toast(ctx);
    await orTell(deps, ctx.asker, async () => {
      const { joined } = await ctx.asker.ask(() => ctx.asker.account());
      const yes = button(t.link.partYes, { do: 'parted' });
      const message: BotMessage =
        joined === null
          ? { text: html`${t.link.parted}` }
          : { text: t.link.partAsk(joined.email), buttons: [[yes, button(t.link.no, { do: 'dismiss' })]] };
      await deps.outlet.say(ctx.asker.chatId, message, ctx.asker);
    });
  });

  onPress(composer, 'parted', async (ctx) => {
    const { t, server, ask } = ctx.asker;
    await changeOrTell(deps, ctx, async () => {
      await ask(() => server.part());
      return { text: html`${t.link.parted}` };
    });
  });

  onPress(composer, 'dismiss', async (ctx) => {
    await changeOrTell(deps, ctx, async () => ({ text: html`${ctx.asker.t.link.dismissed}` }));
  });

  return composer;
}

/** Somebody opened a join link: shows whose account it is, and asks. Nothing is joined unasked. */
export async function askToJoin(deps: TalkDeps, asker: Asker, token: string): Promise<void> {
  const { t } = asker;
  const { email } = await asker.ask(() => asker.server.previewJoin(token));
  const buttons = [[button(t.link.yes, { do: 'join', token }), button(t.link.no, { do: 'dismiss' })]];
  await deps.outlet.say(asker.chatId, { text: t.link.ask(email), buttons }, asker);
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

/** What became of a question takes its place, so that it cannot be answered twice. */
export async function changeOrTell(deps: TalkDeps, ctx: TalkContext, work: () => Promise<BotMessage>): Promise<void> {
  const place = placeOf(ctx);
  await toast(ctx);
  await orTell(deps, ctx.asker, async () => {
    const message = await work();
    if (place === null) await deps.outlet.say(ctx.asker.chatId, message, ctx.asker);
    else await deps.outlet.change(place, message);
  });
}
