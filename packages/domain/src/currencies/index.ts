import { usualParent, usualTicker } from '../everyday-names.ts';
import { BITCOIN_STYLE } from './bitcoin-style.ts';
import type { Currency, CurrencyFacts, EthereumRules } from './currency.ts';
import { ETHEREUM_STYLE_NAMES, ETHEREUM_STYLE_VARIANTS } from './ethereum-style.ts';
import {
  BECH32_STYLE,
  GRAPHENE_STYLE,
  HEX_STYLE,
  MONERO_STYLE,
  PLAIN_STYLE,
  SUBSTRATE_STYLE,
  TRON_STYLE,
} from './other-styles.ts';

export type * from './currency.ts';
export { ADDRESS_NETWORKS } from './currency.ts';

const PLAIN_ETHEREUM: EthereumRules = { validator: 'ethereum' };

function rowsOf(table: Readonly<Record<string, CurrencyFacts>>): Currency[] {
  return Object.entries(table).map(([symbol, facts]) => ({ symbol, name: facts.name, rules: facts }));
}

function allCurrencies(): Currency[] {
  return [
    ...rowsOf(BITCOIN_STYLE),
    ...Object.entries(ETHEREUM_STYLE_NAMES).map(([symbol, name]) => ({ symbol, name, rules: PLAIN_ETHEREUM })),
    ...rowsOf(ETHEREUM_STYLE_VARIANTS),
    ...rowsOf(MONERO_STYLE),
    ...rowsOf(BECH32_STYLE),
    ...rowsOf(TRON_STYLE),
    ...rowsOf(GRAPHENE_STYLE),
    ...rowsOf(SUBSTRATE_STYLE),
    ...rowsOf(HEX_STYLE),
    ...rowsOf(PLAIN_STYLE),
  ];
}

function indexCurrencies(currencies: readonly Currency[]): ReadonlyMap<string, Currency> {
  const index = new Map<string, Currency>();
  for (const currency of currencies) {
    const name = currency.name.toLowerCase();
    if (!index.has(name)) index.set(name, currency);
  }
  // A symbol wins over another currency's name, so symbols are set last.
  for (const currency of currencies) index.set(currency.symbol, currency);
  return index;
}

/** Every currency whose addresses Assay can judge, about 380; each symbol occurs once. */
export const CURRENCIES: readonly Currency[] = /* @__PURE__ */ allCurrencies();

const BY_KEY = /* @__PURE__ */ indexCurrencies(CURRENCIES);

/**
 * The currency of a symbol or a name, in any case, or of another name people use; undefined when the table does not
 * have it.
 *
 * @example
 * findCurrency('BTC')?.name;      // 'Bitcoin'
 * findCurrency('bitcoin')?.symbol; // 'btc'
 * findCurrency('TRC20')?.symbol;   // 'trx'
 */
export function findCurrency(symbolOrName: string): Currency | undefined {
  if (typeof symbolOrName !== 'string') return undefined;
  return BY_KEY.get(symbolOrName) ?? BY_KEY.get(symbolOrName.toLowerCase()) ?? currencyMeant(symbolOrName);
}

function currencyMeant(name: string): Currency | undefined {
  return BY_KEY.get(usualTicker(name).toLowerCase()) ?? BY_KEY.get(usualParent(name).toLowerCase());
}
