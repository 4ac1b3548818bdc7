import type { Asset, Parent } from '@assay/domain';

interface IssuerFacts {
  readonly issuer: string;
  /** Networks on which the issuer's own contract holds a list of frozen addresses. */
  readonly on: readonly Parent[];
}

/**
 * Who can freeze which token at an address, by the issuers' published contracts. The tokens of other networks are
 * copies made by a bridge or an exchange, whose contracts keep no such list.
 */
const ISSUERS: Readonly<Record<string, IssuerFacts>> = {
  USDT: { issuer: 'Tether', on: ['TRX', 'ETH', 'POLYGON', 'SOL', 'ARB', 'AVAX'] },
  USDC: { issuer: 'Circle', on: ['ETH', 'TRX', 'POLYGON', 'SOL', 'OP', 'ARB', 'AVAX'] },
  TUSD: { issuer: 'TrueUSD', on: ['ETH', 'TRX'] },
  PAXG: { issuer: 'Paxos', on: ['ETH'] },
  XAUT: { issuer: 'Tether', on: ['ETH'] },
};

/**
 * Who can freeze an asset at an address; null where nobody is known to.
 *
 * @example
 * issuerOf(usdtOnTron); // 'Tether'
 */
export function issuerOf({ ticker, parent }: Pick<Asset, 'ticker' | 'parent'>): string | null {
  const facts = ISSUERS[ticker];
  return facts !== undefined && parent !== null && facts.on.includes(parent) ? facts.issuer : null;
}
