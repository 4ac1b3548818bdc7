import { type CoinNetworkId, coinFinalityDepth } from '../../../formats/coin-networks.ts';
import { foreignCursor } from '../../../formats/wire.ts';
import {
  type CoinSource,
  type CoinsAsk,
  type CoinsPage,
  type SourceCall,
  SourceError,
  type SourceTip,
} from '../../../sources/sources.ports.ts';
import type { Provider } from '../../providers/provider.ts';
import { isNoEsploraTransaction } from '../common/absent.ts';
import { malformed } from '../common/read-rows.ts';
import { asAsked, coinSource, get } from './coin-source.ts';
import { withinHeights } from './coin-wire.ts';
import {
  readEsploraAddress,
  readEsploraBlocks,
  readEsploraOutspends,
  readEsploraPage,
  readEsploraReplacement,
  readEsploraSighting,
  readEsploraStatus,
  readEsploraTransaction,
  SMALLEST_PAGE,
} from './esplora-wire.ts';

const CURSOR = /^([0-9a-f]{64})@(\d{1,9})$/;

/** A coin network through an Esplora server: Blockstream's, mempool.space's, or a self-hosted one. */
export function esploraSource(network: CoinNetworkId, provider: Provider): CoinSource {
  const wire = { network, provider: provider.name };

  /** The newest page is requested without `after`. */
  async function pageOf(ask: CoinsAsk, call: SourceCall): Promise<CoinsPage> {
    const after = ask.cursor === null ? null : lastSeen(provider.name, ask.cursor);
    const path = `/address/${encodeURIComponent(ask.address)}/txs/chain`;
    const request = get(after === null ? path : `${path}/${after.id}`);
    const { transactions, count, last, gaps } = await provider.ask(request, call, (text) =>
      readEsploraPage(wire, text),
    );
    if (count === 0 && after !== null) await assertStillCanonical(after, call);
    const oldest = transactions.at(-1)?.transaction ?? null;
    // Without one that was read, the next page cannot be named.
    if (count >= SMALLEST_PAGE && oldest === null) throw malformed(provider.name, 'answer');
    const isEnd = count < SMALLEST_PAGE || oldest === null || last === null;
    const isPastSince = oldest !== null && ask.since !== null && oldest.block < ask.since;
    return {
      transactions: withinHeights(ask, transactions),
      next: isEnd || isPastSince ? null : `${last.transaction.transactionId}@${last.transaction.block}`,
      completeFrom: isEnd ? null : oldest.block + 1,
      gaps,
      provider: provider.name,
    };
  }

  /** After a transaction that the server no longer knows, it returns an empty list, which looks like the end. */
  async function assertStillCanonical(last: LastSeen, call: SourceCall): Promise<void> {
    const request = { ...get(`/tx/${last.id}/status`), isAbsent: isNoEsploraTransaction };
    const block = await provider.ask(request, call, (text) => (text === '' ? null : readEsploraStatus(wire, text)));
    if (block === last.block) return;
    const reason = 'the chain was reorganised while its pages were read';
    throw new SourceError({ kind: 'unavailable', provider: provider.name, reason });
  }

  async function tip(call: SourceCall): Promise<SourceTip> {
    const blocks = await provider.ask(get('/blocks'), call, (text) => readEsploraBlocks(wire, text));
    const [newest] = blocks;
    if (newest === undefined) throw malformed(provider.name, 'answer');
    const finalHeight = Math.max(0, newest.height - coinFinalityDepth(network));
    const final =
      blocks.find(({ height }) => height === finalHeight) ??
      (await provider.ask(get(`/blocks/${finalHeight}`), call, (text) =>
        readEsploraBlocks(wire, text).find(({ height }) => height === finalHeight),
      ));
    if (final === undefined) throw malformed(provider.name, 'height');
    return {
      block: newest.height,
      time: newest.timestamp,
      finalBlock: final.height,
      finalTime: final.timestamp,
      provider: provider.name,
    };
  }

  /** mempool.space and its like remember what was replaced; other servers of the format have no such path. */
  async function replacementOf(id: string, call: SourceCall): Promise<string | null> {
    const request = { ...get(`/v1/tx/${encodeURIComponent(id)}/rbf`), isAbsent: hasNoSuchPath };
    return provider.ask(request, call, (text) => (text === '' ? null : readEsploraReplacement(wire, id, text)));
  }

  return coinSource(network, provider, {
    tip,
    pageOf,
    async totals(address, call) {
      const request = get(`/address/${encodeURIComponent(address)}`);
      const stats = await provider.ask(request, call, (text) => readEsploraAddress(wire, text));
      return { transactions: stats.tx_count, received: stats.funded_txo_sum, sent: stats.spent_txo_sum };
    },
    transaction: (id, call) =>
      provider.ask({ ...get(`/tx/${encodeURIComponent(id)}`), isAbsent: isNoEsploraTransaction }, call, (text) =>
        asAsked(provider.name, id, text === '' ? null : readEsploraTransaction(wire, text)),
      ),
    async lookUp(id, call) {
      const request = { ...get(`/tx/${encodeURIComponent(id)}`), isAbsent: isNoEsploraTransaction };
      const seen = await provider.ask(request, call, (text) => (text === '' ? null : readEsploraSighting(wire, text)));
      if (seen !== null) return seen;
      const by = await replacementOf(id, call);
      return by === null
        ? { is: 'unknown', id, provider: provider.name }
        : { is: 'replaced', id, by, provider: provider.name };
    },
    spends: (id, call) =>
      provider.ask(get(`/tx/${encodeURIComponent(id)}/outspends`), call, (text) => readEsploraOutspends(wire, text)),
  });
}

/** Servers other than mempool.space's keep no replacements. */
function hasNoSuchPath({ status }: { readonly status: number }): boolean {
  return status === 400 || status === 404;
}

interface LastSeen {
  readonly id: string;
  readonly block: number;
}

function lastSeen(provider: string, cursor: string): LastSeen {
  const [, id, block] = CURSOR.exec(cursor) ?? [];
  if (id === undefined || block === undefined) throw foreignCursor(provider);
  return { id, block: Number(block) };
}
