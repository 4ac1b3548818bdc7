import {
  ASSETS,
  type Asset,
  assetByContract,
  NETWORKS,
  type NetworkId,
  networkNamed,
  usualTicker,
} from '@assay/domain';
import { FEE_SINK, type RawTransfer, TRANSFER_KINDS } from '@assay/exposure';
import {
  AddressReader,
  optionalIndex,
  optionalInteger,
  optionalTime,
  RowError,
  requiredAmount,
  requiredText,
  textOf,
} from './fields.ts';
import type { RowMapper } from './staged-item.ts';

/**
 * The documented plain form: network, asset, from, to, amount, decimals, time, transaction, sequence, and optionally
 * block, transaction_index and kind. A row with an empty `from` is the opening balance of `to`; a fee has no `to`.
 */
export function plainTransfers(defaults: {
  readonly network: NetworkId | null;
  readonly asset: string | null;
}): RowMapper {
  const readers = new Map<NetworkId, AddressReader>();
  // Nearly every row names what the row before it named.
  let last = { networkText: '', assetText: '', found: null as { network: NetworkId; asset: Asset } | null };
  const findAsset = (networkText: string, assetText: string) => {
    if (last.found !== null && last.networkText === networkText && last.assetText === assetText) return last.found;
    const network = networkOf(networkText);
    const found = { network, asset: assetOf(network, assetText) };
    last = { networkText, assetText, found };
    return found;
  };
  return (fields) => {
    const strange = strangeFieldOf(fields);
    if (strange !== null) throw new RowError(`"${strange.slice(0, 40)}" is no field of a transfer`);
    const { network, asset } = findAsset(
      textOf(fields, 'network') || (defaults.network ?? ''),
      textOf(fields, 'asset') || (defaults.asset ?? ''),
    );
    const { ticker } = asset;
    const decimals = optionalInteger(fields, 'decimals');
    if (decimals !== null && decimals !== asset.decimals) {
      throw new RowError(`"decimals" is ${decimals}, but ${asset.ticker} on ${network} has ${asset.decimals}`);
    }
    const addresses = readers.get(network) ?? new AddressReader(network);
    readers.set(network, addresses);
    const kind = kindOf(textOf(fields, 'kind'), ticker === NETWORKS[network].native);
    const to = kind === 'fee' && textOf(fields, 'to') === '' ? FEE_SINK : addresses.party(requiredText(fields, 'to'));
    const amount = requiredAmount(fields, 'amount');
    const from = textOf(fields, 'from');
    if (from === '' && !Object.hasOwn(fields, 'from')) {
      throw new RowError('"from" is missing; of an opening balance, it is there and empty');
    }
    if (from === '') return [{ what: 'opening', network, ticker, address: to, amount }];
    const time = optionalTime(fields, 'time');
    if (time === null) throw new RowError('"time" is empty');
    const sequence = optionalIndex(fields, 'sequence');
    return [
      {
        what: 'transfer',
        network,
        ticker,
        time,
        transfer: {
          block: optionalInteger(fields, 'block') ?? 0,
          // The sequence orders all records of a second, so it replaces the transaction index of a block.
          transactionIndex: optionalIndex(fields, 'transaction_index') ?? sequence,
          transactionId: requiredText(fields, 'transaction'),
          kind,
          index: sequence,
          ordinal: 0,
          from: addresses.party(from),
          to,
          amount,
        },
      },
    ];
  };
}

/** Where the row says nothing: the coin itself, or a token. */
function kindOf(text: string, isCoin: boolean): RawTransfer['kind'] {
  if (text === '') return isCoin ? 'native' : 'token';
  const kind = TRANSFER_KINDS.find((one) => one === text.toLowerCase());
  const possible = isCoin ? 'fee, native or internal' : 'token';
  if (kind === undefined || isCoin === (kind === 'token')) {
    throw new RowError(`"kind" is '${text.slice(0, 40)}', expected ${possible}`);
  }
  return kind;
}

function networkOf(text: string): NetworkId {
  const network = networkNamed(text);
  if (network === undefined) throw new RowError(`"network" is '${text.slice(0, 40)}', which Assay cannot follow`);
  if (NETWORKS[network].ledger === 'utxo') {
    throw new RowError(`${network} spends coins: its transactions need inputs and outputs, not from and to`);
  }
  return network;
}

function assetOf(network: NetworkId, text: string): Asset {
  const ticker = usualTicker(text);
  const found =
    ASSETS.find((asset) => asset.network === network && asset.ticker === ticker) ?? assetByContract(network, text);
  if (found === undefined) throw new RowError(`"asset" is '${text.slice(0, 80)}', which is not listed on ${network}`);
  return found;
}

/** Columns of the plain form: without these, nothing of a row can be read rightly. */
export const PLAIN_REQUIRED = ['from', 'to', 'amount', 'time', 'transaction'] as const;
/** The others. Network and asset are needed where the command line names none. */
export const PLAIN_OPTIONAL = [
  'network',
  'asset',
  'decimals',
  'sequence',
  'block',
  'transaction_index',
  'kind',
] as const;

const ALL: ReadonlySet<string> = new Set([...PLAIN_REQUIRED, ...PLAIN_OPTIONAL]);

/** The first field of a row that is none of these columns; null where there is none. */
export function strangeFieldOf(fields: Readonly<Record<string, unknown>>): string | null {
  return Object.keys(fields).find((name) => name !== '' && !ALL.has(name)) ?? null;
}
