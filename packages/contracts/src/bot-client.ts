/** The calls of the Telegram bot, and of the account page's section about it, apart so that no first page carries them. */

import type { BotAccount, BotLanguage } from './bot/bot-account.ts';
import type { BotCheck, BotShare } from './bot/bot-check.ts';
import type { BotHistoryQuery } from './bot/bot-history.ts';
import type { BotJoinPreview } from './bot/bot-join.ts';
import type { BotPayment, BotPaymentBody, BotPrice } from './bot/bot-payment.ts';
import type { BotResult } from './bot/bot-result.ts';
import type { BotTransaction, BotTransactionBody } from './bot/bot-transaction.ts';
import type { DownloadedFile } from './download.ts';
import type { CheckRequest } from './monitor/check.ts';
import type { HistoryPageData } from './monitor/history-page.ts';
import type { OrderData } from './payment/orders.ts';
import type { Sender } from './survey-client.ts';
import type { JoinLinkData, TelegramState } from './telegram/join-link.ts';
import { isObject, unexpectedAnswer } from './wire/api-error.ts';

interface CallOptions<Signal> {
  readonly signal?: Signal;
}

/** The part of the client that the bot needs. */
export interface BotSender<Signal> {
  readonly send: (
    method: string,
    path: string,
    body?: unknown,
    options?: CallOptions<Signal> & { readonly idempotencyKey?: string },
  ) => Promise<unknown>;
  readonly download: (path: string, options?: CallOptions<Signal>) => Promise<DownloadedFile>;
}

/** What the bot may do for one Telegram user. */
export interface BotUserClient<Signal> {
  /** PUT /bot/users/{user_id}. */
  open(change?: { readonly language?: BotLanguage }, options?: CallOptions<Signal>): Promise<BotAccount>;
  /** DELETE /bot/users/{user_id}. */
  forget(options?: CallOptions<Signal>): Promise<void>;
  /** POST /bot/users/{user_id}/checks. `idempotencyKey`: chat and update id, such as `77:123456`. */
  check(request: CheckRequest, options: CallOptions<Signal> & { readonly idempotencyKey: string }): Promise<BotCheck>;
  /** POST /bot/users/{user_id}/transactions: what a transaction moved; never spends. */
  transaction(asked: BotTransactionBody, options?: CallOptions<Signal>): Promise<BotTransaction>;
  /** GET /bot/users/{user_id}/transactions/{kept}. */
  keptTransaction(kept: string, options?: CallOptions<Signal>): Promise<BotTransaction>;
  /** POST /bot/users/{user_id}/transactions/{kept}/checks. */
  checkPayment(kept: string, options: CallOptions<Signal> & { readonly idempotencyKey: string }): Promise<BotCheck>;
  /** GET /bot/users/{user_id}/checks/{sub_id}. */
  readCheck(subId: string, options?: CallOptions<Signal>): Promise<BotCheck>;
  /** GET /bot/users/{user_id}/checks/{sub_id}/pdf. */
  report(subId: string, options?: CallOptions<Signal>): Promise<DownloadedFile>;
  /** PUT /bot/users/{user_id}/checks/{sub_id}/share. */
  share(subId: string, options?: CallOptions<Signal>): Promise<BotShare>;
  /** DELETE /bot/users/{user_id}/checks/{sub_id}/share. */
  unshare(subId: string, options?: CallOptions<Signal>): Promise<BotShare>;
  /** GET /bot/users/{user_id}/results: what is there already; never spends. */
  cachedResults(address: string, options?: CallOptions<Signal>): Promise<readonly BotResult[]>;
  /** GET /bot/users/{user_id}/history. */
  history(query?: BotHistoryQuery, options?: CallOptions<Signal>): Promise<HistoryPageData>;
  /** GET /bot/users/{user_id}/prices. */
  prices(options?: CallOptions<Signal>): Promise<readonly BotPrice[]>;
  /** POST /bot/users/{user_id}/payments. */
  openPayment(body: BotPaymentBody, options?: CallOptions<Signal>): Promise<BotPayment>;
  /** GET /bot/users/{user_id}/payments/{order_id}. */
  payment(orderId: string, options?: CallOptions<Signal>): Promise<OrderData>;
  /** POST /bot/users/{user_id}/join/preview: shown before the person is asked. */
  previewJoin(token: string, options?: CallOptions<Signal>): Promise<BotJoinPreview>;
  /** POST /bot/users/{user_id}/join. */
  join(token: string, options?: CallOptions<Signal>): Promise<BotAccount>;
  /** DELETE /bot/users/{user_id}/join. */
  part(options?: CallOptions<Signal>): Promise<BotAccount>;
}

/** The bot's own calls. */
export interface BotClient<Signal> {
  /** `userId`: the Telegram user id, as decimal text or number. */
  user(userId: string | number): BotUserClient<Signal>;
  /** POST /bot/addresses. */
  keepAddress(address: string, options?: CallOptions<Signal>): Promise<string>;
  /** GET /bot/addresses/{id}. */
  keptAddress(id: string, options?: CallOptions<Signal>): Promise<string>;
}

