import { setTimeout as sleep } from 'node:timers/promises';
import type { BotCheck } from '@assay/contracts';
import { ApiError } from '@assay/contracts/client';
import type { Asset } from '@assay/domain';
import type { SentMessage } from '../messaging/messaging.ts';
import { type Html, html, lines } from '../texts/html.ts';
import { assetName } from '../view/asset-name.ts';
import type { Press } from '../view/callback-data.ts';
import { type BotMessage, button } from '../view/message.ts';
import { resultMessage } from '../view/result-message.ts';
import type { HandlerDeps, Sender } from './context.ts';
import { troubleMessage } from './trouble.ts';

export interface CheckOrder {
  /** Names what is checked while it runs. */
  readonly running: Html;
  /** Starts the check, or finds the one there is: by a key, so that it never spends twice, however often it is made. */
  readonly start: () => Promise<BotCheck>;
  /** Said where what the button names was forgotten; null where it names the address itself. */
  readonly gone: string | null;
  readonly updateId: number;
  /** The message that becomes the result; null writes a new one. */
  readonly sentMessage: SentMessage | null;
  /** The button that tries again. */
  readonly retry: Press | null;
}

const STEPS = 10;
/** Each edit counts against the chat's limit, and smaller ones would only flicker. */
const STEPS_SHOWN = 2;

/** The order of a check of an address. The same key never spends twice. */
export function addressOrder(
  { t, server }: Sender,
  { asset, address, key }: { readonly asset: Asset; readonly address: string; readonly key: string },
): Pick<CheckOrder, 'running' | 'start' | 'gone'> {
  const { ticker, parent, subticker, name } = asset;
  return {
    running: t.check.running(assetName(asset)),
    start: () =>
      server.call('POST /bot/users/:user_id/checks', {
        body: { address, ticker, parent, subticker, name },
        idempotencyKey: key,
      }),
    gone: null,
  };
}

/**
 * Runs one check: announces it, shows 'typing', and edits the message into the result. A long check is followed in the
 * background, so that the chat's next message is answered meanwhile.
 */
export async function runCheck(deps: HandlerDeps, sender: Sender, order: CheckOrder): Promise<void> {
  const { messaging } = deps;
  const { t, chatId, replyTo } = sender;
  const running: BotMessage = { text: order.running };
  const sentMessage =
    order.sentMessage === null
      ? await messaging.say(chatId, running, { replyTo })
      : await messaging.change(order.sentMessage, running);
  // The message cannot be delivered: nothing is spent.
  if (sentMessage === null) return;
  let check: BotCheck;
  try {
    check = await messaging.whileBusy(chatId, 'typing', () => deps.ask(order.start));
  } catch (error) {
    const isGone = error instanceof ApiError && error.errorName === 'NotFound' && order.gone !== null;
    if (isGone) await messaging.change(sentMessage, { text: html`${order.gone}` });
    else await messaging.change(sentMessage, troubleMessage(deps, t, error, order.retry));
    return;
  }
  if (check.status === 'running')
    deps.followUps.add(order.updateId, follow(deps, sender, check, sentMessage, order.retry));
  else await messaging.change(sentMessage, endMessage(sender, check, order.retry));
}

type Running = Extract<BotCheck, { status: 'running' }>;
type Ended = Exclude<BotCheck, Running>;

/** Follows a check to its end. A failure is shown in the chat; nothing is thrown. */
async function follow(
  deps: HandlerDeps,
  sender: Sender,
  first: Running,
  sentMessage: SentMessage,
  retry: Press | null,
): Promise<void> {
  const { messaging, log, stopping, followForMs, followEveryMs } = deps;
  const { t, chatId, server, replyTo } = sender;
  try {
    await messaging.whileBusy(chatId, 'typing', async () => {
      const until = Date.now() + followForMs;
      let shown = -STEPS_SHOWN;
      let shownPhase = first.phase;
      let check: BotCheck = first;
      while (check.status === 'running' && Date.now() < until && !stopping.aborted) {
        const step = Math.floor(check.progress * STEPS);
        if (step >= shown + STEPS_SHOWN || (shownPhase === 'loading') !== (check.phase === 'loading')) {
          await messaging.change(sentMessage, progressMessage(sender, check, step));
          shown = step;
          shownPhase = check.phase;
        }
        // Stopped while waiting: the message gets the button below.
        await sleep(followEveryMs, undefined, { signal: stopping }).catch(() => undefined);
        check = await deps.ask(() => server.call('GET /bot/users/:user_id/checks/:sub_id', { sub_id: first.sub_id }));
      }
      if (check.status === 'running') {
        const show = button(t.check.show, { do: 'show', subId: check.sub_id });
        await messaging.change(sentMessage, { text: t.check.tookLong, buttons: [[show]] });
        return;
      }
      // An edited message makes no sound, so a person who waited for long gets a new message.
      await messaging.change(sentMessage, { text: html`${t.check.ready}` });
      // Another message of the chat may have begun the check that this one joined, and be charged for it.
      const own = { ...check, charged: check.charged && first.charged };
      await messaging.say(chatId, endMessage(sender, own, retry), { replyTo });
    });
  } catch (error) {
    const show = { do: 'show', subId: first.sub_id } as const;
    await messaging.change(sentMessage, troubleMessage(deps, t, error, show)).catch((cause: unknown) => {
      log.warn({ name: cause instanceof Error ? cause.name : 'unknown' }, 'a check was followed in vain');
    });
  }
}

function endMessage({ t, isPrivate }: Sender, check: Ended, retry: Press | null): BotMessage {
  if (check.status === 'failed') {
    return { text: html`${t.check.failed}`, buttons: [retry === null ? [] : [button(t.check.again, retry)]] };
  }
  // A person's number of checks is not shown in a group.
  const spent = check.charged ? t.check.spent(check.checks) : t.check.free(check.checks);
  return resultMessage(t, check.result, { footer: isPrivate ? spent : null });
}

function progressMessage({ t }: Sender, check: Running, step: number): BotMessage {
  const stage = check.phase === 'loading' ? t.check.loading : t.check.following;
  const bar = '▰'.repeat(step) + '▱'.repeat(STEPS - step);
  return { text: lines(t.check.running(assetName(check)), html`${bar} ${step * STEPS}%`, stage) };
}
