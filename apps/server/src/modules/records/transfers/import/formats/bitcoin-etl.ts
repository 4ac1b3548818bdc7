import type { NetworkId } from '@assay/domain';
import type { RawInput, RawOutput } from '@assay/exposure';
import {
  AddressReader,
  listFieldOf,
  optionalAmount,
  optionalIndex,
  optionalTime,
  RowError,
  requiredAmount,
  requiredIndex,
  requiredInteger,
  requiredText,
  textOf,
} from './fields.ts';
import { parseObject } from './read-rows.ts';
import type { RowMapper } from './staged-item.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * `transactions`: inputs and outputs as lists. Plain exports name the output an input spends, enriched ones its owner
 * and value too; without them the records are asked, now or when the creating transaction arrives.
 */
export function bitcoinTransactions(network: NetworkId): RowMapper {
  const addresses = new AddressReader(network);
  return (fields) => {
    const time = optionalTime(fields, 'block_timestamp');
    if (time === null) throw new RowError('"block_timestamp" is empty');
    const coinbase = /^(true|1)$/i.test(textOf(fields, 'is_coinbase'));
    const inputs = coinbase ? [] : listOf(fields, 'inputs').map((input) => inputOf(input, addresses));
    return [
      {
        what: 'coins',
        network,
        transaction: {
          transactionId: hashOf(fields, 'hash'),
          block: requiredInteger(fields, 'block_number'),
          transactionIndex: optionalIndex(fields, 'index'),
          time,
          coinbase,
          ...(coinbase || !listOf(fields, 'inputs').some(isOpen) ? {} : { isSignedBySeveral: true }),
          inputs,
          outputs: listOf(fields, 'outputs').map((output) => outputOf(output, addresses)),
        },
      },
    ];
  };
}

function inputOf(input: Fields, addresses: AddressReader): RawInput {
  return {
    transactionId: hashOf(input, 'spent_transaction_hash'),
    index: requiredIndex(input, 'spent_output_index'),
    owner: ownerOf(input, addresses),
    amount: optionalAmount(input, 'value'),
  };
}

/** Bitcoin Core writes the type of a signature behind it; exports without scripts do not say. */
function isOpen(input: Fields): boolean {
  return textOf(input, 'script_asm').includes('ANYONECANPAY');
}

function outputOf(output: Fields, addresses: AddressReader): RawOutput {
  return {
    index: requiredIndex(output, 'index'),
    owner: ownerOf(output, addresses),
    amount: requiredAmount(output, 'value'),
  };
}

/** Kinds of scripts that always have an address. */
const NAMED_TYPES: ReadonlySet<string> = new Set([
  ...['pubkey', 'pubkeyhash', 'scripthash'],
  ...['witness_v0_keyhash', 'witness_v0_scripthash', 'witness_v1_taproot'],
]);

/** Exporters' own names for scripts without an address: of Bitcoin ETL, and of Blockchair (data, multisig, odd scripts). */
const NAME_OF_NOBODY = /^(nonstandard|shielded|[dms]-[0-9a-f]{32}$)/;

/**
 * Data outputs name nobody, bare multisig several: neither has the one owner that a share could be given to. Nor has what
 * is no address of the network where the kind of the script needs none, such as an anchor or a witness program of
 * tomorrow. Anybody can add such an output, so that it spoils nothing else of its transaction.
 */
function ownerOf(coin: Fields, addresses: AddressReader): string | null {
  // Some data sets keep a list, others the one address.
  const named = listFieldOf(coin, 'addresses') ?? [textOf(coin, 'address')];
  if (named.length !== 1) return null;
  const text = String(named[0]);
  if (text === '' || NAME_OF_NOBODY.test(text)) return null;
  return NAMED_TYPES.has(textOf(coin, 'type')) ? addresses.party(text) : addresses.partyOrNull(text);
}

/** A list of objects; CSV files carry it as JSON in one column. */
function listOf(fields: Fields, name: string): readonly Fields[] {
  const text = textOf(fields, name);
  const list =
    listFieldOf(fields, name) ?? listFieldOf(parseObject(`{"${name}":${text === '' ? null : text}}`) ?? {}, name);
  if (list === null) throw new RowError(`"${name}" is no list`);
  return list.map((item: unknown) => {
    if (typeof item !== 'object' || item === null) throw new RowError(`"${name}" is no list of objects`);
    return item as Fields;
  });
}

function hashOf(fields: Fields, name: string): string {
  const hash = requiredText(fields, name).toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(hash))
    throw new RowError(`"${name}" expected a transaction hash, got '${hash.slice(0, 80)}'`);
  return hash;
}
