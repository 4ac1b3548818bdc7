import { assetByContract, NETWORKS, type NetworkId } from '@assay/domain';
import {
  AddressReader,
  listFieldOf,
  optionalAmount,
  optionalInteger,
  optionalTime,
  RowError,
  requiredAmount,
  requiredIndex,
  requiredInteger,
  requiredText,
  textOf,
} from './fields.ts';
import type { EvmFacts, RowMapper, StagedItem } from './staged-item.ts';

const NO_ITEMS: readonly StagedItem[] = [];

/** `blocks`: only the time of each block, which token transfers and traces do not carry. */
export function ethereumBlocks(network: NetworkId): RowMapper {
  return (fields) => {
    const time = optionalTime(fields, 'timestamp');
    if (time === null) throw new RowError('"timestamp" is empty');
    return [{ what: 'evm-block', network, number: requiredInteger(fields, 'number'), time }];
  };
}

/** `transactions`: sender, recipient and amount of the native coin; whether it succeeded is in receipts or traces. */
export function ethereumTransactions(network: NetworkId): RowMapper {
  const addresses = new AddressReader(network);
  return (fields) => {
    const to = textOf(fields, 'to_address');
    const block = requiredInteger(fields, 'block_number');
    const gasPrice = optionalAmount(fields, 'gas_price');
    const facts: EvmFacts = {
      hash: hashOf(fields, 'hash'),
      block,
      transactionIndex: requiredIndex(fields, 'transaction_index'),
      from: addresses.party(requiredText(fields, 'from_address')),
      to: to === '' ? null : addresses.party(to),
      value: requiredAmount(fields, 'value'),
      ...(gasPrice === null ? {} : { gasPrice }),
      // Data sets that join receipts into transactions name these columns with a prefix.
      ...receiptPart(fields, 'receipt_'),
    };
    const time = optionalTime(fields, 'block_timestamp');
    const contract = textOf(fields, 'receipt_contract_address');
    return [
      ...blockTime(network, block, time),
      { what: 'evm-transaction', network, facts },
      ...contractItems(network, addresses, contract, facts.status !== 0),
    ];
  };
}

/** `contracts`: addresses that are contracts. */
export function ethereumContracts(network: NetworkId): RowMapper {
  const addresses = new AddressReader(network);
  return (fields) => contractItems(network, addresses, requiredText(fields, 'address'), true);
}

/** `receipts`: success, the fee, the created contract. */
export function ethereumReceipts(network: NetworkId): RowMapper {
  const addresses = new AddressReader(network);
  return (fields) => {
    const receipt = receiptPart(fields, '');
    if (receipt.hasReceipt !== true) throw new RowError('"gas_used" is empty');
    const contract = textOf(fields, 'contract_address').toLowerCase();
    const facts: EvmFacts = {
      hash: hashOf(fields, 'transaction_hash'),
      block: requiredInteger(fields, 'block_number'),
      transactionIndex: requiredIndex(fields, 'transaction_index'),
      ...receipt,
      ...(contract === '' ? {} : { contract }),
    };
    return [
      { what: 'evm-transaction', network, facts },
      ...contractItems(network, addresses, contract, receipt.status !== 0),
    ];
  };
}

function receiptPart(fields: Readonly<Record<string, unknown>>, prefix: string): Partial<EvmFacts> {
  const gasUsed = optionalAmount(fields, `${prefix}gas_used`);
  if (gasUsed === null) return {};
  const effectiveGasPrice = optionalAmount(fields, `${prefix}effective_gas_price`);
  const status = optionalInteger(fields, `${prefix}status`);
  return {
    gasUsed,
    hasReceipt: true,
    ...(effectiveGasPrice === null ? {} : { effectiveGasPrice }),
    // Receipts from before the Byzantium fork have no status.
    ...(status === null ? {} : { status }),
  };
}

/** `token_transfers`: tokens of the catalogue; the log index orders them within their block. */
export function ethereumTokenTransfers(network: NetworkId): RowMapper {
  const addresses = new AddressReader(network);
  return (fields) => {
    const contract = requiredText(fields, 'token_address').toLowerCase();
    const asset = assetByContract(network, contract);
    if (asset === undefined) return [{ what: 'unknown-token', contract }];
    const index = requiredIndex(fields, 'log_index');
    return [
      {
        what: 'transfer',
        network,
        ticker: asset.ticker,
        time: optionalTime(fields, 'block_timestamp'),
        transfer: {
          block: requiredInteger(fields, 'block_number'),
          // The log index counts through the whole block, so it gives the same order as the missing transaction index.
          transactionIndex: index,
          transactionId: hashOf(fields, 'transaction_hash'),
          kind: 'token',
          index,
          ordinal: 0,
          from: addresses.party(requiredText(fields, 'from_address')),
          to: addresses.party(requiredText(fields, 'to_address')),
          amount: requiredAmount(fields, 'value'),
        },
      },
    ];
  };
}

