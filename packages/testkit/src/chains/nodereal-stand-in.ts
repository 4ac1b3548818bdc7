import { listenLocally, type Outgoing } from '@assay/stand-ins/http';

export interface NodeRealChain {
  readonly account: string;
  readonly other: string;
  /** The token of half of the rows. */
  readonly contract: string;
  /** Number of transfers, of coins and of the token each. */
  readonly rows: number;
}

interface Row extends Readonly<Record<string, unknown>> {
  readonly category: 'external' | 'internal' | '20';
  readonly from: string;
  readonly to: string;
  readonly block: number;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly failed: boolean;
}

interface Question {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

const FIRST_BLOCK = 40_000_000;
const GAS = { price: 3_000_000_000n, used: 21_000n };
const hex = (value: number | bigint): string => `0x${value.toString(16)}`;
const timeOf = (block: number): number => 1_718_000_000 + (block - FIRST_BLOCK) * 3;

/**
 * NodeReal's node in front of a generated ledger: `nr_getAssetTransfers` by side and category in pages with keys, and the
 * methods of a node that a check asks.
 */
export async function startNodeRealStandIn(
  chain: NodeRealChain,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const rows = [...coinsOf(chain), ...tokensOf(chain)];
  const server = await listenLocally(async ({ body }): Promise<Outgoing> => {
    const question = JSON.parse(body) as Question | readonly Question[];
    const one = (asked: Question) => ({ jsonrpc: '2.0', id: asked.id, ...answer(chain, rows, asked) });
    const answered = Array.isArray(question) ? question.map(one) : one(question as Question);
    return { status: 200, body: JSON.stringify(answered) };
  });
  return { url: server.url, close: () => server.close() };
}

function answer(chain: NodeRealChain, rows: readonly Row[], { method, params: [first] }: Question): object {
  const tip = FIRST_BLOCK + chain.rows + 100;
  switch (method) {
    case 'nr_getAssetTransfers':
      return { result: pageOf(chain, rows, first as Filter) };
    case 'eth_getBlockByNumber': {
      const number = first === 'latest' ? tip : Number(first);
      return { result: { number: hex(number), timestamp: hex(timeOf(number)) } };
    }
    case 'eth_getBalance':
      return { result: hex(heldOf(chain, rows, false)) };
    case 'eth_call':
      return { result: `0x${heldOf(chain, rows, true).toString(16).padStart(64, '0')}` };
    default:
      return { error: { code: -32_601, message: `the method ${method} does not exist/is not available` } };
  }
}

/** More received than sent: every third is sent, every fifth inside a transaction, every 50th failed. */
function coinsOf({ account, other, rows }: NodeRealChain): Row[] {
  return Array.from({ length: rows }, (_, at) => {
    const isOut = at % 3 === 2;
    const isInner = at % 5 === 0;
    return {
      category: isInner ? 'internal' : 'external',
      from: isOut ? account : other,
      to: isOut ? other : account,
      // Several of one block: pages end inside it.
      block: FIRST_BLOCK + Math.floor(at / 4),
      amount: isOut ? 10n ** 15n : 10n ** 16n + BigInt(at),
      fee: isInner ? 0n : GAS.price * GAS.used,
      failed: !isInner && at % 50 === 1,
    };
  });
}

function tokensOf({ account, other, rows }: NodeRealChain): Row[] {
  return Array.from({ length: rows }, (_, at) => ({
    category: '20',
    from: at % 4 === 3 ? account : other,
    to: at % 4 === 3 ? other : account,
    block: FIRST_BLOCK + Math.floor(at / 3),
    amount: BigInt(1_000 + at),
    fee: 0n,
    failed: false,
  }));
}

function heldOf({ account }: NodeRealChain, rows: readonly Row[], isToken: boolean): bigint {
  return rows
    .filter(({ category }) => (category === '20') === isToken)
    .reduce((held, { from, to, amount, fee, failed }) => {
      const moved = failed ? 0n : amount;
      return held + (to === account ? moved : 0n) - (from === account ? moved + fee : 0n);
    }, 0n);
}

interface Filter {
  readonly category: readonly string[];
  readonly contractAddresses?: readonly string[];
  readonly fromAddress?: string;
  readonly toAddress?: string;
  readonly maxCount: string;
  readonly pageKey?: string;
}

/** Newest first; a key says how many rows came before. */
function pageOf({ contract }: NodeRealChain, rows: readonly Row[], filter: Filter): object {
  const isOther = filter.contractAddresses !== undefined && !filter.contractAddresses.includes(contract);
  const own = rows
    .map((row, at) => ({ row, hash: `0x${at.toString(16).padStart(64, '0')}` }))
    .filter(({ row }) => !isOther && filter.category.includes(row.category))
    .filter(({ row }) => filter.fromAddress === undefined || row.from === filter.fromAddress)
    .filter(({ row }) => filter.toAddress === undefined || row.to === filter.toAddress)
    .toSorted((a, b) => b.row.block - a.row.block);
  const from = Number(filter.pageKey ?? 0);
  const most = Math.min(1_000, Number(filter.maxCount));
  const transfers = own.slice(from, from + most).map(({ row, hash }) => written(row, hash, contract));
  return { transfers, ...(from + most < own.length && { pageKey: String(from + most) }) };
}

function written({ category, from, to, block, amount, failed }: Row, hash: string, contract: string): object {
  const place = { category, blockNum: hex(block), from, to, hash, blockTimeStamp: timeOf(block) };
  if (category === '20') {
    const value = `0x${amount.toString(16).padStart(64, '0')}`;
    return { ...place, value, asset: 'USDT', contractAddress: contract, decimal: '18' };
  }
  const plain = { ...place, value: hex(amount), asset: 'BNB' };
  if (category === 'internal') return plain;
  const paid = { gasPrice: Number(GAS.price), gasUsed: Number(GAS.used) };
  return { ...plain, ...paid, receiptsStatus: failed ? 0 : 1 };
}
