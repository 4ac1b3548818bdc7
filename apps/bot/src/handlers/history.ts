import { BOT_HISTORY_PAGE_SIZE } from '@assay/contracts';
import { shortenAddress } from '@assay/wording';
import { Composer } from 'grammy';
import { html, lines } from '../texts/html.ts';
import { assetName } from '../view/asset-name.ts';
import { dateText } from '../view/figures.ts';
import { type BotMessage, button } from '../view/message.ts';
import { starsLine } from '../view/result-message.ts';
import type { BotContext, HandlerDeps, Sender } from './context.ts';
import { onPress, sentMessageOf, toast } from './presses.ts';
import { orExplain } from './trouble.ts';

/** /history: what was checked so far, newest first, page by page. */
export function history(deps: HandlerDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>();

  composer.command('history', async (ctx) => {
    const { sender } = ctx;
    await orExplain(deps, sender, async () => {
      await deps.messaging.say(sender.chatId, await historyMessage(sender, 1), sender);
    });
  });

  onPress(composer, 'history', async (ctx, { page }) => {
    const { sender } = ctx;
    const sentMessage = sentMessageOf(ctx);
    await toast(ctx);
    await orExplain(deps, sender, async () => {
      const message = await historyMessage(sender, page);
      if (sentMessage === null) await deps.messaging.say(sender.chatId, message, sender);
      else await deps.messaging.change(sentMessage, message);
    });
  });

  return composer;
}

async function historyMessage({ t, server, ask }: Sender, page: number): Promise<BotMessage> {
  const query = { offset: BOT_HISTORY_PAGE_SIZE, page: Math.max(1, page) };
  const { items, meta } = await ask(() => server.call('GET /bot/users/:user_id/history', { query }));
  if (items.length === 0 && page <= 1) return { text: lines(t.history.title, t.history.empty) };
  const pages = Math.max(1, meta.totalPages);
  const first = (query.page - 1) * BOT_HISTORY_PAGE_SIZE;
  const turn = (text: string, to: number) => button(text, { do: 'history', page: to });
  return {
    text: lines(
      t.history.title,
      ...items.flatMap((item, index) => [
        '',
        html`${first + index + 1}. ${starsLine(t, item.riskscore)}`,
        html`${assetName(item)} <code>${shortenAddress(item.address)}</code>${item.payment === undefined ? '' : ` ${t.history[item.payment.direction]}${item.payment.is_pending === true ? `, ${t.history.pending}` : ''}`}`,
        html`<i>${dateText(t, item.created_at)}</i>`,
      ]),
      ...(pages > 1 ? ['', html`<i>${t.history.page(query.page, pages)}</i>`] : []),
    ),
    buttons: [
      items.map(({ sub_id: subId }, index) => button(String(first + index + 1), { do: 'show', subId })),
      [
        ...(query.page > 1 ? [turn(t.history.newer, query.page - 1)] : []),
        ...(query.page < pages ? [turn(t.history.older, query.page + 1)] : []),
      ],
    ],
  };
}
