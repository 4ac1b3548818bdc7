import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RawTransfer } from '@assay/exposure';
import { openWorlds } from './worlds.ts';

/**
 * Small generated neighbourhoods behind an API in Etherscan's format, in a process of its own, with the faults of real ones: now
 * and then 429, 500, half an answer, a wrong type, or an answer that comes late. Usage: api.ts WALLETS SEED, and the
 * milliseconds that every answer takes.
 */
const [wallets = '10000', seed = '42', takesMs = '0'] = process.argv.slice(2);
const chain = openWorlds(Number(wallets), Number(seed));
const USDT = '0xdac17f958d2ee523a2206206994597c13d831ec7';
const FAULTS_IN_A_THOUSAND = 8;
let asked = 0;

const hex = (value: number): string => `0x${value.toString(16)}`;
const block = (number: number) => ({ number: hex(number), timestamp: hex(number * 12) });

function answer(query: URLSearchParams): unknown {
  const account = query.get('address') ?? '';
  switch (query.get('action')) {
    case 'eth_getBlockByNumber': {
      const tag = query.get('tag') ?? 'latest';
      return { jsonrpc: '2.0', id: 1, result: block(tag === 'latest' ? chain.last.block + 1 : Number(tag)) };
    }
    case 'eth_getCode':
      return { jsonrpc: '2.0', id: 1, result: '0x' };
    case 'tokenbalance':
      return { status: '1', message: 'OK', result: chain.balanceOf(account).toString() };
    case 'tokentx': {
      const end = Math.min(Number(query.get('endblock')), chain.last.block + 1) * 12 + 11;
      const [page, size] = [Number(query.get('page')), Number(query.get('offset'))];
      const rows = chain.historyOf(account, end, (page - 1) * size, size).map(rowOf);
      return rows.length === 0
        ? { status: '0', message: 'No transactions found', result: [] }
        : { status: '1', message: 'OK', result: rows };
    }
    case null:
    default:
      return { status: '0', message: 'NOTOK', result: 'Error! Missing Or invalid Action name' };
  }
}

function rowOf({ block: number, time, transactionId, from, to, amount, index }: RawTransfer) {
  return {
    blockNumber: String(number),
    timeStamp: String(time),
    hash: transactionId,
    transactionIndex: '0',
    from,
    to,
    contractAddress: USDT,
    value: amount.toString(),
    logIndex: String(index),
  };
}

// Nobody asks it anything once the process that started it is gone, however that one ended.
process.once('disconnect', () => process.exit());

const server = createServer((request, response) => {
  asked += 1;
  const query = new URL(request.url ?? '/', 'http://local').searchParams;
  const text = JSON.stringify(answer(query));
  const fault = Math.imul(asked, 0x9e3779b1) >>> 0;
  const kind = fault % 1000 < FAULTS_IN_A_THOUSAND ? fault % 5 : null;
  const send = (status: number, body: string, headers: Readonly<Record<string, string>> = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body);
  };
  // To be asked again at once: two seconds of pause each would be all that the run measures.
  if (kind === 0) send(429, '{}', { 'retry-after': '0' });
  else if (kind === 1) send(500, 'oops');
  else if (kind === 2) send(200, text.slice(0, text.length / 2));
  else if (kind === 3) send(200, '{"status":"1","message":"OK","result":{"wrong":"type"}}');
  else if (kind === 4) void sleep(400).then(() => send(200, text));
  else if (takesMs !== '0') void sleep(Number(takesMs)).then(() => send(200, text));
  else send(200, text);
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port, wallets: chain.wallets, labels: [...chain.labels] });
});
