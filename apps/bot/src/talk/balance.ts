import type { BotAccount, BotPayment, OrderData } from '@assay/contracts';
import { priceOfChecks } from '@assay/domain';
import { Composer } from 'grammy';
import type { Texts } from '../texts/texts.ts';
import { priceText } from '../view/figures.ts';
import { html, lines } from '../view/html.ts';
import { type BotMessage, button, linkRow } from '../view/message.ts';
import type { TalkContext, TalkDeps } from './context.ts';
import { onPress, placeOf, toast } from './presses.ts';
import { orTell, troubleMessage } from './trouble.ts';

/** Amounts offered: the least one, and where each discount begins. */
const AMOUNTS = [10, 50, 200, 500, 1_000];

const PROVIDERS = { stripe: 'card', nowpayments: 'crypto' } as const;

type Provider = keyof typeof PROVIDERS;

/** /balance, and buying checks through the payment pages of the site. */
export function balance(deps: TalkDeps): Composer<TalkContext> {
  const composer = new Composer<TalkContext>();

  const tellBalance = ({ asker }: TalkContext) =>
    orTell(deps, asker, async () => {
      const account = await asker.ask(() => asker.account());
      await deps.outlet.say(asker.chatId, balanceMessage(deps, asker.t, account), asker);
    });
  composer.command('balance', tellBalance);
  onPress(composer, 'balance', async (ctx) => {
    await toast(ctx);
    await tellBalance(ctx);
  });

  onPress(composer, 'buy', async (ctx) => {
    await toast(ctx);
    await deps.outlet.say(ctx.asker.chatId, amountsMessage(ctx.asker.t), ctx.asker);
  });

  onPress(composer, 'amounts', async (ctx) => {
    const place = placeOf(ctx);
    await toast(ctx);
    if (place !== null) await deps.outlet.change(place, amountsMessage(ctx.asker.t));
  });

  onPress(composer, 'amount', async (ctx, { checks }) => {
    await toast(ctx);
    const place = placeOf(ctx);
    if (place === null || !AMOUNTS.includes(checks)) return;
    await deps.outlet.change(place, providersMessage(ctx.asker.t, checks));
  });

  onPress(composer, 'pay', async (ctx, { provider, checks }) => {
    const { asker } = ctx;
    const place = placeOf(ctx);
    await toast(ctx);
    if (place === null || !isProvider(provider) || !AMOUNTS.includes(checks)) return;
    try {
      const body = { payment_type: provider, checks_number: checks };
      // Not asked again by itself: each time would open another order.
      const payment = await deps.outlet.whileBusy(asker.chatId, 'typing', () => asker.server.openPayment(body));
      await deps.outlet.change(place, payMessage(asker.t, payment));
    } catch (error) {
      await deps.outlet.change(place, troubleMessage(deps, asker.t, error, asker.retry));
    }
  });

  onPress(composer, 'paid', async (ctx, { orderId }) => {
    const { asker } = ctx;
    await toast(ctx);
    await orTell(deps, asker, async () => {
      const order = await asker.ask(() => asker.server.payment(orderId));
      await deps.outlet.say(asker.chatId, orderMessage(asker.t, order), asker);
    });
  });

  return composer;
}

export function balanceMessage({ supportEmail }: TalkDeps, t: Texts, account: BotAccount): BotMessage {
  const { joined } = account;
  return {
    text: lines(
      t.balance.have(account.checks),
      joined === null ? null : html`${t.balance.joined(joined.email)}`,
      joined === null || account.own_checks === 0 ? null : html`${t.balance.own(account.own_checks)}`,
      account.is_suspended ? '' : null,
      account.is_suspended ? t.balance.suspended(supportEmail) : null,
      account.suspended_reason === null ? null : html`<i>${account.suspended_reason}</i>`,
    ),
    buttons: [
      [
        ...(account.is_suspended ? [] : [button(t.balance.buy, { do: 'buy' })]),
        joined === null ? button(t.balance.connect, { do: 'link' }) : button(t.balance.part, { do: 'part' }),
      ],
    ],
  };
}

function amountsMessage(t: Texts): BotMessage {
  return {
    text: t.buy.howMany,
    buttons: AMOUNTS.map((checks) => [button(t.buy.amount(checks, priceOf(t, checks)), { do: 'amount', checks })]),
  };
}

function providersMessage(t: Texts, checks: number): BotMessage {
  return {
    text: lines(t.buy.order(checks, priceOf(t, checks)), t.buy.how),
    buttons: [
      (Object.keys(PROVIDERS) as Provider[]).map((provider) =>
        button(t.buy[PROVIDERS[provider]], { do: 'pay', provider, checks }),
      ),
      [button(t.buy.other, { do: 'amounts' })],
    ],
  };
}

/** The link stands in the text too: Telegram makes no button of an address on this machine. */
function payMessage(
  t: Texts,
  { url, order_id: orderId, amount_cents: cents, checks_number: count }: BotPayment,
): BotMessage {
  const price = priceText(t, cents);
  const row = linkRow(t.buy.open(price), url);
  return {
    text: lines(t.buy.order(count, price), t.buy.ready, row.length === 0 ? url : null),
    buttons: [row, [button(t.buy.paid, { do: 'paid', orderId })]],
  };
}

function orderMessage(t: Texts, { status, checks_number: count, order_id: orderId }: OrderData): BotMessage {
  const asked = [[button(t.buy.paid, { do: 'paid', orderId } as const)]];
  switch (status) {
    case 'paid':
      return { text: html`${t.buy.status.paid(count)}` };
    case 'created':
    case 'pending':
      return { text: html`${t.buy.status.waiting}`, buttons: asked };
    case 'partial':
      return { text: html`${t.buy.status.partial}`, buttons: asked };
    case 'expired':
    case 'failed':
    case 'disputed':
    case 'refunded':
    case 'reversed':
      return { text: html`${t.buy.status.closed}` };
  }
}

function priceOf(t: Texts, checks: number): string {
  return priceText(t, priceOfChecks(checks).priceCents);
}

function isProvider(value: string): value is Provider {
  return Object.hasOwn(PROVIDERS, value);
}
