import { type Asset, findAsset } from '@assay/domain';
import { TRANSFER_TOPIC, topicOf } from '../../../formats/evm-abi.ts';
import type { TransferSource } from '../../../sources/sources.ports.ts';
import type { Provider, ProviderRequest } from '../../providers/provider.ts';
import { blockscoutSource } from '../blockscout/blockscout.ts';
import { blockbookSource } from '../coins/blockbook-source.ts';
import { esploraSource } from '../coins/esplora-source.ts';
import { etherscanSource } from '../etherscan/etherscan.ts';
import { jsonRpcSource } from '../json-rpc/json-rpc.ts';
import { solanaSource } from '../solana/solana.ts';
import { horizonSource } from '../stellar/horizon.ts';
import { trongridSource } from '../tron/trongrid.ts';
import { xrplSource } from '../xrpl/xrpl.ts';

type Json = Readonly<Record<string, unknown>>;

/** A format whose server has two deposits, 100 and 50, the newer one first, and a balance of 150. */
export interface LyingFormat {
  readonly asset: Asset;
  readonly address: string;
  readonly rows: readonly [Json, Json];
  /** A field of a row without which it cannot be read. */
  readonly field: string;
  /** Whether a row that came twice can be distinguished from two equal transfers. */
  readonly hasIdentity: boolean;
  source(provider: Provider): TransferSource;
  /** @param first of the ledgers that the server holds, where the format has the notion */
  answer(rows: readonly Json[], request: ProviderRequest, first: number): unknown;
}

function assetOf(ticker: string, parent: string | null): Asset {
  const found = findAsset(ticker, parent);
  if (found === undefined) throw new Error(`${ticker} is no asset`);
  return found;
}

