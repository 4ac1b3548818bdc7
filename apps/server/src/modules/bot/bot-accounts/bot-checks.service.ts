import {
  BOT_CACHED_RESULTS,
  type BotCheck,
  type BotResult,
  type BotResultOf3,
  type BotShare,
  type CheckRequest,
  type HistoryPageData,
} from '@assay/contracts';
import type { RecordDownload } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/db/index.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import {
  type AskedCheck,
  type ChecksService,
  type HistoryService,
  phaseOf,
  presentItem,
  resultOf,
  type StoredCheck,
} from '../../checks/index.ts';
import type { RenderedFile, ReportsService } from '../../reports/index.ts';
import type { Chat } from './bot-accounts.ports.ts';
import type { BotAccountsService } from './bot-accounts.service.ts';
import type { BotAccountsStore } from './bot-accounts.store.ts';
import type { KeptTransactions } from './kept-transactions.ts';
import { presentResult, presentResultOf3, resultUrl } from './present-result.ts';

export interface BotChecksDeps {
  readonly db: Db;
  readonly accounts: Pick<BotAccountsStore, 'ownerOfRequest' | 'moveRequest'>;
  readonly chats: Pick<BotAccountsService, 'assertActive' | 'chatOf' | 'checksOf'>;
  readonly checks: Pick<ChecksService, 'runCheck' | 'runPayment' | 'readCheck' | 'openCheck' | 'setShared'>;
  /** The check that an owner began under an idempotency key; null where there is none. */
  readonly findByKey: (owner: string, key: string) => Promise<AskedCheck | null>;
  readonly history: Pick<HistoryService, 'page'>;
  readonly reports: Pick<ReportsService, 'readReport'>;
  readonly recordDownload: RecordDownload;
  readonly payments: Pick<KeptTransactions, 'read'>;
  readonly clock: Clock;
  readonly publicUrl: string;
}

/** Who a check of a chat is for, and whose balance pays. */
type Payer = Parameters<ChecksService['runCheck']>[0];

/** Number of results searched to find one per asset. */
const SEARCHED_RESULTS = 50;

type Ended =
  | { readonly status: 'done'; readonly result: BotResult }
  | { readonly status: 'done_of_3'; readonly result: BotResultOf3 };

export type BotChecksService = ReturnType<typeof buildBotChecksService>;

