import { listenLocally, type Outgoing } from '@assay/stand-ins/http';
import type { AnvilNode } from './anvil-node.ts';
import {
  type EvmHistory,
  type HistoryBlock,
  type HistoryTransaction,
  historyReader,
  tokenTransfers,
} from './evm-history.ts';

/** An API of Etherscan's, version 2, in front of a node of one's own. */
export interface EtherscanStandIn {
  readonly url: string;
  /** Questions so far, by action. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

const MOST_ROWS = 10_000;

/** Answers `account`, `logs` and `proxy` of the chain in its present state, in the format of the real API. */
export async function startEtherscanStandIn(node: AnvilNode): Promise<EtherscanStandIn> {
  const read = historyReader(node);
  const asked: string[] = [];
  const server = await listenLocally(async ({ query }): Promise<Outgoing> => {
    asked.push(query.get('action') ?? '');
    if (query.get('chainid') !== String(node.chainId))
      return said('0', 'NOTOK', 'Missing or unsupported chainid parameter');
    if (query.get('module') === 'proxy') return await proxied(node, query);
    if (query.get('module') === 'logs') return list(query, logRows(await read(), query));
    const account = (query.get('address') ?? '').toLowerCase();
    switch (query.get('action') ?? '') {
      case 'txlist':
        return list(query, transactionRows(await read(), account, await genesisOf(node, account)));
      case 'txlistinternal':
        return list(
          query,
          query.has('txhash') ? innerRowsOf(await read(), query.get('txhash')) : innerRows(await read(), account),
        );
      // This chain has no validators.
      case 'txsBeaconWithdrawal':
        return list(query, []);
      case 'tokentx':
        return list(query, tokenRows(await read(), account, query.get('contractaddress')));
      case 'balance':
        return said('1', 'OK', String(BigInt(await node.rpc<string>('eth_getBalance', account, 'latest'))));
      case 'tokenbalance': {
        const data = `0x70a08231${account.slice(2).padStart(64, '0')}`;
        const to = query.get('contractaddress');
        return said('1', 'OK', String(BigInt(await node.rpc<string>('eth_call', { to, data }, 'latest'))));
      }
      default:
        return said('0', 'NOTOK', 'Error! Missing Or invalid Action name');
    }
  });
  return { url: server.url, asked, close: () => server.close() };
}

interface Row extends Readonly<Record<string, unknown>> {
  readonly blockNumber: string;
}

function list(query: URLSearchParams, rows: readonly Row[]): Outgoing {
  const page = Number(query.get('page') ?? 1);
  const offset = Number(query.get('offset') ?? MOST_ROWS);
  if (page * offset > MOST_ROWS) {
    return said('0', 'Result window is too large, PageNo x Offset size must be less than or equal to 10000', null);
  }
  const from = Number(query.get('startblock') ?? query.get('fromBlock') ?? 0);
  const last = query.get('endblock') ?? query.get('toBlock') ?? 'latest';
  const to = last === 'latest' ? Number.MAX_SAFE_INTEGER : Number(last);
  const inside = rows.filter(({ blockNumber }) => Number(blockNumber) >= from && Number(blockNumber) <= to);
  const sorted = query.get('sort') === 'desc' ? inside.toReversed() : inside;
  const shown = sorted.slice((page - 1) * offset, page * offset);
  return shown.length === 0 ? said('0', 'No transactions found', []) : said('1', 'OK', shown);
}

function said(status: '0' | '1', message: string, result: unknown): Outgoing {
  return { status: 200, body: JSON.stringify({ status, message, result }) };
}

const hex = (value: string | null): string => `0x${Number(value ?? 0).toString(16)}`;

async function proxied(node: AnvilNode, query: URLSearchParams): Promise<Outgoing> {
  const tag = query.get('tag') ?? 'latest';
  const answer = (result: unknown): Outgoing => ({
    status: 200,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, result }),
  });
  switch (query.get('action') ?? '') {
    case 'eth_blockNumber':
      return answer(await node.rpc('eth_blockNumber'));
    case 'eth_getBlockByNumber':
      return answer(await node.rpc('eth_getBlockByNumber', tag, query.get('boolean') === 'true'));
    case 'eth_getCode':
      return answer(await node.rpc('eth_getCode', query.get('address'), tag));
    case 'eth_getTransactionByHash':
    case 'eth_getTransactionReceipt':
      return answer(await node.rpc(query.get('action') ?? '', query.get('txhash')));
    case 'eth_getTransactionCount':
      return answer(await node.rpc('eth_getTransactionCount', query.get('address'), tag));
    case 'eth_call':
      return answer(await node.rpc('eth_call', { to: query.get('to'), data: query.get('data') }, tag));
    default:
      return said('0', 'NOTOK', 'Error! Missing Or invalid Action name');
  }
}

