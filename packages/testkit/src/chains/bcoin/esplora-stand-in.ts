import { type Answer, type FaultyServer, startFaultyServer } from '../faulty-server.ts';
import type { CoinReader, ReadChain, ReadInput, ReadOutput, ReadTransaction } from './coin-reader.ts';

export interface EsploraOptions {
  /** Confirmed transactions on a page: 25 at Blockstream. */
  readonly pageSize?: number;
  /** Whether it remembers what was replaced, as mempool.space does and Blockstream does not. */
  readonly remembersReplaced?: boolean;
}

const BLOCKS_LISTED = 10;
const TYPES: Readonly<Record<string, string>> = {
  pubkey: 'p2pk',
  pubkeyhash: 'p2pkh',
  scripthash: 'p2sh',
  witnesspubkeyhash: 'v0_p2wpkh',
  witnessscripthash: 'v0_p2wsh',
  nulldata: 'op_return',
};

/** A block explorer with Esplora's protocol in front of a local node; it can be made to fail. */
export async function startEsploraStandIn(read: CoinReader, options: EsploraOptions = {}): Promise<FaultyServer> {
  const pageSize = options.pageSize ?? 25;
  const waited = new Map<string, ReadTransaction>();
  return startFaultyServer(async ({ path }) => {
    const chain = await read();
    for (const one of chain.transactions) if (one.block === null) waited.set(one.id, one);
    const [first = '', second = '', third = '', fourth = '', fifth = ''] = path
      .split('/')
      .slice(1)
      .map(decodeURIComponent);
    if (first === 'blocks') return blocks(chain, second, third);
    if (first === 'tx') return ofTransaction(chain, second, third);
    if (first === 'v1' && options.remembersReplaced === true && fourth === 'rbf') {
      return ofReplacements(chain, waited.get(third), third);
    }
    if (first !== 'address') return said(404, 'Not found');
    if (!/^(1|3|bc1)[0-9A-Za-z]{20,70}$/.test(second)) return said(400, 'Invalid Bitcoin address');
    if (third === '') return json(stats(chain, second));
    if (third !== 'txs' || !['', 'chain', 'mempool'].includes(fourth)) return said(404, 'Not found');
    const own = newestFirst(chain, second);
    const waiting = own.filter(({ block }) => block === null);
    const mined = own.filter(({ block }) => block !== null);
    if (fourth === 'mempool') return list(waiting.slice(0, 50));
    if (fourth === '') return list([...waiting.slice(0, 50), ...mined.slice(0, pageSize)]);
    const after = fifth === '' ? 0 : mined.findIndex(({ id }) => id === fifth) + 1;
    // As the real one: after a transaction it does not know, nothing follows.
    const page = fifth !== '' && after === 0 ? [] : mined.slice(after, after + pageSize);
    return list(page);
  });
}

function newestFirst({ transactions }: ReadChain, address: string): readonly ReadTransaction[] {
  const coinsOf = ({ inputs, outputs }: ReadTransaction) => [...inputs.map(({ spent }) => spent), ...outputs];
  return transactions.filter((one) => coinsOf(one).some((coin) => coin?.address === address)).toReversed();
}

function blocks({ blocks: all }: ReadChain, second: string, third: string): Answer {
  if (second === 'tip' && third === 'height') return said(200, String(all.length - 1));
  const from = second === '' ? all.length - 1 : Number(second);
  if (!Number.isSafeInteger(from) || from < 0) return said(400, 'Invalid number');
  const listed = all.slice(Math.max(0, from - BLOCKS_LISTED + 1), from + 1).toReversed();
  return json(listed.map(({ height, hash, time }) => ({ id: hash, height, timestamp: time, mediantime: time })));
}

