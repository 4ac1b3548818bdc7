import { BOT_SIDES, type BotTransaction, type TransactionData, type TransactionMoves } from '@assay/contracts';
import type { NetworkId } from '@assay/domain';
import type { ChecksService } from '../../checks/index.ts';
import type { BotAccountsService } from './bot-accounts.service.ts';
import type { AskedOfTransaction, KeptTransactions } from './kept-transactions.ts';

export interface BotTransactionsDeps {
  readonly chats: Pick<BotAccountsService, 'assertActive' | 'chatOf'>;
  readonly checks: Pick<ChecksService, 'findMoves'>;
  readonly kept: Pick<KeptTransactions, 'keep' | 'find'>;
}

export interface WantedTransaction {
  readonly transaction: string;
  readonly side?: string | undefined;
}

export interface Asking {
  readonly signal: AbortSignal;
  /** Called before providers are asked, by the owner of the chat. @throws AppError TooManyRequests */
  readonly admitLookUp: (owner: string) => Promise<void>;
}

export type BotTransactionsService = ReturnType<typeof buildBotTransactionsService>;

/** What transactions moved, for a chat, and what its buttons may ask next. Nothing here spends or rates. */
export function buildBotTransactionsService({ chats, checks, kept }: BotTransactionsDeps) {
  async function ask(
    telegramId: string,
    query: WantedTransaction & { readonly network?: NetworkId; readonly ticker?: string },
    { signal, admitLookUp }: Asking,
  ): Promise<BotTransaction> {
    const chat = await chats.chatOf(telegramId);
    // Looking at its chain asks providers.
    chats.assertActive(chat);
    const { transaction } = query;
    const data = await checks.findMoves(
      { ...query, page: 1, side_page: 1 },
      { owner: chat.owner, admitLookUp: () => admitLookUp(chat.owner) },
      signal,
    );
    switch (data.is) {
      case 'moved':
        return present(transaction, data);
      case 'several networks':
        return { is: data.is, networks: await networksOf(transaction, data) };
      case 'refused': {
        const { is, reason, text, networks } = data;
        return { is, reason, text, networks };
      }
    }
  }

  async function networksOf(
    transaction: string,
    { networks }: Extract<TransactionData, { readonly is: 'several networks' }>,
  ) {
    const ids = await kept.keep(networks.map((network) => ({ ...NO_PAYMENT, transaction, network })));
    return networks.map((network, at) => ({ network, kept: ids[at] ?? '' }));
  }

  async function present(transaction: string, moves: TransactionMoves): Promise<BotTransaction> {
    const { transaction_id, time, asset, sides, sides_in_all, network, is_pending: isPending } = moves;
    const { ticker, parent, decimals } = asset;
    const payments = sides.slice(0, BOT_SIDES).flatMap(({ address, paid, received }): AskedOfTransaction[] => {
      const payment = { transaction, network, ticker, parent, address };
      return [
        ...(BigInt(received) > 0n ? [{ ...payment, direction: 'deposit' } as const] : []),
        ...(BigInt(paid) > 0n && isPending !== true ? [{ ...payment, direction: 'withdrawal' } as const] : []),
      ];
    });
    const others = moves.other_assets.map((other) => ({ ...NO_PAYMENT, transaction, network, ticker: other.ticker }));
    const ids = await kept.keep([...payments, ...others]);
    const idOf = (address: string, direction: AskedOfTransaction['direction']) => {
      const at = payments.findIndex((one) => one.address === address && one.direction === direction);
      const id = ids[at];
      return id === undefined ? null : { kept: id };
    };
    return {
      ...{ is: 'moved', transaction_id, time, sides_in_all, asset: { ticker, parent, decimals } },
      ...(isPending === true ? { is_pending: true } : {}),
      sides: sides.slice(0, BOT_SIDES).map(({ address, paid, received }) => ({
        ...{ address, paid, received },
        ...{ deposit: idOf(address, 'deposit'), withdrawal: idOf(address, 'withdrawal') },
      })),
      other_assets: moves.other_assets.map((other, at) => ({
        ...{ ticker: other.ticker, parent: other.parent },
        kept: ids[payments.length + at] ?? '',
      })),
    };
  }

  return {
    /** @throws AppError AccountSuspended, ChatRefused and what `findMoves` throws */
    find: (telegramId: string, wanted: WantedTransaction, asking: Asking): Promise<BotTransaction> =>
      ask(telegramId, wanted, asking),

    /** @throws AppError NotFound and the same */
    async read(telegramId: string, id: string, asking: Asking): Promise<BotTransaction> {
      const { transaction, network, ticker } = await kept.find(id);
      return ask(telegramId, { transaction, network, ...(ticker === null ? {} : { ticker }) }, asking);
    },
  };
}

const NO_PAYMENT = { ticker: null, parent: null, address: null, direction: null } as const;