/** Calls that run another contract's code on the caller's own balance move nothing. */
const MOVES_NOTHING: ReadonlySet<string> = new Set(['delegatecall', 'callcode', 'staticcall']);

/**
 * `traces`: what contracts moved inside transactions, block rewards, the genesis balances. The root trace of a
 * transaction is the transaction itself. Traces of one transaction must be adjacent, as the publisher writes them.
 */
export function ethereumTraces(network: NetworkId): RowMapper {
  const addresses = new AddressReader(network);
  const ticker = NETWORKS[network].native;
  let transaction = '';
  let index = 0;
  return (fields) => {
    const type = requiredText(fields, 'trace_type');
    const block = requiredInteger(fields, 'block_number');
    const value = optionalAmount(fields, 'value') ?? 0n;
    const time = optionalTime(fields, 'block_timestamp');
    const common = { what: 'transfer', network, ticker, time } as const;
    if (type === 'reward' || type === 'genesis' || type === 'daofork') {
      const to = addresses.party(requiredText(fields, 'to_address'));
      const from = type === 'daofork' ? addresses.party(requiredText(fields, 'from_address')) : 'issuer';
      const transactionId = `${type}:${block}`;
      const move = { block, transactionIndex: null, transactionId, kind: 'internal', index: null, ordinal: 0 } as const;
      return [...blockTime(network, block, time), { ...common, transfer: { ...move, from, to, amount: value } }];
    }
    const hash = textOf(fields, 'transaction_hash').toLowerCase();
    if (hash === '')
      throw new RowError('"transaction_hash" is empty: Geth traces must be exported with their transactions');
    index = hash === transaction ? index + 1 : 0;
    transaction = hash;
    const transactionIndex = requiredIndex(fields, 'transaction_index');
    const succeeded = traceSucceeded(fields);
    const from = addresses.party(requiredText(fields, 'from_address'));
    const to = textOf(fields, 'to_address');
    const made = contractItems(network, addresses, to, succeeded && type === 'create');
    if (isRoot(fields)) {
      const receiver = to === '' ? null : addresses.party(to);
      const facts: EvmFacts = {
        hash,
        block,
        transactionIndex,
        from,
        to: receiver,
        value,
        status: succeeded ? 1 : 0,
        hasTraces: true,
      };
      return [...blockTime(network, block, time), { what: 'evm-transaction', network, facts }, ...made];
    }
    const moves = succeeded && value > 0n && to !== '' && !MOVES_NOTHING.has(textOf(fields, 'call_type'));
    if (!moves) return made;
    const place = { block, transactionIndex, transactionId: hash, kind: 'internal', index, ordinal: 0 } as const;
    return [{ ...common, transfer: { ...place, from, to: addresses.party(to), amount: value } }, ...made];
  };
}

/** The root of a transaction's call tree has the empty path. */
function isRoot(fields: Readonly<Record<string, unknown>>): boolean {
  const path = listFieldOf(fields, 'trace_address');
  return path === null ? textOf(fields, 'trace_address') === '' : path.length === 0;
}

function traceSucceeded(fields: Readonly<Record<string, unknown>>): boolean {
  const status = optionalInteger(fields, 'status');
  return status === null ? textOf(fields, 'error') === '' : status === 1;
}

function contractItems(
  network: NetworkId,
  addresses: AddressReader,
  address: string,
  isMade: boolean,
): readonly StagedItem[] {
  if (address === '' || !isMade) return NO_ITEMS;
  return [{ what: 'evm-contract', network, address: addresses.party(address) }];
}

function blockTime(network: NetworkId, number: number, time: number | null): readonly StagedItem[] {
  return time === null ? NO_ITEMS : [{ what: 'evm-block', network, number, time }];
}

function hashOf(fields: Readonly<Record<string, unknown>>, name: string): string {
  const hash = requiredText(fields, name).toLowerCase();
  if (!/^0x[0-9a-f]{64}$/.test(hash))
    throw new RowError(`"${name}" expected a transaction hash, got '${hash.slice(0, 80)}'`);
  return hash;
}
