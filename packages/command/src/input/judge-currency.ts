import { type AddressVerdict, type NetworkChoice, validateAddress } from '@assay/address';
import { ASSETS, type Asset, currencyOf, findCurrency, usualTicker } from '@assay/domain';

/** Whether an address is one of a currency; the same whichever way `validate` is asked. */
export interface CurrencyVerdict {
  readonly verdict: AddressVerdict;
  /** Of a ticker that tokens have: the coin itself and the tokens whose addresses the address fits. */
  readonly fitting: readonly Asset[];
  /** Why it is not valid; null where it is. */
  readonly reason: string | null;
}

/** Judges addresses of one currency and of one choice of its networks. */
export type CurrencyJudge = (address: string) => CurrencyVerdict;

/**
 * A judge by the table of currencies; a ticker listed on networks is judged by the addresses of each of them, of which
 * one is enough. Null where the currency is unknown: nothing can be said then.
 */
export function judgeOf(currency: string, network: NetworkChoice): CurrencyJudge | null {
  const ticker = usualTicker(currency);
  const listed = ASSETS.filter((asset) => asset.ticker === ticker);
  // A coin of which there are no tokens is judged as the currency it is.
  const judgedBy = listed.some(({ parent }) => parent !== null) ? listed : [];
  const isKnown = findCurrency(currency) !== undefined;
  const [first] = judgedBy;
  if (first === undefined && !isKnown) return null;
  return (address) => {
    const judged = judgedBy.map((asset) => ({
      asset,
      verdict: validateAddress(address, currencyOf(asset), { network }),
    }));
    const fits = judged.filter(({ verdict }) => verdict.ok);
    const [fit] = fits;
    if (fit !== undefined) return { verdict: fit.verdict, fitting: fits.map(({ asset }) => asset), reason: null };
    const own = isKnown || first === undefined ? currency : currencyOf(first);
    const verdict = validateAddress(address, own, { network });
    if (verdict.ok) return { verdict, fitting: [], reason: null };
    const reason = judgedBy.length > 0 ? `fits no address of ${namesOf(judgedBy)}` : verdict.reason;
    return { verdict, fitting: [], reason };
  };
}

/** @example namesOf([tether]) // 'USDT on TRX' */
export function namesOf(assets: readonly Asset[]): string {
  return assets.map(({ ticker, parent }) => (parent === null ? ticker : `${ticker} on ${parent}`)).join(', ');
}
