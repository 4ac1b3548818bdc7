import { type CoinNetworkId, isCoinOf } from '../../../formats/coin-networks.ts';
import type { SeenTransaction } from '../../../sources/seen-transaction.ts';
import type {
  AccountCounters,
  CoinSource,
  CoinTransaction,
  SourceCall,
  SourceTip,
  Spends,
} from '../../../sources/sources.ports.ts';
import type { Provider, ProviderRequest } from '../../providers/provider.ts';
import { malformed } from '../common/read-rows.ts';

/** The requests that each format of coin networks makes differently. */
interface CoinFormat {
  tip(call: SourceCall): Promise<SourceTip>;
  pageOf: CoinSource['transactionsOf'];
  transaction(id: string, call: SourceCall): Promise<CoinTransaction | null>;
  spends(id: string, call: SourceCall): Promise<Spends>;
  lookUp(id: string, call: SourceCall): Promise<SeenTransaction>;
  totals(address: string, call: SourceCall): Promise<Pick<AccountCounters, 'transactions' | 'received' | 'sent'>>;
}

/** A coin network through a provider of the given format. */
export function coinSource(network: CoinNetworkId, provider: Provider, format: CoinFormat): CoinSource {
  return {
    ledger: 'utxo',
    network,
    providers: [provider.name],
    concurrency: provider.limits.atOnce,
    canAsk: (asset) => isCoinOf(network, asset),
    tip: (call) => format.tip(call),
    transactionsOf: (ask, call) => format.pageOf(ask, call),
    transactions: (ids, call) => askTogether(ids, call, (id, each) => format.transaction(id, each)),
    spends: (id, call) => format.spends(id, call),
    lookUp: async (id, call) => {
      const seen = await format.lookUp(id, call);
      if (seen.id !== id) throw malformed(provider.name, 'txid');
      return seen;
    },
    counters: async (address, call) => ({
      ...(await format.totals(address, call)),
      counterparties: null,
      isContract: null,
      provider: provider.name,
    }),
  };
}

/**
 * The requested transaction, null where it is not known.
 *
 * @throws SourceError `malformed` for any other
 */
export function asAsked(provider: string, id: string, read: CoinTransaction | null): CoinTransaction | null {
  if (read !== null && read.transaction.transactionId !== id) throw malformed(provider, 'txid');
  return read;
}

export function get(path: string): ProviderRequest {
  return { method: 'GET', path };
}

/**
 * Sends one request per item, all at once; the provider paces them. The first failure cancels the requests that still
 * wait, so that they cost nothing.
 *
 * @example
 * await askTogether(ids, call, (id, each) => transaction(id, each)); // answers in the order of ids
 */
async function askTogether<Item, Answer>(
  items: readonly Item[],
  call: SourceCall,
  ask: (item: Item, call: SourceCall) => Promise<Answer>,
): Promise<readonly Answer[]> {
  const failed = new AbortController();
  const each: SourceCall = { signal: AbortSignal.any([call.signal, failed.signal]), spend: () => call.spend() };
  try {
    return await Promise.all(items.map((item) => ask(item, each)));
  } finally {
    failed.abort();
  }
}
