import type { NetworkId } from '@assay/domain';

const HEX = /^[\da-f]{64}$/;
const HEX_0X = /^0x[\da-f]{64}$/;
/** XRPL writes ids in upper case. */
const UPPER_HEX = /^[\dA-F]{64}$/;
/** A signature of 64 bytes in base 58. */
const SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{80,90}$/;

/** How each network that is read on demand writes ids of transactions. */
const ID_FORMS: Partial<Record<NetworkId, RegExp>> = {
  ...{ BTC: HEX, LTC: HEX, DOGE: HEX, BCH: HEX, DASH: HEX, ZEC: HEX, DGB: HEX, RVN: HEX, TRX: HEX, XLM: HEX },
  ...{ ETH: HEX_0X, BSC: HEX_0X, POLYGON: HEX_0X, OP: HEX_0X, ARB: HEX_0X, AVAX: HEX_0X, ETC: HEX_0X },
  ...{ XRP: UPPER_HEX, SOL: SIGNATURE },
};

/**
 * The spelling of an id that a network uses; null where it has no such ids.
 *
 * @param ids spellings of one id, of `readTransactionId`
 * @example
 * transactionIdOn('ETH', ['ab…', '0xab…', 'AB…']); // '0xab…'
 */
export function transactionIdOn(network: NetworkId, ids: readonly string[]): string | null {
  const form = ID_FORMS[network];
  return form === undefined ? null : (ids.find((id) => form.test(id)) ?? null);
}
