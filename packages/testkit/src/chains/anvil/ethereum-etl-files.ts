import type { EvmChain } from './evm-chain.ts';
import { historyReader, tokenTransfers } from './evm-history.ts';

/** A chain as the files that ethereum-etl exports of one: CSV with its columns, by the name of each table. */
export interface EthereumEtlFiles {
  readonly blocks: string;
  readonly transactions: string;
  readonly receipts: string;
  readonly traces: string;
  readonly token_transfers: string;
  readonly contracts: string;
}

/** Exports everything that is on the chain now. */
export async function exportEthereumEtl(chain: EvmChain, contracts: readonly string[]): Promise<EthereumEtlFiles> {
  const history = await historyReader(chain)();
  const { blocks } = history;
  const all = blocks.flatMap((block) => block.transactions.map((one) => ({ block, one })));
  const begun = await Promise.all(
    chain.rich.map(async (to_address) => {
      const value = BigInt(await chain.rpc<string>('eth_getBalance', to_address, '0x0'));
      return { block_number: 0, trace_type: 'genesis', to_address, value, status: 1 };
    }),
  );
  const traces = all.flatMap(({ block, one }) =>
    one.calls.map((call) => ({
      block_number: block.number,
      transaction_hash: one.hash,
      transaction_index: one.index,
      from_address: call.from,
      to_address: call.to ?? '',
      value: call.value,
      trace_type: call.type.startsWith('create') ? 'create' : call.type === 'selfdestruct' ? 'suicide' : 'call',
      call_type: call.type.startsWith('create') ? '' : call.type,
      // Only whether it is empty is read: the root of the tree has no address in it.
      trace_address: call.index === 0 ? '' : String(call.index),
      status: call.succeeded ? 1 : 0,
    })),
  );
  return {
    blocks: csv(
      ['number', 'timestamp'],
      blocks.map(({ number, time }) => ({ number, timestamp: time })),
    ),
    transactions: csv(
      ['hash', 'block_number', 'transaction_index', 'from_address', 'to_address', 'value', 'gas_price'],
      all.map(({ block, one }) => ({
        hash: one.hash,
        block_number: block.number,
        transaction_index: one.index,
        from_address: one.from,
        to_address: one.to ?? '',
        value: one.value,
        gas_price: one.gasPrice,
      })),
    ),
    receipts: csv(
      [
        'transaction_hash',
        'transaction_index',
        'block_number',
        'gas_used',
        'contract_address',
        'status',
        'effective_gas_price',
      ],
      all.map(({ block, one }) => ({
        transaction_hash: one.hash,
        transaction_index: one.index,
        block_number: block.number,
        gas_used: one.gasUsed,
        contract_address: one.created ?? '',
        status: one.succeeded ? 1 : 0,
        effective_gas_price: one.gasPrice,
      })),
    ),
    traces: csv(TRACE_COLUMNS, [...begun, ...traces]),
    token_transfers: csv(
      ['token_address', 'from_address', 'to_address', 'value', 'transaction_hash', 'log_index', 'block_number'],
      tokenTransfers(history, null).map(({ block, transaction, log, from, to, value }) => ({
        token_address: log.address,
        from_address: from,
        to_address: to,
        value,
        transaction_hash: transaction.hash,
        log_index: log.index,
        block_number: block.number,
      })),
    ),
    contracts: csv(
      ['address'],
      contracts.map((address) => ({ address })),
    ),
  };
}

const TRACE_COLUMNS = [
  'block_number',
  'transaction_hash',
  'transaction_index',
  'from_address',
  'to_address',
  'value',
  'trace_type',
  'call_type',
  'trace_address',
  'status',
] as const;

type Cells = Readonly<Record<string, string | number | bigint>>;

function csv(columns: readonly string[], rows: readonly Cells[]): string {
  const lines = rows.map((row) => columns.map((column) => String(row[column] ?? '')).join(','));
  return `${[columns.join(','), ...lines].join('\n')}\n`;
}