function ofTransaction(chain: ReadChain, id: string, part: string): Answer {
  const transaction = chain.byId.get(id);
  if (transaction === undefined) return said(404, 'Transaction not found');
  if (part === '') return json(esploraTransaction(transaction));
  if (part === 'status') return json(status(transaction));
  if (part !== 'outspends') return said(404, 'Not found');
  return json(
    transaction.outputs.map((_output, index) => {
      const spender = chain.spenders.get(`${id}:${index}`);
      if (spender === undefined) return { spent: false };
      const vin = spender.inputs.findIndex((input) => input.transactionId === id && input.index === index);
      return { spent: true, txid: spender.id, vin, status: status(spender) };
    }),
  );
}

/** A transaction that waited and is gone was replaced by the one that spends a coin of it. */
function ofReplacements(chain: ReadChain, waited: ReadTransaction | undefined, id: string): Answer {
  const spenders = (waited?.inputs ?? []).map((input) => chain.spenders.get(`${input.transactionId}:${input.index}`));
  const by = spenders.find((spender) => spender !== undefined && spender.id !== id);
  if (by === undefined) return json({ replacements: null, replaces: null });
  const replaced = { tx: { txid: id, rbf: true }, time: 1_800_000_000, fullRbf: false, replaces: [] };
  const replacements = { tx: { txid: by.id, rbf: true }, time: 1_800_000_000, fullRbf: false, replaces: [replaced] };
  return json({ replacements, replaces: null });
}

function stats(chain: ReadChain, address: string): unknown {
  const of = (own: readonly ReadTransaction[]) => {
    const funded = own.flatMap(({ outputs }) => outputs).filter((output) => output.address === address);
    const spent = own.flatMap(({ inputs }) => inputs).filter((input) => input.spent?.address === address);
    return {
      funded_txo_count: funded.length,
      funded_txo_sum: funded.reduce((sum, { value }) => sum + value, 0),
      spent_txo_count: spent.length,
      spent_txo_sum: spent.reduce((sum, input) => sum + (input.spent?.value ?? 0), 0),
      tx_count: own.length,
    };
  };
  const own = newestFirst(chain, address);
  return {
    address,
    chain_stats: of(own.filter(({ block }) => block !== null)),
    mempool_stats: of(own.filter(({ block }) => block === null)),
  };
}

function esploraTransaction(transaction: ReadTransaction): unknown {
  const { coinbase, inputs, outputs } = transaction;
  const spent = inputs.reduce((sum, input) => sum + (input.spent?.value ?? 0), 0);
  const made = outputs.reduce((sum, { value }) => sum + value, 0);
  return {
    txid: transaction.id,
    version: transaction.version,
    locktime: transaction.locktime,
    vin: inputs.map((input) => esploraInput(input, coinbase)),
    vout: outputs.map(esploraOutput),
    size: transaction.size,
    weight: transaction.weight,
    fee: coinbase ? 0 : spent - made,
    status: status(transaction),
  };
}

function esploraInput({ transactionId, index, spent, sequence }: ReadInput, coinbase: boolean): unknown {
  return {
    txid: transactionId,
    vout: index,
    prevout: spent === null ? null : esploraOutput(spent),
    scriptsig: '',
    is_coinbase: coinbase,
    sequence,
  };
}

function esploraOutput({ value, address, type, script }: ReadOutput): unknown {
  return {
    scriptpubkey: script,
    scriptpubkey_type: TYPES[type] ?? 'unknown',
    // Bare keys have an address by convention only, and no explorer names it.
    ...(address === null || type === 'pubkey' ? {} : { scriptpubkey_address: address }),
    value,
  };
}

function status({ block }: ReadTransaction): unknown {
  if (block === null) return { confirmed: false };
  return { confirmed: true, block_height: block.height, block_hash: block.hash, block_time: block.time };
}

function list(transactions: readonly ReadTransaction[]): Answer {
  return json(transactions.map((transaction) => esploraTransaction(transaction)));
}

function json(value: unknown): Answer {
  return { status: 200, body: JSON.stringify(value) };
}

function said(status: number, text: string): Answer {
  return { status, body: text, type: 'text/plain' };
}
