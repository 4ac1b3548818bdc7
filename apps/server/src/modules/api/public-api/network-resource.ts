import type { CoverageData } from '@assay/contracts';
import type { AddressForm, NetworkV1 } from '@assay/contracts/v1';
import { type AddressRules, type Asset, currencyOf, findCurrency, NETWORKS } from '@assay/domain';
import { networkNameOf } from '../../checks/index.ts';

/** What this installation holds and reads, as far as networks show it. */
export type HeldData = Pick<CoverageData, 'records' | 'chains'>;

type Form = NetworkV1['address_forms'][number];

/** Every network of the catalogue, in its order; `held` says what this installation knows of each. */
export function networkResources(catalogue: readonly Asset[], held: HeldData): readonly NetworkV1[] {
  return Array.from(Map.groupBy(catalogue, networkNameOf), ([id, assets]) => networkResource(id, assets, held));
}

function networkResource(id: string, assets: readonly Asset[], { records, chains }: HeldData): NetworkV1 {
  const [first] = assets;
  const network = first?.network ?? null;
  const facts = network === null ? null : NETWORKS[network];
  return {
    object: 'network',
    id,
    name: facts?.name ?? first?.name ?? id,
    native_asset: facts?.native ?? id,
    assets: assets.map(({ ticker }) => ticker),
    is_followed: facts !== null,
    ledger: facts?.ledger ?? null,
    address_forms: first === undefined ? [] : [...formsOf(first)],
    is_read_on_demand: chains.some((chain) => chain.network === id),
    records: records
      .filter((one) => one.network === id)
      .map(({ ticker, records: count, firstDay, lastDay, tipBlock, fromBeginning }) => ({
        asset: ticker,
        count,
        first_day: firstDay,
        last_day: lastDay,
        tip_block: tipBlock,
        is_from_beginning: fromBeginning,
      })),
  };
}

function formsOf(asset: Asset): readonly Form[] {
  const rules = findCurrency(currencyOf(asset))?.rules;
  return rules === undefined ? [] : formsOfRules(rules);
}

function formsOfRules(rules: AddressRules): readonly Form[] {
  const form = (name: AddressForm, prefix: string | null = null): Form => ({ form: name, prefix });
  switch (rules.validator) {
    case 'bitcoin': {
      const segwit = rules.segwitPrefixes?.prod;
      return [form('base58check'), ...(segwit === undefined ? [] : [form('bech32', `${segwit}1`)])];
    }
    case 'bitcoin-cash': {
      const prefix = rules.cashAddr?.prefixes.prod;
      return [
        ...(prefix === undefined ? [] : [form('cashaddr', `${prefix}:`)]),
        ...(rules.cashAddr?.legacy === true ? [form('base58check')] : []),
      ];
    }
    case 'ethereum':
      return [form('hex', '0x'), ...(rules.bech32 === undefined ? [] : [form('bech32', `${rules.bech32.prefix}1`)])];
    case 'hex':
      return [form('hex', '0x')];
    case 'bech32':
      return (rules.prefixes.prod ?? []).map((prefix) => form('bech32', `${prefix}1`));
    case 'tron':
      return [form('base58check', 'T')];
    case 'ripple':
      return [form('base58check', 'r')];
    case 'solana':
      return [form('base58')];
    case 'stellar':
      return [form('strkey', 'G')];
    default:
      return [form('other')];
  }
}
