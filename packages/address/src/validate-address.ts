import { ADDRESS_NETWORKS, findCurrency, MAX_ADDRESS_LENGTH } from '@assay/domain';
import { judge } from './formats.ts';
import { type AddressVerdict, accept, type NetworkChoice, refuse } from './result.ts';

export interface ValidateAddressOptions {
  /** Production unless said otherwise. */
  readonly network?: NetworkChoice;
}

/**
 * Judges whether a text can be an address of a currency, by that currency's format alone (no network access).
 *
 * Never throws, whatever is passed: a verdict always comes back. A currency that is unknown, or has no validator,
 * counts as valid (docs/requirements.md, ADDR-02); texts that are empty or longer than {@link MAX_ADDRESS_LENGTH}
 * never do.
 *
 * @param address the text as typed; surrounding space is not removed.
 * @param currency symbol or name, in any case; for a token the network it lives on (`currencyOf` of `@assay/domain`).
 * @example
 * validateAddress('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'ETH');
 * // { ok: true, kind: 'address', canonical: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', checksum: 'valid' }
 * validateAddress('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', 'ETH'); // { ok: false, reason: 'Invalid checksum' }
 */
export function validateAddress(
  address: string,
  currency: string,
  options: ValidateAddressOptions = {},
): AddressVerdict {
  if (typeof address !== 'string') return refuse('Not text');
  if (address.length === 0) return refuse('Data too short');
  if (address.length > MAX_ADDRESS_LENGTH) return refuse('Exceeds length limit');
  const known = findCurrency(currency);
  if (known === undefined) return accept(address, 'absent');
  const network = options?.network;
  return judge(address, known.rules, isNetworkChoice(network) ? network : 'prod');
}

/** Callers outside TypeScript can pass anything; what names no network means production. */
function isNetworkChoice(value: unknown): value is NetworkChoice {
  return value === 'both' || ADDRESS_NETWORKS.some((network) => network === value);
}
