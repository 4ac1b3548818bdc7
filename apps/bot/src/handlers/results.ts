import { ApiError } from '@assay/contracts/client';
import { findAsset } from '@assay/domain';
import { Composer, InlineKeyboard, InputFile } from 'grammy';
import { html, lines } from '../texts/html.ts';
import type { Texts } from '../texts/texts.ts';
import { assetName } from '../view/asset-name.ts';
import { type BotMessage, button } from '../view/message.ts';
import { resultMessage } from '../view/result-message.ts';
import type { BotContext, HandlerDeps, Sender } from './context.ts';
import { changeOrExplain } from './link.ts';
import { onPress, pressedByAnother, toast } from './presses.ts';
import { addressOrder, runCheck } from './run-check.ts';
import { orExplain } from './trouble.ts';

/** Shows an existing result in a new message. */
export async function showResult(deps: HandlerDeps, sender: Sender, subId: string): Promise<void> {
  const { t, chatId } = sender;
  const check = await sender.ask(() => sender.server.call('GET /bot/users/:user_id/checks/:sub_id', { sub_id: subId }));
  if (check.status === 'done' || check.status === 'done_of_3') {
    await deps.messaging.say(chatId, resultMessage(t, check.result), sender);
    return;
  }
  const again = button(t.check.show, { do: 'show', subId });
  const message: BotMessage =
    check.status === 'failed'
      ? { text: html`${t.check.failed}` }
      : { text: html`${t.check.stillRunning}`, buttons: [[again]] };
  await deps.messaging.say(chatId, message, sender);
}

/** The buttons under a result: show, PDF, check again, share. */
export function resultPresses(deps: HandlerDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>();

  onPress(composer, 'show', async (ctx, { subId }) => {
    await toast(ctx);
    await orExplain(deps, ctx.sender, () => showResult(deps, ctx.sender, subId));
  });

  onPress(composer, 'pdf', async (ctx, { subId }) => {
    const { sender } = ctx;
    await toast(ctx, sender.t.pdf.coming);
    await orExplain(deps, sender, () => sendReport(deps, sender, subId));
  });

  onPress(composer, 'again', async (ctx, { subId }) => {
    const { sender } = ctx;
    if (pressedByAnother(ctx)) return toast(ctx, sender.t.asset.notYours);
    await toast(ctx);
    await orExplain(deps, sender, async () => {
      const { ticker, parent, address } = await sender.ask(() =>
        sender.server.call('GET /bot/users/:user_id/checks/:sub_id', { sub_id: subId }),
      );
      const asset = findAsset(ticker, parent);
      if (asset === undefined) throw new ApiError('UnknownAsset', '');
      const { update_id: updateId } = ctx.update;
      const key = `${sender.chatId}:${updateId}`;
      const order = addressOrder(sender, { asset, address, key });
      await runCheck(deps, sender, { ...order, updateId, sentMessage: null, retry: sender.retry });
    });
  });

  onPress(composer, 'share', async (ctx, { subId }) => {
    const { sender } = ctx;
    await toast(ctx);
    await orExplain(deps, sender, async () => {
      const { url, is_owner: isOwner } = await sender.ask(() =>
        sender.server.call('PUT /bot/users/:user_id/checks/:sub_id/share', { sub_id: subId }),
      );
      await deps.messaging.say(sender.chatId, shareMessage(sender.t, subId, url, isOwner), sender);
    });
  });

  onPress(composer, 'unshare', async (ctx, { subId }) => {
    const { sender } = ctx;
    if (pressedByAnother(ctx)) return toast(ctx, sender.t.share.notOwner);
    await changeOrExplain(deps, ctx, async () => {
      await sender.ask(() => sender.server.call('DELETE /bot/users/:user_id/checks/:sub_id/share', { sub_id: subId }));
      const again = button(sender.t.share.start, { do: 'share', subId });
      return { text: html`${sender.t.share.stopped}`, buttons: [[again]] };
    });
  });

  return composer;
}

async function sendReport(deps: HandlerDeps, sender: Sender, subId: string): Promise<void> {
  const { t, chatId, server } = sender;
  await deps.messaging.whileBusy(chatId, 'upload_document', async () => {
    const [check, report] = await Promise.all([
      deps.ask(() => server.call('GET /bot/users/:user_id/checks/:sub_id', { sub_id: subId })),
      deps.ask(() => server.download('GET /bot/users/:user_id/checks/:sub_id/pdf', { sub_id: subId })),
    ]);
    const file = new InputFile(new Uint8Array(report.bytes), report.name ?? `report-${subId}.pdf`);
    await deps.messaging.sendFile(chatId, file, html`${t.pdf.caption(assetName(check))}`, sender);
  });
}

/** The shared link, Telegram's share button, and a button that revokes it. */
function shareMessage(t: Texts, subId: string, url: string, isOwner: boolean): BotMessage {
  return {
    text: lines(t.share.ready, html`${url}`),
    buttons: [
      [InlineKeyboard.url(t.share.send, `https://t.me/share/url?url=${encodeURIComponent(url)}`)],
      isOwner ? [button(t.share.stop, { do: 'unshare', subId })] : [],
    ],
  };
}