async function genesisOf(node: AnvilNode, account: string): Promise<bigint> {
  return BigInt(await node.rpc<string>('eth_getBalance', account, '0x0'));
}

function transactionRows({ blocks }: EvmHistory, account: string, genesis: bigint): Row[] {
  const first = blocks[0];
  const begun: Row[] =
    genesis === 0n || first === undefined
      ? []
      : [
          {
            ...blockFields(first.number, first.time, `GENESIS_${account.slice(2)}`),
            transactionIndex: '0',
            from: 'GENESIS',
            to: account,
            value: String(genesis),
            gasPrice: '0',
            gasUsed: '0',
            isError: '0',
            txreceipt_status: '',
            contractAddress: '',
            input: '',
          },
        ];
  const rows = blocks.flatMap(({ number, time, transactions }) =>
    transactions
      .filter(({ from, to, created }) => from === account || to === account || created === account)
      .map((one) => ({
        ...blockFields(number, time, one.hash),
        transactionIndex: String(one.index),
        from: one.from,
        to: one.to ?? '',
        value: String(one.value),
        gasPrice: String(one.gasPrice),
        gasUsed: String(one.gasUsed),
        isError: one.succeeded ? '0' : '1',
        txreceipt_status: one.succeeded ? '1' : '0',
        contractAddress: one.created ?? '',
        input: one.input,
      })),
  );
  return [...begun, ...rows];
}

function innerRows({ blocks }: EvmHistory, account: string): Row[] {
  return blocks.flatMap((block) =>
    block.transactions.flatMap((transaction) =>
      innerRowsIn(block, transaction)
        .filter(({ from, to }) => from === account || to === account)
        .map((row) => ({ ...row, hash: transaction.hash })),
    ),
  );
}

/** As the real one: the rows of one transaction do not repeat its hash. */
function innerRowsOf({ blocks }: EvmHistory, hash: string | null): Row[] {
  return blocks.flatMap((block) =>
    block.transactions
      .filter((transaction) => transaction.hash === hash)
      .flatMap((transaction) => innerRowsIn(block, transaction)),
  );
}

function innerRowsIn({ number, time }: HistoryBlock, { calls }: HistoryTransaction) {
  return calls
    .slice(1)
    .filter(({ value }) => value > 0n)
    .map(({ index, type, from, to, value, succeeded }) => ({
      blockNumber: String(number),
      timeStamp: String(time),
      from,
      to: to ?? '',
      value: String(value),
      contractAddress: type.startsWith('create') ? (to ?? '') : '',
      type,
      traceId: `0_${index}`,
      isError: succeeded ? '0' : '1',
      errCode: '',
      input: '',
    }));
}

function tokenRows(history: EvmHistory, account: string, contract: string | null): Row[] {
  return tokenTransfers(history, contract)
    .filter(({ from, to }) => from === account || to === account)
    .map(({ block, transaction, log, from, to, value }) => ({
      ...blockFields(block.number, block.time, transaction.hash),
      transactionIndex: String(transaction.index),
      from,
      to,
      contractAddress: log.address,
      value: String(value),
      tokenName: '',
      tokenSymbol: '',
      tokenDecimal: '6',
    }));
}

function logRows({ blocks }: EvmHistory, query: URLSearchParams): Row[] {
  return blocks.flatMap(({ number, time, transactions }) =>
    transactions.flatMap(({ hash, index, logs }) =>
      logs
        .filter(({ address, topics }) => address === query.get('address') && matches(topics, query))
        .map((log) => ({
          blockNumber: hex(String(number)),
          timeStamp: hex(String(time)),
          transactionHash: hash,
          transactionIndex: hex(String(index)),
          logIndex: hex(String(log.index)),
          address: log.address,
          topics: log.topics,
          data: log.data,
        })),
    ),
  );
}

function matches(topics: readonly string[], query: URLSearchParams): boolean {
  return [0, 1, 2].every((at) => !query.has(`topic${at}`) || query.get(`topic${at}`) === topics[at]);
}

function blockFields(block: number, time: number, hash: string) {
  return { blockNumber: String(block), timeStamp: String(time), hash };
}
