import { hashOfHeader, rootOfReceipts } from '../../apps/server/src/modules/nodes/outside/evm/block-proofs.ts';
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
  /** Of the token's event, in the block; that of the next one where there is none. */
  readonly logIndex: number;
  readonly gasPrice: bigint;
}

interface Header {
  readonly hash: string;
  readonly parentHash: string;
  readonly number: string;
  readonly timestamp: string;
  readonly [field: string]: string;
}

interface MadeBlock {
  readonly height: number;
  readonly time: number;
  readonly header: Header;
  readonly payments: readonly Payment[];
}

const hex = (value: number | bigint): string => `0x${value.toString(16)}`;
const word = (text: string): string => text.padStart(64, '0');
const NONE = `0x${word('')}`;
const BLOOM = `0x${'0'.repeat(512)}`;

/** Blocks of payments, half in the coin and half in USDT; few accounts are far busier than the others. */
export function makeBlocks(count: number, payments: number): readonly MadeBlock[] {
  const random = new Random(7);
  const accounts = Math.ceil((count * payments) / 3);
  const account = (): string => `0x${(random.below(accounts, 3) + 1).toString(16).padStart(40, 'a')}`;
  let made = 0;
  let parentHash = NONE;
  return Array.from({ length: count }, (_, height) => {
    let logIndex = 0;
    const paid = Array.from({ length: payments }, (): Payment => {
      made += 1;
      const hash = `0xd${word(made.toString(16)).slice(1)}`;
      const isToken = made % 2 === 0;
      const value = BigInt(1 + random.below(1e9));
      const payment = { hash, from: account(), to: account(), value, isToken, logIndex, gasPrice: 1_000_000_000n };
      if (isToken) logIndex += 1;
      return payment;
    });
    const time = START + 12 * height;
    const header = headerOf(height, time, parentHash, paid);
    parentHash = header.hash;
    return { height, time, header, payments: paid };
  });
}

/** With the hash and the root of receipts that a follower computes again. */
function headerOf(height: number, time: number, parentHash: string, payments: readonly Payment[]): Header {
  const receiptsRoot = rootOfReceipts(payments.map((payment, index) => receiptOf(payment, index)));
  if (receiptsRoot === null) throw new Error(`The receipts of block ${height} have no root`);
  const fields = {
    ...{ parentHash, sha3Uncles: NONE, miner: `0x${'0'.repeat(40)}`, stateRoot: NONE, transactionsRoot: NONE },
    ...{ receiptsRoot, logsBloom: BLOOM, difficulty: '0x0', number: hex(height), gasLimit: hex(30_000_000) },
    ...{ gasUsed: hex(GAS * BigInt(payments.length)), timestamp: hex(time), extraData: '0x', mixHash: NONE },
    nonce: '0x0000000000000000',
  };
  const hash = hashOfHeader(fields);
  if (hash === null) throw new Error(`The header of block ${height} has no hash`);
  return { ...fields, hash };
}

const GAS = 21_000n;

/** What a receipt and its events have of a payment, apart from where they are. */
function receiptOf({ from, to, value, isToken, logIndex, gasPrice }: Payment, index: number) {
  const log = {
    address: USDT,
    topics: [TRANSFER, `0x${word(from.slice(2))}`, `0x${word(to.slice(2))}`],
    data: `0x${word(value.toString(16))}`,
    logIndex,
    removed: false,
  };
  return {
    status: '0x1' as const,
    ...{ type: '0x0', cumulativeGasUsed: hex(GAS * BigInt(index + 1)), logsBloom: BLOOM },
    ...{ gasUsed: hex(GAS), effectiveGasPrice: hex(gasPrice), contractAddress: null },
    logs: isToken ? [log] : [],
  };
}

/** The answers of a node to what a follower asks of a block, as texts of JSON. */
export function answersOf({ height, header, payments }: MadeBlock): Readonly<Record<string, string>> {
  const { hash } = header;
  const place = { blockHash: hash, blockNumber: hex(height) };
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
  const receipts = payments.map((payment, index) => {
    const own = { ...place, transactionHash: payment.hash, transactionIndex: hex(index) };
    const { logs, ...receipt } = receiptOf(payment, index);
    return {
      ...own,
      ...receipt,
      logs: logs.map(({ logIndex, ...log }) => ({ ...own, ...log, logIndex: hex(logIndex) })),
    };
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
        .map(({ height, payment: { hash, from, to, value, logIndex } }) =>
          [USDT, from, to, value, hash, logIndex, height].join(','),
        ),
    ),
  };
}
