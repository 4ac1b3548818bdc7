import { PRODUCT_VERSION } from '../product-version.ts';
import { isLoopbackAddress } from './loopback.ts';

let contact = '';

/**
 * Sets where a provider finds out who asks; once, when the settings are read. An address of this machine names nobody,
 * and is left out.
 */
export function introduceAs(publicUrl: string): void {
  const host = URL.parse(publicUrl)?.hostname ?? '';
  contact = host === '' || isLoopbackAddress(host) ? '' : ` (+${publicUrl})`;
}

/**
 * The header `User-Agent` of every request to somebody else's server: some answer 403 to a request that names nobody.
 *
 * @example userAgent() // 'Assay/0.1.0 (+https://assay.example.org)'
 */
export function userAgent(): string {
  return `Assay/${PRODUCT_VERSION}${contact}`;
}