/**
 * The bot's calls over any client whose access token is the service credential.
 *
 * @example
 * const client = createClient({ fetch, baseUrl: 'http://127.0.0.1:3000/api', timezone: 'UTC', tokens: { accessToken: () => secret } });
 * const { checks } = await botClient(client).user(77).open();
 */
export function botClient<Signal>(client: BotSender<Signal>): BotClient<Signal> {
  const ask = async <Data>(...request: Parameters<BotSender<Signal>['send']>) =>
    objectOf<Data>(await client.send(...request));
  return {
    user(userId) {
      const base = `/bot/users/${encodeURIComponent(String(userId))}`;
      const check = (subId: string) => `${base}/checks/${encodeURIComponent(subId)}`;
      const transaction = (kept: string) => `${base}/transactions/${encodeURIComponent(kept)}`;
      return {
        open: (change = {}, options) => ask('PUT', base, change, options),
        async forget(options) {
          await client.send('DELETE', base, undefined, options);
        },
        check: async (request, options) => checkOf(await ask('POST', `${base}/checks`, request, options)),
        transaction: async (asked, options) => transactionOf(await ask('POST', `${base}/transactions`, asked, options)),
        keptTransaction: async (kept, options) =>
          transactionOf(await ask('GET', transaction(kept), undefined, options)),
        checkPayment: async (kept, options) =>
          checkOf(await ask('POST', `${transaction(kept)}/checks`, undefined, options)),
        readCheck: async (subId, options) => checkOf(await ask('GET', check(subId), undefined, options)),
        report: (subId, options) => client.download(`${check(subId)}/pdf`, options),
        share: (subId, options) => ask('PUT', `${check(subId)}/share`, undefined, options),
        unshare: (subId, options) => ask('DELETE', `${check(subId)}/share`, undefined, options),
        async cachedResults(address, options) {
          const path = `${base}/results?address=${encodeURIComponent(address.trim())}`;
          const { results } = await ask<{ results?: unknown }>('GET', path, undefined, options);
          if (!Array.isArray(results)) throw unexpectedAnswer(200);
          return results;
        },
        async history({ offset, page } = {}, options) {
          const query = new Map(Object.entries({ offset, page }).filter(([, value]) => value !== undefined));
          const text = [...query].map(([name, value]) => `${name}=${String(value)}`).join('&');
          const data = await ask<HistoryPageData>('GET', `${base}/history?${text}`, undefined, options);
          if (!Array.isArray(data.items) || !isObject(data.meta)) throw unexpectedAnswer(200);
          return data;
        },
        async prices(options) {
          const { prices } = await ask<{ prices?: unknown }>('GET', `${base}/prices`, undefined, options);
          if (!Array.isArray(prices)) throw unexpectedAnswer(200);
          return prices;
        },
        openPayment: (body, options) => ask('POST', `${base}/payments`, body, options),
        payment: (orderId, options) =>
          ask('GET', `${base}/payments/${encodeURIComponent(orderId)}`, undefined, options),
        previewJoin: (token, options) => ask('POST', `${base}/join/preview`, { token }, options),
        join: (token, options) => ask('POST', `${base}/join`, { token }, options),
        part: (options) => ask('DELETE', `${base}/join`, undefined, options),
      };
    },
    async keepAddress(address, options) {
      return textOf((await ask<{ id?: unknown }>('POST', '/bot/addresses', { address }, options)).id);
    },
    async keptAddress(id, options) {
      const path = `/bot/addresses/${encodeURIComponent(id)}`;
      return textOf((await ask<{ address?: unknown }>('GET', path, undefined, options)).address);
    },
  };
}

/** Telegram as the signed-in site knows it. */
export interface TelegramClient<Signal> {
  /** GET /telegram. */
  state(options?: CallOptions<Signal>): Promise<TelegramState>;
  /** POST /telegram/link. */
  makeLink(options?: CallOptions<Signal>): Promise<JoinLinkData>;
  /** DELETE /telegram/link. */
  part(options?: CallOptions<Signal>): Promise<TelegramState>;
  /** PUT /telegram/workspace. */
  chooseWorkspace(id: string): Promise<TelegramState>;
}

/** The account page's section about Telegram, over any client. */
export function telegramClient<Signal>({ send }: Sender<Signal>): TelegramClient<Signal> {
  return {
    state: async (options) => objectOf(await send('GET', '/telegram', undefined, options)),
    makeLink: async (options) => objectOf(await send('POST', '/telegram/link', undefined, options)),
    part: async (options) => objectOf(await send('DELETE', '/telegram/link', undefined, options)),
    chooseWorkspace: async (id) => objectOf(await send('PUT', '/telegram/workspace', { workspace_id: id })),
  };
}

function checkOf(data: BotCheck): BotCheck {
  if (typeof data.status !== 'string' || typeof data.sub_id !== 'string') throw unexpectedAnswer(200);
  if (data.status === 'done' && !isObject(data.result)) throw unexpectedAnswer(200);
  return data;
}

function transactionOf(data: BotTransaction): BotTransaction {
  if (typeof data.is !== 'string') throw unexpectedAnswer(200);
  return data;
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw unexpectedAnswer(200);
  return value;
}

function objectOf<Data>(data: unknown): Data {
  if (!isObject(data)) throw unexpectedAnswer(200);
  return data as Data;
}
