import type { BotAccount, BotPayment, BotPrice, OrderData } from '@assay/contracts';
import { Composer } from 'grammy';
import { html, lines } from '../texts/html.ts';
import type { Texts } from '../texts/texts.ts';
import { priceText } from '../view/figures.ts';
import { type BotMessage, button, linkRow } from '../view/message.ts';
import type { BotContext, HandlerDeps } from './context.ts';
import { onPress, sentMessageOf, toast } from './presses.ts';
import { orExplain, troubleMessage } from './trouble.ts';

const PROVIDERS = { stripe: 'card', nowpayments: 'crypto' } as const;

type Provider = keyof typeof PROVIDERS;

/** /balance, and buying checks through the payment pages of the site. */
export function balance(deps: HandlerDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>();

  const sendBalance = ({ sender }: BotContext) =>
    orExplain(deps, sender, async () => {
      const account = await sender.ask(() => sender.account());
      await deps.messaging.say(sender.chatId, balanceMessage(deps, sender.t, account), sender);
    });
  composer.command('balance', sendBalance);
  onPress(composer, 'balance', async (ctx) => {
    await toast(ctx);
    await sendBalance(ctx);
  });

  onPress(composer, 'buy', async (ctx) => {
    const { sender } = ctx;
    await toast(ctx);
    await orExplain(deps, sender, async () => {
      const { prices } = await sender.ask(() => sender.server.call('GET /bot/users/:user_id/prices'));
      await deps.messaging.say(sender.chatId, amountsMessage(sender.t, prices), sender);
    });
  });

  onPress(composer, 'amounts', async (ctx) => {
    const { sender } = ctx;
    const sentMessage = sentMessageOf(ctx);
    await toast(ctx);
    if (sentMessage === null) return;
    await orExplain(deps, sender, async () => {
      const { prices } = await sender.ask(() => sender.server.call('GET /bot/users/:user_id/prices'));
      await deps.messaging.change(sentMessage, amountsMessage(sender.t, prices));
    });
  });

  onPress(composer, 'amount', async (ctx, { checks }) => {
    const { sender } = ctx;
    await toast(ctx);
    const sentMessage = sentMessageOf(ctx);
    if (sentMessage === null) return;
    await orExplain(deps, sender, async () => {
      const { prices } = await sender.ask(() => sender.server.call('GET /bot/users/:user_id/prices'));
      const wanted = prices.find(({ checks_number: offered }) => offered === checks);
      // An old message may offer what is no longer offered.
      const message = wanted === undefined ? amountsMessage(sender.t, prices) : providersMessage(sender.t, wanted);
      await deps.messaging.change(sentMessage, message);
    });
  });

  onPress(composer, 'pay', async (ctx, { provider, checks }) => {
    const { sender } = ctx;
    const sentMessage = sentMessageOf(ctx);
    await toast(ctx);
    if (sentMessage === null || !isProvider(provider)) return;
    try {
      const body = { payment_type: provider, checks_number: checks };
      // Not retried: each call would open another order.
      const payment = await deps.messaging.whileBusy(sender.chatId, 'typing', () =>
        sender.server.call('POST /bot/users/:user_id/payments', { body }),
      );
      await deps.messaging.change(sentMessage, payMessage(sender.t, payment));
    } catch (error) {
      await deps.messaging.change(sentMessage, troubleMessage(deps, sender.t, error, sender.retry));
    }
  });

  onPress(composer, 'paid', async (ctx, { orderId }) => {
    const { sender } = ctx;
    await toast(ctx);
    await orExplain(deps, sender, async () => {
      const order = await sender.ask(() =>
        sender.server.call('GET /bot/users/:user_id/payments/:order_id', { order_id: orderId }),
      );
      await deps.messaging.say(sender.chatId, orderMessage(sender.t, order), sender);
    });
  });

  return composer;
}

export function balanceMessage({ supportEmail }: HandlerDeps, t: Texts, account: BotAccount): BotMessage {
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

function amountsMessage(t: Texts, prices: readonly BotPrice[]): BotMessage {
  return {
    text: t.buy.howMany,
    buttons: prices.map(({ checks_number: checks, amount_cents: cents }) => [
      button(t.buy.amount(checks, priceText(t, cents)), { do: 'amount', checks }),
    ]),
  };
}

function providersMessage(t: Texts, { checks_number: checks, amount_cents: cents }: BotPrice): BotMessage {
  return {
    text: lines(t.buy.order(checks, priceText(t, cents)), t.buy.how),
    buttons: [
      (Object.keys(PROVIDERS) as Provider[]).map((provider) =>
        button(t.buy[PROVIDERS[provider]], { do: 'pay', provider, checks }),
      ),
      [button(t.buy.other, { do: 'amounts' })],
    ],
  };
}

/** The link is in the text too: Telegram accepts no button with a URL of this machine. */
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

function isProvider(value: string): value is Provider {
  return Object.hasOwn(PROVIDERS, value);
}