/** Checks from a chat: uses the checks service of the site, for the owner the chat belongs to. */
export function buildBotChecksService(deps: BotChecksDeps) {
  const { db, accounts, chats, checks, history, publicUrl } = deps;

  function presentDone(check: StoredCheck): Ended {
    const [result, facts] = [resultOf(check), { publicUrl, revokedAt: check.revokedAt }];
    return result.method_version === '3'
      ? { status: 'done_of_3', result: presentResultOf3(result, facts) }
      : { status: 'done', result: presentResult(result, facts) };
  }

  async function present(chat: Chat, check: StoredCheck): Promise<BotCheck> {
    const { subId, ticker, parent, address, status } = check;
    const started = {
      sub_id: subId,
      ticker,
      parent,
      address,
      charged: isOwn(chat, check) && check.charged,
      checks: await chats.checksOf(chat),
    };
    switch (status) {
      case 'done':
        return { ...started, ...presentDone(check) };
      case 'running':
        return { ...started, status, progress: check.progress, ...phaseOf(check) };
      case 'failed':
        return { ...started, status };
    }
  }

  /** @throws AppError NotFound unless the chat may open it */
  async function open(chat: Chat, subId: string): Promise<StoredCheck> {
    const check = await checks.readCheck(subId.toLowerCase());
    return isOwn(chat, check) ? check : checks.openCheck(check.subId, chat.owner);
  }

  /**
   * The check that an earlier call of the same request started, for the owner of that time; null where a check may be
   * started, for `chat.owner`.
   */
  async function begunBefore({ telegramId, owner }: Chat, request: string, key: string): Promise<StoredCheck | null> {
    const now = deps.clock.now();
    const former = await accounts.ownerOfRequest(db, { telegramId, key: request, owner, now });
    if (former === owner) return null;
    const found = await deps.findByKey(former, key);
    if (found !== null) return { ...(await checks.readCheck(found.subId)), charged: found.charged && !found.isJoined };
    await accounts.moveRequest(db, telegramId, request, owner);
    return null;
  }

  async function begin(
    telegramId: string,
    request: string,
    run: (owner: Payer, options: { readonly idempotencyKey: string }) => Promise<StoredCheck>,
  ): Promise<BotCheck> {
    const chat = await chats.chatOf(telegramId);
    chats.assertActive(chat);
    const idempotencyKey = `telegram:${telegramId}:${request}`;
    const before = await begunBefore(chat, request, idempotencyKey);
    if (before !== null) return present(chat, before);
    const owner: Payer = {
      sub: chat.owner,
      by: chat.joined === null ? null : { as: 'person', id: chat.joined.sub },
      pays: true,
      thenPays: chat.joined === null || chat.company !== null ? null : chat.ownSub,
    };
    return present(chat, await run(owner, { idempotencyKey }));
  }

  async function setShared(telegramId: string, subId: string, isShared: boolean): Promise<BotShare> {
    const chat = await chats.chatOf(telegramId);
    if (isShared) chats.assertActive(chat);
    const check = await open(chat, subId);
    const owner = isOwn(chat, check) ? check.owner : null;
    if (owner === null && !isShared) throw new AppError('NotFound');
    const { revokedAt } = owner === null ? check : await checks.setShared(check.subId, owner, isShared);
    return {
      is_owner: owner !== null,
      url: resultUrl(publicUrl, check.subId),
      revoked_at: revokedAt?.toISOString() ?? null,
    };
  }

  return {
    /**
     * Checks one address. `request` is the bot's id of the message: a repeated id is charged once, also across a join.
     *
     * @throws AppError AccountSuspended and what `runCheck` throws
     */
    check: (telegramId: string, wanted: CheckRequest, request: string): Promise<BotCheck> =>
      begin(telegramId, request, (owner, options) => checks.runCheck(owner, wanted, options)),

    /**
     * Checks the payment that a kept id names, as `check` does an address.
     *
     * @throws AppError NotFound, AccountSuspended and what `runPayment` throws
     */
    async checkPayment(telegramId: string, kept: string, request: string): Promise<BotCheck> {
      const wanted = await deps.payments.read(kept);
      return begin(telegramId, request, (owner, options) => checks.runPayment(owner, wanted, options));
    },

    /** @throws AppError NotFound */
    async read(telegramId: string, subId: string): Promise<BotCheck> {
      const chat = await chats.chatOf(telegramId);
      return present(chat, await open(chat, subId));
    },

    /** @throws AppError NotFound and what `readReport` throws */
    async report(telegramId: string, subId: string): Promise<RenderedFile> {
      const chat = await chats.chatOf(telegramId);
      const check = await open(chat, subId);
      const reader = isOwn(chat, check) ? (check.owner ?? chat.owner) : chat.owner;
      const file = await deps.reports.readReport(check.subId, reader);
      if (file.isOfReader) await deps.recordDownload(reader, 'report.download', { kind: 'check', id: check.subId });
      return file;
    },

    /** @throws AppError NotFound */
    share: (telegramId: string, subId: string): Promise<BotShare> => setShared(telegramId, subId, true),
    /** @throws AppError NotFound, also where the check belongs to another owner */
    unshare: (telegramId: string, subId: string): Promise<BotShare> => setShared(telegramId, subId, false),

    /** Results the chat may see, of one address or of all: one result per address and asset, newest first. */
    async cached(telegramId: string, address: string): Promise<readonly BotResult[]> {
      const chat = await chats.chatOf(telegramId);
      const asked = { size: SEARCHED_RESULTS, page: 1, search: address, timeZone: 'UTC' };
      const { rows } = await history.page(chat.owner, asked);
      // What one payment was rated says nothing of its address.
      const addresses = rows.filter(({ transactionId }) => transactionId === null);
      const newest = new Map(
        addresses.toReversed().map((row) => [JSON.stringify([row.ticker, row.parent, row.address]), row] as const),
      );
      const found = addresses.filter((row) => [...newest.values()].includes(row)).slice(0, BOT_CACHED_RESULTS);
      const results: BotResult[] = [];
      for (const { subId } of found) {
        // Those of version 3 of the method are not listed in chats yet.
        const done = presentDone(await checks.readCheck(subId));
        if (done.status === 'done') results.push(done.result);
      }
      return results;
    },

    async history(telegramId: string, { offset, page }: { offset: number; page: number }): Promise<HistoryPageData> {
      const chat = await chats.chatOf(telegramId);
      const { rows, total } = await history.page(chat.owner, { size: offset, page, search: '', timeZone: 'UTC' });
      const meta = { totalPages: Math.max(1, Math.ceil(total / offset)), total, page, offset };
      return { items: rows.map(presentItem), meta };
    },
  };
}

/** Whether the check belongs to the chat: checks from before a join, or before a company was chosen, stay its own. */
function isOwn({ owner, ownSub, joined }: Chat, check: StoredCheck): boolean {
  return check.owner === owner || check.owner === ownSub || check.owner === joined?.sub;
}
