import type { BotPayment, BotPaymentBody, BotPrice, OrderData } from '@assay/contracts';
import { LEAST_CHECKS, MOST_CHECKS, mayIn, priceOfChecks } from '@assay/domain';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { goodsOfChecks, type PaymentsService, presentOrder } from '../../money/index.ts';
import type { BotAccountsService } from './bot-accounts.service.ts';

export interface BotPaymentsDeps {
  readonly chats: Pick<BotAccountsService, 'assertActive' | 'chatOf'>;
  readonly payments: Pick<PaymentsService, 'buy' | 'order' | 'priceList'>;
  readonly publicUrl: string;
  /** On Telegram, without the @; null where this installation has none. */
  readonly botUsername: string | null;
}

const SOME_CHECKS = 50;

export type BotPaymentsService = ReturnType<typeof buildBotPaymentsService>;

/** Purchases from a chat: for the joined account, else for the chat itself. */
export function buildBotPaymentsService({ chats, payments, publicUrl, botUsername }: BotPaymentsDeps) {
  /** The page the payment provider returns to. */
  const returnUrl = botUsername === null ? `${publicUrl}/` : `https://t.me/${botUsername}`;
  return {
    /** Amounts that a chat offers: a few checks, and where each discount begins. */
    prices(): BotPrice[] {
      const { discountTiers } = payments.priceList;
      const amounts = [LEAST_CHECKS, SOME_CHECKS, ...discountTiers.map(({ from }) => from)];
      return [...new Set(amounts)]
        .filter((checks) => checks >= LEAST_CHECKS && checks <= MOST_CHECKS)
        .toSorted((a, b) => a - b)
        .map((checks) => ({
          checks_number: checks,
          amount_cents: priceOfChecks(checks, payments.priceList).priceCents,
        }));
    },

    /** @throws AppError AccountSuspended, RoleNotAllowed, PaymentsNotOffered, PaymentProviderFailed */
    async buy(telegramId: string, { payment_type, checks_number }: BotPaymentBody): Promise<BotPayment> {
      const chat = await chats.chatOf(telegramId);
      chats.assertActive(chat);
      const { owner, joined, company } = chat;
      if (company !== null && !mayIn(company.role, 'billing')) throw new AppError('RoleNotAllowed');
      const { order, url } = await payments.buy(
        { sub: owner, email: joined?.email ?? null },
        {
          provider: payment_type,
          goods: goodsOfChecks(checks_number, payments.priceList),
          successUrl: returnUrl,
          cancelUrl: returnUrl,
          isHosted: true,
        },
      );
      if (url === null) throw new AppError('PaymentProviderFailed', { internal: 'no page to pay on' });
      return { url, order_id: order.id, checks_number: order.checks, amount_cents: order.amountCents };
    },

    /** @throws AppError NotFound unless the chat, or the account it is joined to, opened it */
    async order(telegramId: string, orderId: string): Promise<OrderData> {
      const { owner, ownSub, joined } = await chats.chatOf(telegramId);
      for (const buyer of new Set([owner, joined?.sub ?? ownSub])) {
        try {
          return presentOrder(await payments.order(buyer, orderId));
        } catch (error) {
          if (buyer === ownSub || !(error instanceof AppError) || error.errorName !== 'NotFound') throw error;
        }
      }
      return presentOrder(await payments.order(ownSub, orderId));
    },
  };
}
