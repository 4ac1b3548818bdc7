import { createHash } from 'node:crypto';
import { type Answer, type Asked, type FaultyServer, startFaultyServer } from '../faulty-server.ts';
import { coinRows, coinsOf, innerRows, type TronCoinMove } from './trongrid-coin-rows.ts';

/** One transfer of a token on the stand-in's chain. */
export interface TronTransfer {
  readonly transactionId: string;
  /** Addresses as Tron writes them. */
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  /** Milliseconds. */
  readonly at: number;
}

export interface TronChain {
  /** The token all transfers are of. */
  readonly contract: string;
  readonly transfers: readonly TronTransfer[];
  /** Moves of coins, by transactions and inside them; default: none. */
  readonly coins?: readonly TronCoinMove[];
  /** Whether there is a list of inner transactions by address; default: true. */
  readonly hasInnerList?: boolean;
  /** Whom the issuer froze, by the twenty bytes of the address in hexadecimal digits, and when (milliseconds). */
  readonly frozen: ReadonlyMap<string, number>;
  /** Freezes that ended: whom, from when to when (milliseconds). */
  readonly released?: readonly { readonly hex: string; readonly frozenAt: number; readonly releasedAt: number }[];
}

const MOST_ROWS = 200;
const USUAL_ROWS = 20;
const BLOCK_MS = 3_000;

/**
 * TronGrid in front of a generated ledger of one token: pages of at most 200 rows continued by fingerprint, filters by
 * time and direction, coins with inner transactions, some of them in both lists, whether an address is frozen, and the events that say since when. Fails as set.
 */
export async function startTronGridStandIn(chain: TronChain): Promise<FaultyServer> {
  const newestFirst = chain.transfers.toSorted((a, b) => b.at - a.at);
  const tip = newestFirst[0]?.at ?? 0;
  return await startFaultyServer((asked): Answer => {
    const { path, query } = asked;
    const account = /^\/v1\/accounts\/(\w+)/.exec(path)?.[1] ?? '';
    if (path.endsWith('/transactions/trc20')) return rowsOf(chain, newestFirst, account, query);
    const coins = chain.coins ?? [];
    if (path.endsWith('/transactions')) return page(within(coinRows(coins, account), query), query, tip);
    if (path.endsWith('/internal-transactions') && chain.hasInnerList !== false) {
      return page(within(innerRows(coins, account), query), query, tip);
    }
    if (path === `/v1/contracts/${chain.contract}/events`) return eventsOf(chain, query);
    if (path === '/wallet/triggerconstantcontract') return constant(chain, asked);
    if (path === '/wallet/getnowblock') return block(tip);
    if (path === '/wallet/getblockbynum') {
      const { num } = JSON.parse(asked.body) as { readonly num: number };
      return block(num * BLOCK_MS);
    }
    if (path === `/v1/accounts/${account}`) {
      const balance = chain.transfers.reduce(
        (sum, { from, to, amount }) => sum + (to === account ? amount : 0n) - (from === account ? amount : 0n),
        0n,
      );
      const held = { balance: Number(coinsOf(coins, account)), trc20: [{ [chain.contract]: String(balance) }] };
      return good({ success: true, data: [held], meta: { at: tip } });
    }
    return { status: 404, body: JSON.stringify({ success: false, error: 'not found', statusCode: 404 }) };
  });
}

function good(body: unknown): Answer {
  return { status: 200, body: JSON.stringify(body) };
}

function block(at: number): Answer {
  return good({ block_header: { raw_data: { number: Math.floor(at / BLOCK_MS), timestamp: at } } });
}

/** Newest first, between the times that are asked for. */
function within<Row extends { readonly block_timestamp: number }>(
  rows: readonly Row[],
  query: URLSearchParams,
): readonly Row[] {
  const least = Number(query.get('min_timestamp') ?? 0);
  const most = Number(query.get('max_timestamp') ?? Number.MAX_SAFE_INTEGER);
  return rows
    .filter(({ block_timestamp: at }) => at >= least && at <= most)
    .toSorted((a, b) => b.block_timestamp - a.block_timestamp);
}

