import { Random } from '../../packages/testkit/src/index.ts';

/** USDT on Ethereum, as the catalogue has it. */
const USDT = '0xdac17f958d2ee523a2206206994597c13d831ec7';
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const START = 1_700_000_000;

interface Payment {
  readonly hash: string;
  readonly from: string;
  readonly to: string;
  /** Of the coin, or of the token. */
  readonly value: bigint;
  readonly isToken: boolean;
  readonly gasPrice: bigint;
}

interface MadeBlock {
  readonly height: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly time: number;
  readonly payments: readonly Payment[];
}

const hex = (value: number | bigint): string => `0x${value.toString(16)}`;
const word = (text: string): string => text.padStart(64, '0');
const hashOf = (kind: string, number: number): string => `0x${kind}${word(number.toString(16)).slice(kind.length)}`;

/** Blocks of payments, half in the coin and half in USDT; few accounts are far busier than the others. */
export function makeBlocks(count: number, payments: number): readonly MadeBlock[] {
  const random = new Random(7);
  const accounts = Math.ceil((count * payments) / 3);
  const account = (): string => `0x${(random.below(accounts, 3) + 1).toString(16).padStart(40, 'a')}`;
  let made = 0;
  return Array.from({ length: count }, (_, height) => ({
    height,
    hash: hashOf('b', height + 1),
    parentHash: hashOf('b', height),
    time: START + 12 * height,
    payments: Array.from({ length: payments }, (): Payment => {
      made += 1;
      const isToken = made % 2 === 0;
      const value = BigInt(1 + random.below(1e9));
      return { hash: hashOf('d', made), from: account(), to: account(), value, isToken, gasPrice: 1_000_000_000n };
    }),
  }));
}

const GAS = 21_000n;

/** The answers of a node to what a follower asks of a block, as texts of JSON. */
export function answersOf({ height, hash, parentHash, time, payments }: MadeBlock): Readonly<Record<string, string>> {
  const place = { blockHash: hash, blockNumber: hex(height) };
  const header = { number: hex(height), hash, parentHash, timestamp: hex(time) };
  const transactions = payments.map(({ hash: id, from, to, value, isToken }, index) => ({
    ...place,
    hash: id,
    transactionIndex: hex(index),
    from,
    to: isToken ? USDT : to,
    value: hex(isToken ? 0n : value),
    input: isToken ? `0xa9059cbb${word(to.slice(2))}${word(value.toString(16))}` : '0x',
    gasPrice: hex(1_000_000_000n),
  }));
  const receipts = payments.map(({ hash: transactionHash, from, to, value, isToken, gasPrice }, index) => {
    const own = { ...place, transactionHash, transactionIndex: hex(index) };
    const log = {
      ...own,
      address: USDT,
      topics: [TRANSFER, `0x${word(from.slice(2))}`, `0x${word(to.slice(2))}`],
      data: `0x${word(value.toString(16))}`,
      logIndex: hex(index),
      removed: false,
    };
    const paid = { gasUsed: hex(GAS), effectiveGasPrice: hex(gasPrice), status: '0x1', contractAddress: null };
    return { ...own, ...paid, logs: isToken ? [log] : [] };
  });
  const traces = payments.map(({ hash: transactionHash, from, to, value, isToken }, transactionPosition) => ({
    type: 'call',
    action: { callType: 'call', from, to: isToken ? USDT : to, value: hex(isToken ? 0n : value), input: '0x' },
    blockHash: hash,
    blockNumber: height,
    traceAddress: [],
    transactionHash,
    transactionPosition,
  }));
  return {
    header: JSON.stringify(header),
    eth_getBlockByNumber: JSON.stringify({ ...header, transactions }),
    eth_getBlockReceipts: JSON.stringify(receipts),
    trace_block: JSON.stringify(traces),
  };
}

/** The same blocks as files of ethereum-etl, by the name of each table. */
export function filesOf(blocks: readonly MadeBlock[]): Readonly<Record<string, string>> {
  const all = blocks.flatMap(({ height, payments }) => payments.map((payment, index) => ({ height, index, payment })));
  const lines = (head: string, rows: readonly string[]): string => `${[head, ...rows].join('\n')}\n`;
  return {
    blocks: lines(
      'number,timestamp',
      blocks.map(({ height, time }) => `${height},${time}`),
    ),
    transactions: lines(
      'hash,block_number,transaction_index,from_address,to_address,value,gas_price',
      all.map(({ height, index, payment: { hash, from, to, value, isToken, gasPrice } }) =>
        [hash, height, index, from, isToken ? USDT : to, isToken ? 0n : value, gasPrice].join(','),
      ),
    ),
    receipts: lines(
      'transaction_hash,transaction_index,block_number,gas_used,contract_address,status,effective_gas_price',
      all.map(({ height, index, payment: { hash, gasPrice } }) =>
        [hash, index, height, GAS, '', 1, gasPrice].join(','),
      ),
    ),
    token_transfers: lines(
      'token_address,from_address,to_address,value,transaction_hash,log_index,block_number',
      all
        .filter(({ payment }) => payment.isToken)
        .map(({ height, index, payment: { hash, from, to, value } }) =>
          [USDT, from, to, value, hash, index, height].join(','),
        ),
    ),
  };
}
