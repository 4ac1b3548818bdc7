import { listenLocally, type Outgoing } from '@assay/stand-ins/http';
import type { AnvilNode } from './anvil-node.ts';
import { type EvmHistory, historyReader, tokenTransfers } from './evm-history.ts';

/** A Blockscout explorer (its API, version 2) in front of a node of one's own. */
export interface BlockscoutStandIn {
  readonly url: string;
  close(): Promise<void>;
}

/** Answers addresses, their lists and blocks of the chain in its present state, in the format of the real API. */
export async function startBlockscoutStandIn(node: AnvilNode, pageSize = 50): Promise<BlockscoutStandIn> {
  const read = historyReader(node);
  const server = await listenLocally(async ({ path, query, body }): Promise<Outgoing> => {
    if (path === '/api/eth-rpc') return await passOn(node, body);
    const [, kind, subject = '', what = ''] =
      /^\/api\/v2\/(addresses|blocks|transactions)(?:\/([^/]+))?(?:\/(.+))?$/.exec(path) ?? [];
    const history = await read();
    const contracts = contractsOf(history);
    const page = (items: readonly Item[]): Outgoing => keyset(items, query, pageSize);
    if (kind === 'blocks') {
      const blocks = history.blocks.toReversed().map(({ number, hash, time }) => ({
        height: number,
        hash,
        timestamp: iso(time),
        type: 'block',
      }));
      if (subject === '') return json({ items: blocks.slice(0, pageSize), next_page_params: null });
      const found = blocks.find(({ height }) => String(height) === subject);
      return found === undefined ? notFound() : json(found);
    }
    const party = (hash: string | null) =>
      hash === null ? null : { hash, is_contract: contracts.has(hash), proxy_type: null, name: null };
    if (kind === 'transactions') return await ofTransaction(node, history, subject.toLowerCase(), what, party, page);
    if (kind !== 'addresses') return notFound();
    const account = subject.toLowerCase();
    switch (what) {
      case '':
        return json({
          hash: account,
          is_contract: (await node.rpc<string>('eth_getCode', account, 'latest')) !== '0x',
          proxy_type: null,
          coin_balance: String(BigInt(await node.rpc<string>('eth_getBalance', account, 'latest'))),
          block_number_balance_updated_at: history.blocks.length - 1,
        });
      case 'counters':
        return json({
          transactions_count: String(countTransactions(history, account)),
          token_transfers_count: String(
            tokenTransfers(history, null).filter(({ from, to }) => from === account || to === account).length,
          ),
          gas_usage_count: '0',
          validations_count: '0',
        });
      case 'token-balances':
        return json(await tokenBalances(node, history, account));
      case 'transactions':
        return page(transactionItems(history, account, party));
      case 'internal-transactions':
        return page(innerItems(history, account, party));
      // This chain has no validators.
      case 'withdrawals':
        return page([]);
      case 'token-transfers':
        return page(tokenItems(history, account, query.get('token'), party));
      default:
        return notFound();
    }
  });
  return { url: server.url, close: () => server.close() };
}

async function ofTransaction(
  node: AnvilNode,
  history: EvmHistory,
  hash: string,
  what: string,
  party: Party,
  page: (items: readonly Item[]) => Outgoing,
): Promise<Outgoing> {
  const own = { blocks: history.blocks.map((block) => ({ ...block, transactions: only(block.transactions, hash) })) };
  switch (what) {
    case '': {
      const [mined] = transactionItems(own, null, party);
      if (mined !== undefined) return json(mined);
      const waiting = await node.rpc<WaitingTransaction | null>('eth_getTransactionByHash', hash);
      return waiting === null ? notFound() : json(waitingItem(waiting, party));
    }
    case 'internal-transactions':
      return page(innerItems(own, null, party));
    case 'token-transfers':
      return page(tokenItems(own, null, null, party));
    default:
      return notFound();
  }
}

function only<T extends { readonly hash: string }>(transactions: readonly T[], hash: string): readonly T[] {
  return transactions.filter((one) => one.hash === hash);
}

interface WaitingTransaction {
  readonly hash: string;
  readonly from: string;
  readonly to: string | null;
  readonly value: string;
  readonly input: string;
}

function waitingItem({ hash, from, to, value, input }: WaitingTransaction, party: Party): unknown {
  const nowhere = { block_number: null, timestamp: null, position: null, fee: null, status: null, result: 'pending' };
  const sent = { hash, from: party(from), to: party(to), value: String(BigInt(value)), raw_input: input };
  return { ...nowhere, ...sent, created_contract: null };
}

