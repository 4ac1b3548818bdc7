import { type Answer, type FaultyServer, startFaultyServer } from '../faulty-server.ts';
import type { CoinReader, ReadBlock, ReadChain, ReadInput, ReadTransaction } from './coin-reader.ts';

const TRANSACTIONS_OF_A_BLOCK = 1_000;

/** A block explorer with Blockbook's API v2 in front of a local node; it can be made to fail. */
export async function startBlockbookStandIn(read: CoinReader): Promise<FaultyServer> {
  return startFaultyServer(async ({ path, query }) => {
    const chain = await read();
    const [api, version, what = '', which = ''] = path.split('/').slice(1).map(decodeURIComponent);
    if (api !== 'api' || version !== 'v2') return said(404, 'Not found');
    switch (what) {
      case '':
        return json(serverStatus(chain));
      case 'tx': {
        const transaction = chain.byId.get(which);
        if (transaction === undefined) return said(400, `Transaction '${which}' not found`);
        return json(blockbookTransaction(chain, transaction, query.get('spending') === 'true'));
      }
      case 'block':
        return ofBlock(chain, Number(which), Number(query.get('page') ?? 1));
      case 'address':
        return ofAddress(chain, which, query);
      default:
        return said(404, 'Not found');
    }
  });
}

function serverStatus({ blocks }: ReadChain): unknown {
  const tip = blocks.at(-1);
  const time = new Date((tip?.time ?? 0) * 1000).toISOString();
  return {
    blockbook: { coin: 'Bitcoin', inSync: true, bestHeight: blocks.length - 1, lastBlockTime: time, decimals: 8 },
    backend: { chain: 'regtest', blocks: blocks.length - 1 },
  };
}

function ofBlock(chain: ReadChain, height: number, page: number): Answer {
  const block = chain.blocks[height];
  if (block === undefined) return said(400, 'Block not found');
  const own = chain.transactions.filter((transaction) => transaction.block?.height === height);
  const paging = pagesOf(own.length, page, TRANSACTIONS_OF_A_BLOCK);
  const txs = own
    .slice(paging.from, paging.from + TRANSACTIONS_OF_A_BLOCK)
    .map((transaction) => blockbookTransaction(chain, transaction, false));
  return json({ ...paging.said, hash: block.hash, height, time: block.time, txCount: own.length, txs });
}

function ofAddress(chain: ReadChain, address: string, query: URLSearchParams): Answer {
  if (!/^(1|3|bc1)[0-9A-Za-z]{20,70}$/.test(address)) return said(400, `Invalid address '${address}'`);
  const own = chain.transactions.filter(({ inputs, outputs }) =>
    [...inputs.map(({ spent }) => spent), ...outputs].some((coin) => coin?.address === address),
  );
  const mined = own.filter(({ block }) => block !== null);
  const totals = { address, ...totalsOf(mined, address), unconfirmedTxs: own.length - mined.length, txs: mined.length };
  if (query.get('details') === 'basic') return json(totals);
  const from = Number(query.get('from') ?? 0);
  const to = Number(query.get('to') ?? 0);
  const size = Math.min(1_000, Number(query.get('pageSize') ?? 1_000));
  const isInside = ({ block }: ReadTransaction): boolean =>
    block !== null && block.height >= from && (to === 0 || block.height <= to);
  const inside = mined.filter(isInside).toReversed();
  const isFiltered = from > 0 || to > 0;
  const { said: paging, from: first } = pagesOf(inside.length, Number(query.get('page') ?? 1), size);
  // What waits comes first, beyond the size of the page, where no heights were asked for.
  const waiting = isFiltered || first > 0 ? [] : own.filter(({ block }) => block === null);
  const shown = [...waiting, ...inside.slice(first, first + size)];
  const totalPages = isFiltered && inside.length >= size ? -1 : paging.totalPages;
  const transactions = shown.map((transaction) => blockbookTransaction(chain, transaction, false));
  return json({ ...paging, totalPages, ...totals, ...(transactions.length === 0 ? {} : { transactions }) });
}

/** As the real one: a page beyond the last is the last. */
function pagesOf(count: number, asked: number, size: number) {
  const totalPages = Math.max(1, Math.ceil(count / size));
  const page = Math.min(Math.max(1, asked), totalPages);
  return { said: { page, totalPages, itemsOnPage: size }, from: (page - 1) * size };
}

function totalsOf(mined: readonly ReadTransaction[], address: string): Readonly<Record<string, string>> {
  const of = (coins: readonly ({ readonly address: string | null; readonly value: number } | null)[]): number =>
    coins.reduce((sum, coin) => sum + (coin?.address === address ? coin.value : 0), 0);
  const received = of(mined.flatMap(({ outputs }) => outputs));
  const sent = of(mined.flatMap(({ inputs }) => inputs.map(({ spent }) => spent)));
  return { balance: String(received - sent), totalReceived: String(received), totalSent: String(sent) };
}

function blockbookTransaction(chain: ReadChain, transaction: ReadTransaction, showsSpending: boolean): unknown {
  const { id, block, inputs, outputs, coinbase } = transaction;
  const valueIn = inputs.reduce((sum, { spent }) => sum + (spent?.value ?? 0), 0);
  const value = outputs.reduce((sum, output) => sum + output.value, 0);
  return {
    txid: id,
    version: transaction.version,
    vin: inputs.map((input, n) => blockbookInput(input, n, coinbase)),
    vout: outputs.map((output, n) => ({
      value: String(output.value),
      n,
      ...spending(chain.spenders.get(`${id}:${n}`), showsSpending),
      hex: output.script,
      ...named(output.address, output.type),
    })),
    ...placed(chain, block),
    value: String(value),
    valueIn: String(valueIn),
    fees: String(coinbase ? 0 : valueIn - value),
  };
}

function placed({ blocks }: ReadChain, block: ReadBlock | null): object {
  if (block === null) return { blockHeight: -1, confirmations: 0, blockTime: 1_800_000_000 };
  const { hash, height, time } = block;
  return { blockHash: hash, blockHeight: height, confirmations: blocks.length - height, blockTime: time };
}

function spending(spender: ReadTransaction | undefined, showsSpending: boolean): object {
  if (spender === undefined) return {};
  if (!showsSpending) return { spent: true };
  const height = spender.block?.height ?? 0;
  return { spent: true, spentTxId: spender.id, ...(height === 0 ? {} : { spentHeight: height }) };
}

function blockbookInput({ transactionId, index, spent, sequence }: ReadInput, n: number, coinbase: boolean): unknown {
  if (coinbase) return { sequence, n, isAddress: false, coinbase: '00' };
  return {
    txid: transactionId,
    // A number of value 0 is left out.
    ...(index === 0 ? {} : { vout: index }),
    sequence,
    n,
    ...named(spent?.address ?? null, spent?.type ?? ''),
    value: String(spent?.value ?? 0),
  };
}

function named(address: string | null, type: string): object {
  if (type === 'nulldata') return { addresses: ['OP_RETURN (data)'], isAddress: false };
  return address === null ? { addresses: null, isAddress: false } : { addresses: [address], isAddress: true };
}

function json(value: unknown): Answer {
  return { status: 200, body: JSON.stringify(value) };
}

function said(status: number, error: string): Answer {
  return { status, body: JSON.stringify({ error }) };
}
