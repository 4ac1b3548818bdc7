import type { ImportSource, TransferFormat } from './formats/formats.ts';
import { PLAIN_OPTIONAL, PLAIN_REQUIRED } from './formats/plain-csv.ts';
import type { FormatColumns } from './formats/row.ts';

const RECEIPT = ['gas_used', 'effective_gas_price', 'status'] as const;

/** Publishers' files have many more columns than are read; the plain form has none but its own. */
const COLUMNS: Readonly<
  Record<TransferFormat, { readonly required: readonly string[]; readonly optional: readonly string[] }>
> = {
  'ethereum-etl-blocks': { required: ['timestamp', 'number'], optional: [] },
  'ethereum-etl-transactions': {
    required: ['hash', 'block_number', 'transaction_index', 'from_address', 'to_address', 'value'],
    optional: ['gas_price', 'block_timestamp', ...RECEIPT.map((name) => `receipt_${name}`), 'receipt_contract_address'],
  },
  'ethereum-etl-receipts': {
    required: ['transaction_hash', 'block_number', 'transaction_index'],
    optional: ['contract_address', ...RECEIPT],
  },
  'ethereum-etl-traces': {
    required: ['block_number', 'from_address', 'to_address', 'value', 'trace_type'],
    optional: [
      'transaction_hash',
      'transaction_index',
      'block_timestamp',
      'call_type',
      'trace_address',
      'status',
      'error',
    ],
  },
  'ethereum-etl-token-transfers': {
    required: ['token_address', 'from_address', 'to_address', 'value', 'transaction_hash', 'log_index', 'block_number'],
    optional: ['block_timestamp'],
  },
  'ethereum-etl-contracts': { required: ['address'], optional: [] },
  'bitcoin-etl-transactions': {
    required: ['hash', 'block_number', 'block_timestamp', 'inputs', 'outputs'],
    optional: ['is_coinbase', 'index'],
  },
  'tronscan-trc20-transfers': {
    required: ['timestamp', 'tx_id', 'from_address', 'to_address', 'quant', 'token_id'],
    optional: ['token_decimal', 'contract_return'],
  },
  'bitcoin-blocks': { required: [], optional: [] },
  csv: { required: PLAIN_REQUIRED, optional: PLAIN_OPTIONAL },
};

/** The columns of a format's files; of the plain form also those that the command line does not name. */
export function columnsOf({ format, network, asset }: ImportSource): FormatColumns {
  const { required, optional } = COLUMNS[format];
  const isPlain = format === 'csv';
  const named = isPlain ? [...(network === null ? ['network'] : []), ...(asset === null ? ['asset'] : [])] : [];
  return { required: [...named, ...required], read: [...required, ...optional], isClosed: isPlain };
}
