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
