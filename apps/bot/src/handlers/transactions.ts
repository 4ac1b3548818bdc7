import type { BotTransaction } from '@assay/contracts';
import { ApiError } from '@assay/contracts/client';
import { Composer } from 'grammy';
import type { FoundTransaction } from '../recognise/find-transaction.ts';
import { html } from '../texts/html.ts';
import { transactionMessage } from '../view/transaction-message.ts';
import type { BotContext, HandlerDeps, Sender } from './context.ts';
import { onPress, ownPress, pressedByAnother, sentMessageOf, toast } from './presses.ts';
import { runCheck } from './run-check.ts';
import { orExplain } from './trouble.ts';

/** What a transaction moved, and which payment of it to check. Nothing is spent before a button is pressed. */
export async function answerTransaction(deps: HandlerDeps, sender: Sender, asked: FoundTransaction): Promise<void> {
  await orExplain(deps, sender, async () => {
    const found = await sender.ask(() => sender.server.call('POST /bot/users/:user_id/transactions', { body: asked }));
    await deps.messaging.say(sender.chatId, transactionMessage(sender.t, found), sender);
  });
}

/** The buttons under a transaction: which network or asset, and which payment. */
export function transactionPresses(deps: HandlerDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>();

  onPress(composer, 'moves', async (ctx, { kept }) => {
    const { sender } = ctx;
    const sentMessage = await ownPress(ctx);
    if (sentMessage === null) return;
    await orExplain(deps, sender, async () => {
      const found = await orGone(() =>
        sender.ask(() => sender.server.call('GET /bot/users/:user_id/transactions/:kept', { kept })),
      );
      const { t } = sender;
      const message = found === null ? { text: html`${t.transaction.gone}` } : transactionMessage(t, found);
      await deps.messaging.change(sentMessage, message);
    });
  });

  onPress(composer, 'payment', async (ctx, { kept }) => {
    const { sender } = ctx;
    const { t, server, retry } = sender;
    const sentMessage = sentMessageOf(ctx);
    if (pressedByAnother(ctx)) return toast(ctx, t.asset.notYours);
    if (sentMessage === null) return toast(ctx, t.fallback.oldButton);
    await toast(ctx);
    // One button of one message is one request, however often it is pressed or delivered.
    const key = `${sentMessage.chatId}:${sentMessage.messageId}:${kept}`;
    await runCheck(deps, sender, {
      running: html`${t.transaction.running}`,
      gone: t.transaction.gone,
      start: () => server.call('POST /bot/users/:user_id/transactions/:kept/checks', { kept, idempotencyKey: key }),
      ...{ updateId: ctx.update.update_id, sentMessage, retry },
    });
  });

  return composer;
}

/** Null where the id was forgotten. */
async function orGone(ask: () => Promise<BotTransaction>): Promise<BotTransaction | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ApiError && error.errorName === 'NotFound') return null;
    throw error;
  }
}
