import { BOT_HISTORY_PAGE_SIZE } from '@assay/contracts';
import { Composer } from 'grammy';
import { dateText } from '../view/figures.ts';
import { html, lines } from '../view/html.ts';
import { type BotMessage, button } from '../view/message.ts';
import { starsLine } from '../view/result-message.ts';
import { assetName, shortAddress } from '../view/short-address.ts';
import type { Asker, TalkContext, TalkDeps } from './context.ts';
import { onPress, placeOf, toast } from './presses.ts';
import { orTell } from './trouble.ts';

/** /history: what was checked so far, newest first, page by page. */
export function history(deps: TalkDeps): Composer<TalkContext> {
  const composer = new Composer<TalkContext>();

  composer.command('history', async (ctx) => {
    const { asker } = ctx;
    await orTell(deps, asker, async () => {
      await deps.outlet.say(asker.chatId, await historyMessage(asker, 1), asker);
    });
  });

  onPress(composer, 'history', async (ctx, { page }) => {
    const { asker } = ctx;
    const place = placeOf(ctx);
    await toast(ctx);
    await orTell(deps, asker, async () => {
      const message = await historyMessage(asker, page);
      if (place === null) await deps.outlet.say(asker.chatId, message, asker);
      else await deps.outlet.change(place, message);
    });
  });

  return composer;
}

async function historyMessage({ t, server, ask }: Asker, page: number): Promise<BotMessage> {
  const query = { offset: BOT_HISTORY_PAGE_SIZE, page: Math.max(1, page) };
  const { items, meta } = await ask(() => server.history(query));
  if (items.length === 0 && page <= 1) return { text: lines(t.history.title, t.history.empty) };
  const pages = Math.max(1, meta.totalPages);
  const first = (query.page - 1) * BOT_HISTORY_PAGE_SIZE;
  const turn = (text: string, to: number) => button(text, { do: 'history', page: to });
  return {
    text: lines(
      t.history.title,
      ...items.flatMap((item, place) => [
        '',
        html`${first + place + 1}. ${starsLine(t, item.riskscore)}`,
        html`${assetName(item)} <code>${shortAddress(item.address)}</code>`,
        html`<i>${dateText(t, item.created_at)}</i>`,
      ]),
      ...(pages > 1 ? ['', html`<i>${t.history.page(query.page, pages)}</i>`] : []),
    ),
    buttons: [
      items.map(({ sub_id: subId }, place) => button(String(first + place + 1), { do: 'show', subId })),
      [
        ...(query.page > 1 ? [turn(t.history.newer, query.page - 1)] : []),
        ...(query.page < pages ? [turn(t.history.older, query.page + 1)] : []),
      ],
    ],
  };
}
