import { SharedRequests } from './shared-requests.ts';
import {
  type AccountSource,
  type CoinSource,
  type SourceCall,
  SourceError,
  type TransferSource,
} from './sources.ports.ts';

/** A source that shares concurrent equal requests among all checks. The first caller's budget pays. */
export function sharedSource(source: TransferSource): TransferSource {
  const sharedRequests = new SharedRequests();
  const share: Share = async (name, ask, call, work) => {
    for (;;) {
      let isOwn = false;
      try {
        return await sharedRequests.share(`${name} ${JSON.stringify(ask)}`, call.signal, (signal) => {
          isOwn = true;
          // A caller that left pays no more, and does not fail the request for those who still wait.
          return work({ signal, spend: () => call.signal.aborted || call.spend() });
        });
      } catch (error) {
        // A caller that leaves a shared request gets the reason of its own signal.
        if (call.signal.aborted && !(error instanceof SourceError)) {
          throw new SourceError({ kind: 'cancelled', by: 'signal' }, { cause: error });
        }
        // The first caller's budget did not suffice: one of the waiting callers starts the request again.
        if (isOwn || call.signal.aborted || !isUnpaid(error)) throw error;
      }
    }
  };
  return source.ledger === 'account' ? sharedAccounts(source, share) : sharedCoins(source, share);
}

function isUnpaid(error: unknown): boolean {
  return error instanceof SourceError && error.fault.kind === 'cancelled' && error.fault.by === 'budget';
}

type Share = <T>(name: string, ask: unknown, call: SourceCall, work: (call: SourceCall) => Promise<T>) => Promise<T>;

function sharedAccounts(source: AccountSource, share: Share): AccountSource {
  return {
    ledger: 'account',
    network: source.network,
    providers: source.providers,
    concurrency: source.concurrency,
    canAsk: (asset) => source.canAsk(asset),
    tip: (call) => share('tip', null, call, (shared) => source.tip(shared)),
    transfers: (ask, call) => share('transfers', ask, call, (shared) => source.transfers(ask, shared)),
    lookUp: (id, call) => share('lookUp', id, call, (shared) => source.lookUp(id, shared)),
    balance: (asset, account, call) =>
      share('balance', [asset.ticker, account], call, (shared) => source.balance(asset, account, shared)),
    counters: (asset, account, call) =>
      share('counters', [asset.ticker, account], call, (shared) => source.counters(asset, account, shared)),
  };
}

function sharedCoins(source: CoinSource, share: Share): CoinSource {
  return {
    ledger: 'utxo',
    network: source.network,
    providers: source.providers,
    concurrency: source.concurrency,
    canAsk: (asset) => source.canAsk(asset),
    tip: (call) => share('tip', null, call, (shared) => source.tip(shared)),
    transactionsOf: (ask, call) => share('transactionsOf', ask, call, (shared) => source.transactionsOf(ask, shared)),
    transactions: (ids, call) => share('transactions', ids, call, (shared) => source.transactions(ids, shared)),
    lookUp: (id, call) => share('lookUp', id, call, (shared) => source.lookUp(id, shared)),
    spends: (id, call) => share('spends', id, call, (shared) => source.spends(id, shared)),
    counters: (address, call) => share('counters', address, call, (shared) => source.counters(address, shared)),
  };
}
