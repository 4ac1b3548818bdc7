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
import type { Provider, ProviderRequest } from '../../providers/provider.ts';
import { isNoBlockbookTransaction } from '../common/absent.ts';
import { malformed } from '../common/read-rows.ts';
import {
  readBlockbookBlock,
  readBlockbookPage,
  readBlockbookSighting,
  readBlockbookSpends,
  readBlockbookStatus,
  readBlockbookTotals,
  readBlockbookTransaction,
} from './blockbook-wire.ts';
import { asAsked, coinSource, get } from './coin-source.ts';
import { withinHeights } from './coin-wire.ts';
import { isPoolId } from './shielded-pool.ts';

/** The API allows up to 1,000; a page of this many stays below the size limit of an answer. */
const PAGE_SIZE = 100;
const CURSOR = /^(\d{1,7})@(\d{1,9})$/;
/** Beyond the last page of a block's transactions: the server then returns the last page, which is the shortest. */
const LAST_PAGE = '1000000';

/** A coin network through a Blockbook server: self-hosted, or a provider's. */
export function blockbookSource(network: CoinNetworkId, provider: Provider): CoinSource {
  const wire = { network, provider: provider.name };

  async function pageOf(ask: CoinsAsk, call: SourceCall): Promise<CoinsPage> {
    const cursor = ask.cursor === null ? { page: 1, to: ask.until } : positionOf(provider.name, ask.cursor);
    const read = await provider.ask(addressRequest(ask, cursor), call, (text) => readBlockbookPage(wire, text));
    // For a page number beyond the last, the server returns the last page again.
    const isBeyond = read.page < cursor.page;
    const transactions = isBeyond ? [] : read.transactions;
    const oldest = transactions.at(-1)?.transaction ?? null;
    if (!isBeyond && !read.isLast && oldest === null) throw malformed(provider.name, 'transactions');
    const isEnd = isBeyond || read.isLast || oldest === null;
    // Later pages are counted from the newest block of the first page, so that new blocks do not shift them.
    const to = cursor.to ?? transactions[0]?.transaction.block ?? 0;
    return {
      transactions: withinHeights(ask, transactions),
      next: isEnd ? null : `${cursor.page + 1}@${to}`,
      completeFrom: completeFrom(ask, isEnd, oldest?.block ?? null),
      gaps: isBeyond ? [] : read.gaps,
      provider: provider.name,
    };
  }

  async function tip(call: SourceCall): Promise<SourceTip> {
    const newest = await provider.ask(get('/api/v2'), call, (text) => readBlockbookStatus(wire, text));
    if (!newest.isInSync) {
      throw new SourceError({ kind: 'unavailable', provider: provider.name, reason: 'it is behind its chain' });
    }
    const finalBlock = Math.max(0, newest.height - coinFinalityDepth(network));
    const request = { ...get(`/api/v2/block/${finalBlock}`), query: { page: LAST_PAGE } };
    const final = await provider.ask(request, call, (text) => {
      const block = readBlockbookBlock(wire, text);
      if (block.height !== finalBlock) throw malformed(provider.name, 'height');
      return block;
    });
    return { block: newest.height, time: newest.time, finalBlock, finalTime: final.time, provider: provider.name };
  }

  return coinSource(network, provider, {
    tip,
    pageOf,
    async totals(address, call) {
      const request = { ...get(`/api/v2/address/${encodeURIComponent(address)}`), query: { details: 'basic' } };
      const { txs, totalReceived, totalSent } = await provider.ask(request, call, (text) =>
        readBlockbookTotals(wire, text),
      );
      return { transactions: txs, received: totalReceived, sent: totalSent };
    },
    async transaction(id, call) {
      if (network === 'ZEC' && isPoolId(id)) return null;
      const request = { ...get(`/api/v2/tx/${encodeURIComponent(id)}`), isAbsent: isNoBlockbookTransaction };
      return provider.ask(request, call, (text) =>
        asAsked(provider.name, id, text === '' ? null : readBlockbookTransaction(wire, text)),
      );
    },
    async lookUp(id, call) {
      const request = { ...get(`/api/v2/tx/${encodeURIComponent(id)}`), isAbsent: isNoBlockbookTransaction };
      return provider.ask(request, call, (text) =>
        text === '' ? { is: 'unknown', id, provider: provider.name } : readBlockbookSighting(wire, text),
      );
    },
    spends(id, call) {
      const request = { ...get(`/api/v2/tx/${encodeURIComponent(id)}`), query: { spending: 'true' } };
      return provider.ask(request, call, (text) => readBlockbookSpends(wire, text));
    },
  });
}

interface PageCursor {
  readonly page: number;
  /** Newest height of these pages; null for the newest block. */
  readonly to: number | null;
}

function positionOf(provider: string, cursor: string): PageCursor {
  const [, page, to] = CURSOR.exec(cursor) ?? [];
  if (page === undefined || to === undefined) throw foreignCursor(provider);
  return { page: Number(page), to: Number(to) };
}

function addressRequest({ address, since }: CoinsAsk, { page, to }: PageCursor): ProviderRequest {
  return {
    ...get(`/api/v2/address/${encodeURIComponent(address)}`),
    query: {
      details: 'txs',
      page: String(page),
      pageSize: String(PAGE_SIZE),
      ...(since === null ? {} : { from: String(since) }),
      ...(to === null ? {} : { to: String(to) }),
    },
  };
}

/** The end of the requested range is not the end of the history when older blocks were left out. */
function completeFrom({ since }: CoinsAsk, isEnd: boolean, oldest: number | null): number | null {
  if (!isEnd) return oldest === null ? null : oldest + 1;
  return since !== null && since > 0 ? since : null;
}