/** An explorer passes calls on to the node behind it, one at a time. */
async function passOn(node: AnvilNode, body: string): Promise<Outgoing> {
  const { id, method, params } = JSON.parse(body) as {
    readonly id: number;
    readonly method: string;
    readonly params: readonly unknown[];
  };
  return json({ jsonrpc: '2.0', id, result: await node.rpc(method, ...params) });
}

interface Item extends Readonly<Record<string, unknown>> {
  readonly block_number: number;
}

type Party = (hash: string | null) => unknown;

/** Newest first; the parameters of the next page say after which item it begins. */
function keyset(items: readonly Item[], query: URLSearchParams, pageSize: number): Outgoing {
  const from = Number(query.get('items_count') ?? 0);
  const shown = items.toReversed().slice(from, from + pageSize);
  const last = shown.at(-1);
  const isLast = last === undefined || from + pageSize >= items.length;
  const next = isLast ? null : { block_number: last.block_number, index: 0, items_count: from + pageSize };
  return json({ items: shown, next_page_params: next, meta: { status: 1, message: null } });
}

function json(body: unknown): Outgoing {
  return { status: 200, body: JSON.stringify(body) };
}

function notFound(): Outgoing {
  return { status: 404, body: JSON.stringify({ message: 'Not found' }) };
}

function iso(time: number): string {
  return new Date(time * 1000).toISOString().replace('.000Z', '.000000Z');
}

function contractsOf({ blocks }: EvmHistory): ReadonlySet<string> {
  const called = blocks.flatMap(({ transactions }) =>
    transactions.flatMap(({ calls, logs, created }) => [
      ...calls.slice(1).map(({ from }) => from),
      ...logs.map(({ address }) => address),
      ...(created === null ? [] : [created]),
    ]),
  );
  return new Set(called);
}

function countTransactions({ blocks }: EvmHistory, account: string): number {
  return blocks.flatMap(({ transactions }) => transactions).filter(({ from, to }) => from === account || to === account)
    .length;
}

async function tokenBalances(node: AnvilNode, history: EvmHistory, account: string): Promise<unknown> {
  const contracts = new Set(tokenTransfers(history, null).map(({ log }) => log.address));
  const data = `0x70a08231${account.slice(2).padStart(64, '0')}`;
  return await Promise.all(
    [...contracts].map(async (address) => ({
      token: { address_hash: address, type: 'ERC-20', decimals: '6' },
      token_id: null,
      value: String(BigInt(await node.rpc<string>('eth_call', { to: address, data }, 'latest'))),
    })),
  );
}

/** @param account null: of everybody */
function transactionItems({ blocks }: EvmHistory, account: string | null, party: Party): Item[] {
  return blocks.flatMap(({ number, time, transactions }) =>
    transactions
      .filter(({ from, to, created }) => account === null || [from, to, created].includes(account))
      .map((one) => ({
        hash: one.hash,
        raw_input: one.input,
        block_number: number,
        timestamp: iso(time),
        position: one.index,
        from: party(one.from),
        to: party(one.to),
        created_contract: party(one.created),
        value: String(one.value),
        fee: { type: 'actual', value: String(one.gasPrice * one.gasUsed) },
        status: one.succeeded ? 'ok' : 'error',
        result: one.succeeded ? 'success' : 'execution reverted',
      })),
  );
}

function innerItems({ blocks }: EvmHistory, account: string | null, party: Party): Item[] {
  return blocks.flatMap(({ number, time, transactions }) =>
    transactions.flatMap(({ hash, index, calls }) =>
      calls
        .slice(1)
        .filter(({ from, to }) => account === null || from === account || to === account)
        .map((call) => ({
          transaction_hash: hash,
          transaction_index: index,
          block_number: number,
          timestamp: iso(time),
          index: call.index,
          type: call.type,
          from: party(call.from),
          to: party(call.to),
          created_contract: null,
          value: String(call.value),
          success: call.succeeded,
          error: call.succeeded ? null : 'execution reverted',
        })),
    ),
  );
}

function tokenItems(history: EvmHistory, account: string | null, contract: string | null, party: Party): Item[] {
  return tokenTransfers(history, contract)
    .filter(({ from, to }) => account === null || from === account || to === account)
    .map(({ block, transaction, log, from, to, value }) => ({
      transaction_hash: transaction.hash,
      block_number: block.number,
      log_index: log.index,
      timestamp: iso(block.time),
      from: party(from),
      to: party(to),
      token: { address_hash: log.address, type: 'ERC-20', decimals: '6', symbol: 'USDT' },
      total: { value: String(value), decimals: '6' },
      type: 'token_transfer',
    }));
}
