import { matchAssets } from '@assay/address';
import { ApiError } from '@assay/contracts/client';
import { ASSETS, findAsset } from '@assay/domain';
import { Composer } from 'grammy';
import type { Place } from '../outlet/outlet.ts';
import { findAddresses } from '../recognise/find-addresses.ts';
import { assetsMessage } from '../view/assets-message.ts';
import type { Press } from '../view/callback-data.ts';
import { html, lines } from '../view/html.ts';
import { type BotMessage, button } from '../view/message.ts';
import { shortAddress } from '../view/short-address.ts';
import { inOrderOfUse } from './assets.ts';
import type { Asker, TalkContext, TalkDeps } from './context.ts';
import { onPress, placeOf, pressedByAnother, toast } from './presses.ts';
import { runCheck } from './run-check.ts';
import { orTell } from './trouble.ts';

/** Addresses offered of one message. */
const SEVERAL_MAX = 8;

/**
 * A text that may hold addresses. One that can be one asset only is checked at once; else the assets are offered.
 * Returns false where there is no address in it.
 */
export async function answerText(
  deps: TalkDeps,
  asker: Asker,
  { text, updateId, mayRun = true }: { text: string; updateId: number; mayRun?: boolean },
): Promise<boolean> {
  const found = findAddresses(text);
  const [first, ...more] = found;
  if (first === undefined) return false;
  await orTell(deps, asker, async () => {
    if (more.length > 0)
      await offerAddresses(
        deps,
        asker,
        found.map(({ address }) => address),
      );
    else await answerAddress(deps, asker, { address: first.address, updateId, mayRun });
  });
  return true;
}

/** One address. From a link nothing is spent unasked: links are made by others. */
export async function answerAddress(
  deps: TalkDeps,
  asker: Asker,
  { address, updateId, mayRun }: { address: string; updateId: number; mayRun: boolean },
): Promise<void> {
  const { t, chatId, replyTo, ask } = asker;
  const assets = inOrderOfUse(matchAssets(address, ASSETS));
  const [only, second] = assets;
  if (only === undefined) {
    await deps.outlet.say(chatId, { text: t.fallback.notAnAddress }, { replyTo });
    return;
  }
  const kept = await ask(() => deps.server.keepAddress(address));
  if (second === undefined && mayRun) {
    const retry: Press = { do: 'pick', kept, ticker: only.ticker, parent: only.parent };
    await runCheck(deps, asker, { asset: only, address, key: `${chatId}:${updateId}`, updateId, place: null, retry });
    return;
  }
  await deps.outlet.say(chatId, assetsMessage(t, { address, kept, assets, page: 0 }), { replyTo });
}

async function offerAddresses(
  deps: TalkDeps,
  { t, chatId, replyTo, ask }: Asker,
  all: readonly string[],
): Promise<void> {
  const offered = all.slice(0, SEVERAL_MAX);
  const kept = await ask(() => Promise.all(offered.map((address) => deps.server.keepAddress(address))));
  const rest = all.length - offered.length;
  const message: BotMessage = {
    text: lines(html`<b>${t.several.found(all.length)}</b>`, rest > 0 ? t.several.rest(rest) : null),
    buttons: offered.map((address, place) => [
      button(shortAddress(address), { do: 'address', kept: kept[place] ?? '' }),
    ]),
  };
  await deps.outlet.say(chatId, message, { replyTo });
}

/** The buttons under an address: which asset, which page, which of several addresses. */
export function addressPresses(deps: TalkDeps): Composer<TalkContext> {
  const composer = new Composer<TalkContext>();

  onPress(composer, 'pick', async (ctx, { kept, ticker, parent }) => {
    const { asker } = ctx;
    const place = placeOf(ctx);
    const asset = findAsset(ticker, parent);
    if (pressedByAnother(ctx)) return toast(ctx, asker.t.asset.notYours);
    if (place === null || asset === undefined) return toast(ctx, asker.t.fallback.oldButton);
    await toast(ctx);
    await orTell(deps, asker, async () => {
      const address = await keptAddress(deps, asker, kept, place);
      if (address === null) return;
      // One button of one message is one order, however often it is pressed or delivered.
      const key = `${place.chatId}:${place.messageId}:${ticker}:${parent ?? ''}`;
      const { retry } = asker;
      await runCheck(deps, asker, { asset, address, key, updateId: ctx.update.update_id, place, retry });
    });
  });

  onPress(composer, 'assets', async (ctx, { kept, page }) => {
    const { asker } = ctx;
    const place = placeOf(ctx);
    if (pressedByAnother(ctx)) return toast(ctx, asker.t.asset.notYours);
    await toast(ctx);
    if (place === null) return;
    await orTell(deps, asker, async () => {
      const address = await keptAddress(deps, asker, kept, place);
      if (address === null) return;
      const assets = inOrderOfUse(matchAssets(address, ASSETS));
      await deps.outlet.change(place, assetsMessage(asker.t, { address, kept, assets, page }));
    });
  });

  onPress(composer, 'address', async (ctx, { kept }) => {
    const { asker } = ctx;
    if (pressedByAnother(ctx)) return toast(ctx, asker.t.asset.notYours);
    await toast(ctx);
    await orTell(deps, asker, async () => {
      const address = await keptAddress(deps, asker, kept);
      if (address === null) return;
      const assets = inOrderOfUse(matchAssets(address, ASSETS));
      await deps.outlet.say(asker.chatId, assetsMessage(asker.t, { address, kept, assets, page: 0 }), asker);
    });
  });

  return composer;
}

/** The address behind an id; null where it is forgotten, which was told then. */
export async function keptAddress(
  deps: TalkDeps,
  { t, chatId, replyTo, ask }: Asker,
  kept: string,
  place: Place | null = null,
): Promise<string | null> {
  try {
    return await ask(() => deps.server.keptAddress(kept));
  } catch (error) {
    if (!(error instanceof ApiError) || error.errorName !== 'NotFound') throw error;
    const gone = { text: html`${t.asset.gone}` };
    if (place === null) await deps.outlet.say(chatId, gone, { replyTo });
    else await deps.outlet.change(place, gone);
    return null;
  }
}