function page(rows: readonly unknown[], query: URLSearchParams, at: number): Answer {
  const limit = Math.min(MOST_ROWS, Number(query.get('limit') ?? USUAL_ROWS));
  const fingerprint = query.get('fingerprint');
  const from = fingerprint === null ? 0 : Number(Buffer.from(fingerprint, 'base64url').toString());
  const shown = rows.slice(from, from + limit);
  const next = from + limit < rows.length ? Buffer.from(String(from + limit)).toString('base64url') : null;
  const meta = { at, page_size: shown.length, ...(next !== null && { fingerprint: next }) };
  return good({ success: true, data: shown, meta });
}

function rowsOf(
  chain: TronChain,
  newestFirst: readonly TronTransfer[],
  account: string,
  query: URLSearchParams,
): Answer {
  const least = Number(query.get('min_timestamp') ?? 0);
  const most = Number(query.get('max_timestamp') ?? Number.MAX_SAFE_INTEGER);
  const takes = query.get('only_from') !== 'true';
  const gives = query.get('only_to') !== 'true';
  const isOther = query.get('contract_address') !== chain.contract;
  const rows = newestFirst.filter(
    ({ from, to, at }) =>
      !isOther && at >= least && at <= most && ((takes && to === account) || (gives && from === account)),
  );
  const entries = rows.map(({ transactionId, from, to, amount, at }) => ({
    transaction_id: transactionId,
    token_info: { symbol: 'USDT', address: chain.contract, decimals: 6, name: 'Tether USD' },
    block_timestamp: at,
    from,
    to,
    type: 'Transfer',
    value: String(amount),
  }));
  return page(entries, query, newestFirst[0]?.at ?? 0);
}

function eventsOf(chain: TronChain, query: URLSearchParams): Answer {
  const released = chain.released ?? [];
  const all = {
    AddedBlackList: [...chain.frozen, ...released.map(({ hex, frozenAt }) => [hex, frozenAt] as const)],
    RemovedBlackList: released.map(({ hex, releasedAt }) => [hex, releasedAt] as const),
  };
  const name = query.get('event_name') === 'RemovedBlackList' ? 'RemovedBlackList' : 'AddedBlackList';
  const least = Number(query.get('min_block_timestamp') ?? 0);
  const most = Number(query.get('max_block_timestamp') ?? Number.MAX_SAFE_INTEGER);
  const order = query.get('order_by') === 'block_timestamp,asc' ? 1 : -1;
  const isAsked = query.get('event_name') === name;
  const rows = all[name]
    .filter(([, at]) => isAsked && at >= least && at <= most)
    .toSorted(([, a], [, b]) => order * (a - b))
    .map(([hex, at]) => ({
      block_number: Math.floor(at / BLOCK_MS),
      block_timestamp: at,
      caller_contract_address: chain.contract,
      contract_address: chain.contract,
      event: `${name}(address _user)`,
      event_index: 0,
      event_name: name,
      result: { 0: `0x${hex}`, _user: `0x${hex}` },
      result_type: { _user: 'address' },
      transaction_id: transactionIdOf(name, hex, at),
    }));
  return page(rows, query, 0);
}

function transactionIdOf(name: string, hex: string, at: number): string {
  return createHash('sha256').update(`${name} ${hex} ${at}`).digest('hex');
}

function constant(chain: TronChain, { body }: Asked): Answer {
  const { parameter, function_selector } = JSON.parse(body) as {
    readonly parameter: string;
    readonly function_selector: string;
  };
  if (function_selector !== 'isBlackListed(address)') return good({ result: { code: 'OTHER_ERROR', message: '' } });
  const isFrozen = chain.frozen.has(parameter.slice(24));
  return good({ result: { result: true }, constant_result: [(isFrozen ? '1' : '0').padStart(64, '0')] });
}
