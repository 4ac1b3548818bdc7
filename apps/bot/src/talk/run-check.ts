import { setTimeout as sleep } from 'node:timers/promises';
import type { BotCheck } from '@assay/contracts';
import type { Asset } from '@assay/domain';
import type { Place } from '../outlet/outlet.ts';
import type { Press } from '../view/callback-data.ts';
import { html, lines } from '../view/html.ts';
import { type BotMessage, button } from '../view/message.ts';
import { resultMessage } from '../view/result-message.ts';
import { assetName } from '../view/short-address.ts';
import type { Asker, TalkDeps } from './context.ts';
import { troubleMessage } from './trouble.ts';

export interface CheckOrder {
  readonly asset: Asset;
  readonly address: string;
  /** The same key never spends twice, however often the update comes. */
  readonly key: string;
  readonly updateId: number;
  /** The message that becomes the result; null writes a new one. */
  readonly place: Place | null;
  /** The button that tries it again. */
  readonly retry: Press | null;
}

const STEPS = 10;
/** Each change counts against the chat's limit, and smaller ones would only flicker. */
const STEPS_SHOWN = 2;

/**
 * Runs one check: says so, shows that it types, and turns the message into the result. One that takes long is followed
 * aside, so that the chat's next message is answered meanwhile.
 */
export async function runCheck(deps: TalkDeps, asker: Asker, order: CheckOrder): Promise<void> {
  const { outlet } = deps;
  const { t, chatId, replyTo, server } = asker;
  const { asset, address, key } = order;
  const running: BotMessage = { text: t.check.running(assetName(asset)) };
  const place =
    order.place === null ? await outlet.say(chatId, running, { replyTo }) : await outlet.change(order.place, running);
  // Nobody would read the result: nothing is spent.
  if (place === null) return;
  const request = { address, ticker: asset.ticker, parent: asset.parent, subticker: asset.subticker, name: asset.name };
  let check: BotCheck;
  try {
    check = await outlet.whileBusy(chatId, 'typing', () =>
      deps.ask(() => server.check(request, { idempotencyKey: key })),
    );
  } catch (error) {
    await outlet.change(place, troubleMessage(deps, t, error, order.retry));
    return;
  }
  if (check.status === 'running') deps.followUps.add(order.updateId, follow(deps, asker, check, place, order.retry));
  else await outlet.change(place, endMessage(asker, check, order.retry));
}

type Running = Extract<BotCheck, { status: 'running' }>;
type Ended = Exclude<BotCheck, Running>;

/** Follows a check to its end. Its failure is told in the chat; nothing is thrown. */
async function follow(deps: TalkDeps, asker: Asker, first: Running, place: Place, retry: Press | null): Promise<void> {
  const { outlet, log, stopping, followForMs, followEveryMs } = deps;
  const { t, chatId, server, replyTo } = asker;
  try {
    await outlet.whileBusy(chatId, 'typing', async () => {
      const until = Date.now() + followForMs;
      let shown = -STEPS_SHOWN;
      let check: BotCheck = first;
      while (check.status === 'running' && Date.now() < until && !stopping.aborted) {
        const step = Math.floor(check.progress * STEPS);
        if (step >= shown + STEPS_SHOWN) {
          await outlet.change(place, progressMessage(asker, check, step));
          shown = step;
        }
        // Stopped while waiting: the button below is left in its place.
        await sleep(followEveryMs, undefined, { signal: stopping }).catch(() => undefined);
        check = await deps.ask(() => server.readCheck(first.sub_id));
      }
      if (check.status === 'running') {
        const show = button(t.check.show, { do: 'show', subId: check.sub_id });
        await outlet.change(place, { text: t.check.tookLong, buttons: [[show]] });
        return;
      }
      // A changed message makes no sound: whoever waited for long is written to.
      await outlet.change(place, { text: html`${t.check.ready}` });
      await outlet.say(chatId, endMessage(asker, check, retry), { replyTo });
    });
  } catch (error) {
    const show = { do: 'show', subId: first.sub_id } as const;
    await outlet.change(place, troubleMessage(deps, t, error, show)).catch((cause: unknown) => {
      log.warn({ name: cause instanceof Error ? cause.name : 'unknown' }, 'a check was followed in vain');
    });
  }
}

function endMessage({ t, isPrivate }: Asker, check: Ended, retry: Press | null): BotMessage {
  if (check.status === 'failed') {
    return { text: html`${t.check.failed}`, buttons: [retry === null ? [] : [button(t.check.again, retry)]] };
  }
  // How many checks somebody has is nothing for a group.
  const spent = check.charged ? t.check.spent(check.checks) : t.check.free(check.checks);
  return resultMessage(t, check.result, { footer: isPrivate ? spent : null });
}

function progressMessage({ t }: Asker, check: Running, step: number): BotMessage {
  const bar = '▰'.repeat(step) + '▱'.repeat(STEPS - step);
  return { text: lines(t.check.running(assetName(check)), html`${bar} ${step * STEPS}%`, t.check.following) };
}
