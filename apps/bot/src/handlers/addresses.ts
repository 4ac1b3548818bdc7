import { matchAssets } from '@assay/address';
import { recogniseTextNow } from '@assay/address/secrets';
import { ApiError } from '@assay/contracts/client';
import { ASSETS, findAsset } from '@assay/domain';
import { shortenAddress } from '@assay/wording';
import { Composer } from 'grammy';
import type { SentMessage } from '../messaging/messaging.ts';
import { findAddresses } from '../recognise/find-addresses.ts';
import { html, lines } from '../texts/html.ts';
import { assetsMessage } from '../view/assets-message.ts';
import type { Press } from '../view/callback-data.ts';
import { type BotMessage, button } from '../view/message.ts';
import { inOrderOfUse } from './assets.ts';
import type { BotContext, HandlerDeps, Sender } from './context.ts';
import { onPress, ownPress, pressedByAnother, sentMessageOf, toast } from './presses.ts';
import { addressOrder, runCheck } from './run-check.ts';
import { secretMessage } from './secrets.ts';
import { orExplain } from './trouble.ts';

/** Most addresses of one message that are offered. */
const SEVERAL_MAX = 8;

/**
 * Handles a text that may contain addresses. An address of one possible asset is checked at once; else the assets are
 * offered.
 * Returns false if it contains no address.
 */
export async function answerText(
  deps: HandlerDeps,
  sender: Sender,
  { text, updateId, mayRun = true }: { text: string; updateId: number; mayRun?: boolean },
): Promise<boolean> {
  const found = findAddresses(text);
  const [first, ...more] = found;
  if (first === undefined) return false;
  await orExplain(deps, sender, async () => {
    if (more.length > 0)
      await offerAddresses(
        deps,
        sender,
        found.map(({ address }) => address),
      );
    else {
      const { address, tag, contract } = first;
      const { fallback } = sender.t;
      const remark = contract !== null ? fallback.contract(contract) : tag !== null ? fallback.tag(tag) : null;
      if (remark !== null) await deps.messaging.say(sender.chatId, { text: html`${remark}` }, sender);
      await answerAddress(deps, sender, { address, updateId, mayRun });
    }
  });
  return true;
}

/** Handles one address. A link spends nothing without a confirmation, because others can make links. */
export async function answerAddress(
  deps: HandlerDeps,
  sender: Sender,
  { address, updateId, mayRun }: { address: string; updateId: number; mayRun: boolean },
): Promise<void> {
  const { t, chatId, replyTo, ask } = sender;
  const finding = recogniseTextNow(address);
  if (finding.is === 'secret') {
    await deps.messaging.say(chatId, secretMessage(t, finding));
    return;
  }
  const assets = inOrderOfUse(matchAssets(address, ASSETS));
  const [only, second] = assets;
  if (only === undefined) {
    await deps.messaging.say(chatId, { text: t.fallback.notAnAddress }, { replyTo });
    return;
  }
  const kept = await ask(() => keepAddress(deps, address));
  if (second === undefined && mayRun) {
    const retry: Press = { do: 'pick', kept, ticker: only.ticker, parent: only.parent };
    await runCheck(deps, sender, {
      ...addressOrder(sender, { asset: only, address, key: `${chatId}:${updateId}` }),
      updateId,
      sentMessage: null,
      retry,
    });
    return;
  }
  await deps.messaging.say(chatId, assetsMessage(t, { address, kept, assets, page: 0 }), { replyTo });
}

async function offerAddresses(
  deps: HandlerDeps,
  { t, chatId, replyTo, ask }: Sender,
  all: readonly string[],
): Promise<void> {
  const offered = all.slice(0, SEVERAL_MAX);
  const kept = await ask(() => Promise.all(offered.map((address) => keepAddress(deps, address))));
  const rest = all.length - offered.length;
  const message: BotMessage = {
    text: lines(html`<b>${t.several.found(all.length)}</b>`, rest > 0 ? t.several.rest(rest) : null),
    buttons: offered.map((address, index) => [
      button(shortenAddress(address), { do: 'address', kept: kept[index] ?? '' }),
    ]),
  };
  await deps.messaging.say(chatId, message, { replyTo });
}

/** The buttons under an address: which asset, which page, which of several addresses. */
export function addressPresses(deps: HandlerDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>();

  onPress(composer, 'pick', async (ctx, { kept, ticker, parent }) => {
    const { sender } = ctx;
    const sentMessage = sentMessageOf(ctx);
    const asset = findAsset(ticker, parent);
    if (pressedByAnother(ctx)) return toast(ctx, sender.t.asset.notYours);
    if (sentMessage === null || asset === undefined) return toast(ctx, sender.t.fallback.oldButton);
    await toast(ctx);
    await orExplain(deps, sender, async () => {
      const address = await keptAddress(deps, sender, kept, sentMessage);
      if (address === null) return;
      // One button of one message is one request, however often it is pressed or delivered.
      const key = `${sentMessage.chatId}:${sentMessage.messageId}:${ticker}:${parent ?? ''}`;
      const { retry } = sender;
      const order = addressOrder(sender, { asset, address, key });
      await runCheck(deps, sender, { ...order, updateId: ctx.update.update_id, sentMessage, retry });
    });
  });

  onPress(composer, 'assets', async (ctx, { kept, page }) => {
    const { sender } = ctx;
    const sentMessage = await ownPress(ctx);
    if (sentMessage === null) return;
    await orExplain(deps, sender, async () => {
      const address = await keptAddress(deps, sender, kept, sentMessage);
      if (address === null) return;
      const assets = inOrderOfUse(matchAssets(address, ASSETS));
      await deps.messaging.change(sentMessage, assetsMessage(sender.t, { address, kept, assets, page }));
    });
  });

  onPress(composer, 'address', async (ctx, { kept }) => {
    const { sender } = ctx;
    if (pressedByAnother(ctx)) return toast(ctx, sender.t.asset.notYours);
    await toast(ctx);
    await orExplain(deps, sender, async () => {
      const address = await keptAddress(deps, sender, kept);
      if (address === null) return;
      const assets = inOrderOfUse(matchAssets(address, ASSETS));
      await deps.messaging.say(sender.chatId, assetsMessage(sender.t, { address, kept, assets, page: 0 }), sender);
    });
  });

  return composer;
}

/** Keeps an address that a button names; answers the id. */
export async function keepAddress(
  { server }: Pick<HandlerDeps, 'server'>,
  address: string,
  signal?: AbortSignal,
): Promise<string> {
  return (await server.call('POST /bot/addresses', { body: { address }, signal })).id;
}

/** The address behind an id; null if it was forgotten, after a message that says so. */
export async function keptAddress(
  deps: HandlerDeps,
  { t, chatId, replyTo, ask }: Sender,
  kept: string,
  sentMessage: SentMessage | null = null,
): Promise<string | null> {
  try {
    const { address } = await ask(() => deps.server.call('GET /bot/addresses/:id', { id: kept }));
    return address;
  } catch (error) {
    if (!(error instanceof ApiError) || error.errorName !== 'NotFound') throw error;
    const gone = { text: html`${t.asset.gone}` };
    if (sentMessage === null) await deps.messaging.say(chatId, gone, { replyTo });
    else await deps.messaging.change(sentMessage, gone);
    return null;
  }
}
