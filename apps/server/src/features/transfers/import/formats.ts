import { NETWORKS, type NetworkId } from '@assay/domain';
import { bitcoinTransactions } from './bitcoin-etl.ts';
import {
  ethereumBlocks,
  ethereumContracts,
  ethereumReceipts,
  ethereumTokenTransfers,
  ethereumTraces,
  ethereumTransactions,
} from './ethereum-etl.ts';
import { plainTransfers } from './plain-csv.ts';
import type { RowMapper } from './staged-item.ts';
import { tronscanTransfers } from './tronscan.ts';

/** Formats of transfer files, as `assay transfers import --format` names them. */
export const TRANSFER_FORMATS = {
  'ethereum-etl-blocks': { network: 'ETH', ledger: 'account', mapper: ethereumBlocks },
  'ethereum-etl-transactions': { network: 'ETH', ledger: 'account', mapper: ethereumTransactions },
  'ethereum-etl-receipts': { network: 'ETH', ledger: 'account', mapper: ethereumReceipts },
  'ethereum-etl-traces': { network: 'ETH', ledger: 'account', mapper: ethereumTraces },
  'ethereum-etl-token-transfers': { network: 'ETH', ledger: 'account', mapper: ethereumTokenTransfers },
  'ethereum-etl-contracts': { network: 'ETH', ledger: 'account', mapper: ethereumContracts },
  'bitcoin-etl-transactions': { network: 'BTC', ledger: 'utxo', mapper: bitcoinTransactions },
  'tronscan-trc20-transfers': { network: 'TRX', ledger: 'account', mapper: tronscanTransfers },
} as const satisfies Record<
  string,
  { network: NetworkId; ledger: 'account' | 'utxo'; mapper: (network: NetworkId) => RowMapper }
>;

/** Bitcoin's own blocks: the bytes name their network, and nothing is mapped by columns. */
export const RAW_BLOCKS = 'bitcoin-blocks';

/** Formats of one network alone. */
const ONLY_NETWORK: Partial<Readonly<Record<TransferFormat, NetworkId>>> = {
  [RAW_BLOCKS]: 'BTC',
  'tronscan-trc20-transfers': 'TRX',
};

export type TransferFormat = keyof typeof TRANSFER_FORMATS | 'csv' | typeof RAW_BLOCKS;

export const TRANSFER_FORMAT_NAMES: readonly string[] = [...Object.keys(TRANSFER_FORMATS), RAW_BLOCKS, 'csv'];

const RECEIPT = ['gas_used', 'effective_gas_price', 'status'] as const;

/** Columns each format reads: of a wide file, only these are unpacked. */
const COLUMNS: Readonly<Record<TransferFormat, readonly string[]>> = {
  'ethereum-etl-blocks': ['timestamp', 'number'],
  'ethereum-etl-transactions': [
    'hash',
    'block_number',
    'transaction_index',
    'from_address',
    'to_address',
    'value',
    'gas_price',
    'block_timestamp',
    ...RECEIPT.map((name) => `receipt_${name}`),
    'receipt_contract_address',
  ],
  'ethereum-etl-receipts': ['transaction_hash', 'block_number', 'transaction_index', 'contract_address', ...RECEIPT],
  'ethereum-etl-traces': [
    'transaction_hash',
    'block_number',
    'transaction_index',
    'from_address',
    'to_address',
    'value',
    'block_timestamp',
    'trace_type',
    'call_type',
    'trace_address',
    'status',
    'error',
  ],
  'ethereum-etl-token-transfers': [
    'token_address',
    'from_address',
    'to_address',
    'value',
    'transaction_hash',
    'log_index',
    'block_number',
    'block_timestamp',
  ],
  'ethereum-etl-contracts': ['address'],
  'bitcoin-etl-transactions': ['hash', 'block_number', 'block_timestamp', 'is_coinbase', 'index', 'inputs', 'outputs'],
  'tronscan-trc20-transfers': [
    'timestamp',
    'tx_id',
    'from_address',
    'to_address',
    'quant',
    'token_id',
    'token_decimal',
    'contract_return',
  ],
  'bitcoin-blocks': [],
  csv: [
    'network',
    'asset',
    'from',
    'to',
    'amount',
    'decimals',
    'time',
    'transaction',
    'sequence',
    'block',
    'transaction_index',
  ],
};

/** The columns of a format's rows that are read. */
export function columnsOf(format: TransferFormat): readonly string[] {
  return COLUMNS[format];
}

export function isTransferFormat(value: string): value is TransferFormat {
  return value === 'csv' || value === RAW_BLOCKS || Object.hasOwn(TRANSFER_FORMATS, value);
}

export interface ImportSource {
  readonly format: TransferFormat;
  /** Null takes the format's own network; for CSV, the network of rows that name none. */
  readonly network: NetworkId | null;
  /** For CSV: the asset of rows that name none. */
  readonly asset: string | null;
}

/** A wrong combination of format and network, in words for the reader; null where it is right. */
export function problemOf({ format, network }: ImportSource): string | null {
  if (format === 'csv' || network === null) return null;
  const only = ONLY_NETWORK[format];
  if (only !== undefined) return network === only ? null : `${format} are those of ${only}, not of ${network}`;
  if (format === RAW_BLOCKS) return null;
  const wanted = TRANSFER_FORMATS[format].ledger;
  if (NETWORKS[network].ledger === wanted) return null;
  return wanted === 'utxo'
    ? `${format} is a format of coin networks; ${network} keeps accounts`
    : `${format} is a format of account networks; ${network} spends coins`;
}

export function mapperOf({ format, network, asset }: ImportSource): RowMapper {
  if (format === 'csv') return plainTransfers({ network, asset });
  // Its rows come mapped.
  if (format === RAW_BLOCKS) return () => [];
  const { mapper, network: usual } = TRANSFER_FORMATS[format];
  return mapper(network ?? usual);
}
