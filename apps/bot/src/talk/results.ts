import { ApiError } from '@assay/contracts/client';
import { findAsset } from '@assay/domain';
import { Composer, InlineKeyboard, InputFile } from 'grammy';
import type { Texts } from '../texts/texts.ts';
import { html, lines } from '../view/html.ts';
import { type BotMessage, button } from '../view/message.ts';
import { resultMessage } from '../view/result-message.ts';
import { assetName } from '../view/short-address.ts';
import type { Asker, TalkContext, TalkDeps } from './context.ts';
import { changeOrTell } from './link.ts';
import { onPress, pressedByAnother, toast } from './presses.ts';
import { runCheck } from './run-check.ts';
import { orTell } from './trouble.ts';

/** A result that is there already, in a message of its own. */
export async function showResult(deps: TalkDeps, asker: Asker, subId: string): Promise<void> {
  const { t, chatId } = asker;
  const check = await asker.ask(() => asker.server.readCheck(subId));
  if (check.status === 'done') {
    await deps.outlet.say(chatId, resultMessage(t, check.result), asker);
    return;
  }
  const again = button(t.check.show, { do: 'show', subId });
  const message: BotMessage =
    check.status === 'failed'
      ? { text: html`${t.check.failed}` }
      : { text: html`${t.check.stillRunning}`, buttons: [[again]] };
  await deps.outlet.say(chatId, message, asker);
}

/** The buttons under a result: show, PDF, check again, share. */
export function resultPresses(deps: TalkDeps): Composer<TalkContext> {
  const composer = new Composer<TalkContext>();

  onPress(composer, 'show', async (ctx, { subId }) => {
    await toast(ctx);
    await orTell(deps, ctx.asker, () => showResult(deps, ctx.asker, subId));
  });

  onPress(composer, 'pdf', async (ctx, { subId }) => {
    const { asker } = ctx;
    await toast(ctx, asker.t.pdf.coming);
    await orTell(deps, asker, () => sendReport(deps, asker, subId));
  });

  onPress(composer, 'again', async (ctx, { subId }) => {
    const { asker } = ctx;
    if (pressedByAnother(ctx)) return toast(ctx, asker.t.asset.notYours);
    await toast(ctx);
    await orTell(deps, asker, async () => {
      const { ticker, parent, address } = await asker.ask(() => asker.server.readCheck(subId));
      const asset = findAsset(ticker, parent);
      if (asset === undefined) throw new ApiError('UnknownAsset', '');
      const { update_id: updateId } = ctx.update;
      const key = `${asker.chatId}:${updateId}`;
      await runCheck(deps, asker, { asset, address, key, updateId, place: null, retry: asker.retry });
    });
  });

  onPress(composer, 'share', async (ctx, { subId }) => {
    const { asker } = ctx;
    await toast(ctx);
    await orTell(deps, asker, async () => {
      const { url, is_owner: isOwner } = await asker.ask(() => asker.server.share(subId));
      await deps.outlet.say(asker.chatId, shareMessage(asker.t, subId, url, isOwner), asker);
    });
  });

  onPress(composer, 'unshare', async (ctx, { subId }) => {
    const { asker } = ctx;
    if (pressedByAnother(ctx)) return toast(ctx, asker.t.share.notOwner);
    await changeOrTell(deps, ctx, async () => {
      await asker.ask(() => asker.server.unshare(subId));
      const again = button(asker.t.share.start, { do: 'share', subId });
      return { text: html`${asker.t.share.stopped}`, buttons: [[again]] };
    });
  });

  return composer;
}

async function sendReport(deps: TalkDeps, asker: Asker, subId: string): Promise<void> {
  const { t, chatId, server } = asker;
  await deps.outlet.whileBusy(chatId, 'upload_document', async () => {
    const [check, report] = await Promise.all([
      deps.ask(() => server.readCheck(subId)),
      deps.ask(() => server.report(subId)),
    ]);
    const file = new InputFile(new Uint8Array(report.bytes), report.name ?? `report-${subId}.pdf`);
    await deps.outlet.sendFile(chatId, file, html`${t.pdf.caption(assetName(check))}`, asker);
  });
}

/** The link, Telegram's own way to pass it on, and how to stop it. */
function shareMessage(t: Texts, subId: string, url: string, isOwner: boolean): BotMessage {
  return {
    text: lines(t.share.ready, html`${url}`),
    buttons: [
      [InlineKeyboard.url(t.share.send, `https://t.me/share/url?url=${encodeURIComponent(url)}`)],
      isOwner ? [button(t.share.stop, { do: 'unshare', subId })] : [],
    ],
  };
}
