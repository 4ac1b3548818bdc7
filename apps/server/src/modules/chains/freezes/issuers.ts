import type { Asset, Parent } from '@assay/domain';

interface IssuerFacts {
  readonly issuer: string;
  /** Networks on which the issuer's own contract has a list of frozen addresses. */
  readonly on: readonly Parent[];
}

/**
 * The issuers that can freeze a token at an address, by their published contracts. The tokens of other networks are
 * copies made by a bridge or an exchange, whose contracts have no such list.
 */
const ISSUERS: Readonly<Record<string, IssuerFacts>> = {
  USDT: { issuer: 'Tether', on: ['TRX', 'ETH', 'POLYGON', 'SOL', 'ARB', 'AVAX'] },
  USDC: { issuer: 'Circle', on: ['ETH', 'TRX', 'POLYGON', 'SOL', 'OP', 'ARB', 'AVAX'] },
  TUSD: { issuer: 'TrueUSD', on: ['ETH', 'TRX'] },
  PAXG: { issuer: 'Paxos', on: ['ETH'] },
  XAUT: { issuer: 'Tether', on: ['ETH'] },
};

/**
 * The issuer that can freeze an asset at an address; null where none is known.
 *
 * @example
 * issuerOf(usdtOnTron); // 'Tether'
 */
export function issuerOf({ ticker, parent }: Pick<Asset, 'ticker' | 'parent'>): string | null {
  const facts = ISSUERS[ticker];
  return facts !== undefined && parent !== null && facts.on.includes(parent) ? facts.issuer : null;
}