const TIME = 1_690_000_000;
const ISO_TIME = new Date(TIME * 1000).toISOString().replace('.000Z', 'Z');
const [A, B] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`];
const USDT = assetOf('USDT', 'ETH');
const CONTRACT = USDT.contract ?? '';
const hash = (digit: string) => digit.repeat(64);
const both = (row: (amount: number, digit: string, at: number) => Json): readonly [Json, Json] => [
  row(50, '2', 1),
  row(100, '1', 0),
];

const etherscan: LyingFormat = {
  ...{ asset: USDT, address: A, field: 'value', hasIdentity: true },
  rows: both((amount, digit, at) => ({
    ...{ blockNumber: String(90 + at), timeStamp: String(TIME - 20 + at), hash: `0x${hash(digit)}` },
    ...{ transactionIndex: '0', from: B, to: A, contractAddress: CONTRACT, value: String(amount), logIndex: '1' },
  })),
  source: (provider) => etherscanSource('ETH', { provider, chainId: 1, pageSize: 1_000 }),
  answer(rows, { query }) {
    const action = query?.['action'] ?? '';
    if (action === 'tokentx' && rows.length === 0) return { status: '0', message: 'No transactions found', result: [] };
    if (action === 'tokentx') return { status: '1', message: 'OK', result: rows };
    if (action === 'tokenbalance') return { status: '1', message: 'OK', result: '150' };
    if (action === 'eth_getCode') return { result: '0x' };
    return { result: { number: '0x64', timestamp: `0x${TIME.toString(16)}` } };
  },
};

const blockscout: LyingFormat = {
  ...{ asset: USDT, address: A, field: 'total', hasIdentity: true },
  rows: both((amount, digit, at) => ({
    ...{ block_number: 90 + at, timestamp: ISO_TIME, transaction_hash: `0x${hash(digit)}`, log_index: 1 },
    ...{ from: { hash: B }, to: { hash: A, is_contract: false }, token: { address_hash: CONTRACT } },
    total: { value: String(amount) },
  })),
  source: (provider) => blockscoutSource('ETH', provider),
  answer(rows, { path }) {
    if (path.endsWith('/token-transfers')) return { items: rows, next_page_params: null };
    if (path.endsWith('/token-balances')) return [{ token: { address_hash: CONTRACT }, value: '150' }];
    if (path.endsWith('/blocks')) return { items: [{ height: 100, timestamp: ISO_TIME }] };
    if (path.endsWith('/counters')) return { transactions_count: '2' };
    if (path.includes('/addresses/')) return { coin_balance: '0', is_contract: false };
    return { height: 36, timestamp: ISO_TIME };
  },
};

const jsonrpc: LyingFormat = {
  ...{ asset: USDT, address: A, field: 'data', hasIdentity: true },
  rows: both((amount, digit, at) => ({
    ...{ address: CONTRACT, topics: [TRANSFER_TOPIC, topicOf(B), topicOf(A)], removed: false },
    ...{ data: `0x${amount.toString(16).padStart(64, '0')}`, blockNumber: `0x${(90 + at).toString(16)}` },
    ...{ blockTimestamp: `0x${(TIME - 20 + at).toString(16)}`, transactionHash: `0x${hash(digit)}` },
    ...{ transactionIndex: '0x0', logIndex: '0x1' },
  })),
  source: (provider) => jsonRpcSource('ETH', provider),
  answer(rows, { body }) {
    const one = ({ id, method, params }: { id: number; method: string; params: readonly unknown[] }) => {
      const { topics = [] } = (params[0] ?? {}) as { topics?: readonly (string | null)[] };
      const isTo = topics[2] === topicOf(A);
      const results: Readonly<Record<string, unknown>> = {
        eth_blockNumber: '0x64',
        eth_getLogs: isTo ? rows : [],
        eth_call: '0x96',
        eth_getCode: '0x',
        eth_getBlockByNumber: {
          number: params[0] === 'latest' ? '0x64' : params[0],
          timestamp: `0x${TIME.toString(16)}`,
        },
      };
      return { jsonrpc: '2.0', id, result: results[method] };
    };
    const asked = body as Parameters<typeof one>[0] | Parameters<typeof one>[0][];
    return Array.isArray(asked) ? asked.map(one) : one(asked);
  },
};

const TRON = assetOf('USDT', 'TRX');
const [TRON_A, TRON_B] = ['TFFriedwRtWdFuzerDDtkoQTZ29smDZ1MB', 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL'];
const trongrid: LyingFormat = {
  ...{ asset: TRON, address: TRON_A, field: 'value', hasIdentity: false },
  rows: both((amount, digit, at) => ({
    ...{ transaction_id: hash(digit), block_timestamp: (TIME - 20 + at) * 1000, from: TRON_B, to: TRON_A },
    ...{ value: String(amount), type: 'Transfer', token_info: { address: TRON.contract } },
  })),
  source: trongridSource,
  answer(rows, { path }) {
    if (path.endsWith('/trc20')) return { success: true, data: rows, meta: {} };
    if (path.startsWith('/v1/accounts')) {
      return { success: true, data: [{ trc20: [{ [TRON.contract ?? '']: '150' }] }], meta: {} };
    }
    if (path.includes('getcontract')) return {};
    return { block_header: { raw_data: { number: 100, timestamp: TIME * 1000 } } };
  },
};

const [XRP_A, XRP_B] = ['rMQ98K56yXJbDGv49ZSmW51sLn94Xe1mu1', 'rGSxFjoqmWz54PycrgQBQ5dB6e7TUpMxzq'];
const xrpl: LyingFormat = {
  ...{ asset: assetOf('XRP', null), address: XRP_A, field: 'meta', hasIdentity: true },
  rows: both((amount, digit, at) => ({
    ...{ hash: hash(digit), ledger_index: 90_000_000 + at, close_time_iso: ISO_TIME, validated: true },
    tx_json: { TransactionType: 'Payment', Account: XRP_B, Destination: XRP_A, Fee: '10' },
    meta: {
      ...{ TransactionIndex: 1, TransactionResult: 'tesSUCCESS', delivered_amount: String(amount) },
      AffectedNodes: [],
    },
  })),
  source: xrplSource,
  answer(rows, { body }, first) {
    const { method } = body as { method: string };
    if (method === 'account_tx') return { result: { ledger_index_min: Math.max(first, 32_570), transactions: rows } };
    if (method === 'account_info') return { result: { account_data: { Balance: '150' } } };
    return { result: { ledger_index: 90_000_100, ledger: { close_time_iso: ISO_TIME } } };
  },
};

const STELLAR_A = 'GDKIJJIKXLOM2NRMPNQZUUYK24ZPVFC6426GZAEP3KUK6KEJLACCWNMX';
const STELLAR_B = 'GCTUYXRTC2OPWWUCE6KBQEJTDFALN6BWHUXT3IHCXMTHW5K46NJCVHYN';
const horizon: LyingFormat = {
  ...{ asset: assetOf('XLM', null), address: STELLAR_A, field: 'amount', hasIdentity: true },
  rows: both((amount, digit, at) => ({
    ...{ id: String(126_805_490_620_608_513n + BigInt(at)), paging_token: digit, created_at: ISO_TIME },
    ...{ transaction_hash: hash(digit), transaction_successful: true, type: 'payment', asset_type: 'native' },
    ...{ from: STELLAR_B, to: STELLAR_A, amount: `0.${String(amount).padStart(7, '0')}` },
  })),
  source: horizonSource,
  answer(rows, { path }, first) {
    if (path.endsWith('/payments')) return { _embedded: { records: rows } };
    if (path.endsWith('/transactions')) return { _embedded: { records: [] } };
    if (path.startsWith('/accounts')) return { balances: [{ asset_type: 'native', balance: '0.0000150' }] };
    if (path === '/') return { history_elder_ledger: first };
    const ledger = { sequence: 50_000_000, closed_at: ISO_TIME };
    return path === '/ledgers' ? { _embedded: { records: [ledger] } } : ledger;
  },
};

const [SOL_A, SOL_B] = ['AHy6YZA8BsHgQfVkk7MbwpAN94iyN7Nf1zN4nPqUN32Q', 'HBYC51YrGFAZ8rM7Sj8e9uqKggpSrDYrinQDZzvMtqQp'];
const signatureIn = (row: Json) => (row['transaction'] as { signatures: string[] }).signatures[0];
const solana: LyingFormat = {
  ...{ asset: assetOf('SOL', null), address: SOL_A, field: 'meta', hasIdentity: true },
  rows: both((amount, digit, at) => ({
    ...{ slot: 90 + at, blockTime: TIME - 20 + at },
    meta: { err: null, fee: 5, preBalances: [1_000, 0], postBalances: [995 - amount, amount] },
    transaction: { signatures: [digit.repeat(80)], message: { accountKeys: [{ pubkey: SOL_B }, { pubkey: SOL_A }] } },
  })),
  source: solanaSource,
  answer(rows, { body }, first) {
    const one = ({ id, method, params }: { id: number; method: string; params: readonly unknown[] }) => {
      const results: Readonly<Record<string, unknown>> = {
        getSlot: 100,
        getBlockTime: params[0] === first ? TIME - 1_000 : TIME,
        getFirstAvailableBlock: first,
        getBalance: { value: 150 },
        getAccountInfo: { value: null },
        getSignaturesForAddress: rows.map((row) => ({
          ...{ signature: signatureIn(row), slot: row['slot'], blockTime: row['blockTime'], err: null },
        })),
        getTransaction: rows.find((row) => signatureIn(row) === params[0]),
      };
      return { jsonrpc: '2.0', id, result: results[method] };
    };
    const asked = body as Parameters<typeof one>[0] | Parameters<typeof one>[0][];
    return Array.isArray(asked) ? asked.map(one) : one(asked);
  },
};

const [COIN_A, COIN_B] = ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '34xp4vRoCGJym3xR7yCVPFHoCNxv4Twseo'];
const BTC = assetOf('BTC', null);
const esploraCoin = (address: string, value: number) => ({
  ...{ scriptpubkey_type: 'p2pkh', scriptpubkey_address: address, value },
});
const esplora: LyingFormat = {
  ...{ asset: BTC, address: COIN_A, field: 'vout', hasIdentity: true },
  rows: both((amount, digit, at) => ({
    txid: hash(digit),
    vin: [{ txid: hash('c'), vout: at, prevout: esploraCoin(COIN_B, amount + 1), is_coinbase: false }],
    vout: [esploraCoin(COIN_A, amount)],
    status: { confirmed: true, block_height: 80 + at, block_time: TIME - 20 + at },
  })),
  source: (provider) => esploraSource('BTC', provider),
  answer(rows, { path }) {
    if (path.endsWith('/txs/chain')) return rows;
    if (path.startsWith('/address')) return { chain_stats: { tx_count: 2, funded_txo_sum: 150, spent_txo_sum: 0 } };
    if (path.startsWith('/blocks')) {
      return Array.from({ length: 10 }, (_, index) => ({ height: 100 - index, timestamp: TIME - index }));
    }
    return {};
  },
};

const blockbook: LyingFormat = {
  ...{ asset: BTC, address: COIN_A, field: 'vout', hasIdentity: true },
  rows: both((amount, digit, at) => ({
    txid: hash(digit),
    vin: [{ n: 0, txid: hash('c'), vout: at, addresses: [COIN_B], isAddress: true, value: String(amount + 1) }],
    vout: [{ n: 0, addresses: [COIN_A], isAddress: true, value: String(amount) }],
    ...{ blockHeight: 80 + at, blockTime: TIME - 20 + at },
  })),
  source: (provider) => blockbookSource('BTC', provider),
  answer(rows, { path, query }) {
    if (path === '/api/v2') return { blockbook: { bestHeight: 100, lastBlockTime: ISO_TIME, inSync: true } };
    if (path.startsWith('/api/v2/block/')) return { height: 94, time: TIME - 6 };
    if (query?.['details'] === 'basic') return { txs: 2, totalReceived: '150', totalSent: '0' };
    if (path.startsWith('/api/v2/address')) return { page: 1, totalPages: 1, itemsOnPage: 100, transactions: rows };
    return {};
  },
};

export const LYING_FORMATS: Readonly<Record<string, LyingFormat>> = {
  ...{ etherscan, blockscout, jsonrpc, trongrid, xrpl, horizon, solana, esplora, blockbook },
};
