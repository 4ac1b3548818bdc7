import type { EventFreezeList } from './freeze-lists.ts';

/** Where a reader looks a transaction or a contract of a network up: pages of its usual explorer. */
const EXPLORERS: Readonly<Record<string, { readonly transaction: string; readonly contract: string }>> = {
  TRX: { transaction: 'https://tronscan.org/#/transaction/', contract: 'https://tronscan.org/#/contract/' },
  ETH: { transaction: 'https://etherscan.io/tx/', contract: 'https://etherscan.io/address/' },
  POLYGON: { transaction: 'https://polygonscan.com/tx/', contract: 'https://polygonscan.com/address/' },
  OP: { transaction: 'https://optimistic.etherscan.io/tx/', contract: 'https://optimistic.etherscan.io/address/' },
  ARB: { transaction: 'https://arbiscan.io/tx/', contract: 'https://arbiscan.io/address/' },
  AVAX: { transaction: 'https://snowtrace.io/tx/', contract: 'https://snowtrace.io/address/' },
};

export function transactionPage({ network }: EventFreezeList, transaction: string): string | null {
  const pages = EXPLORERS[network];
  return pages === undefined ? null : pages.transaction + transaction;
}

export function contractPage({ network, contract }: EventFreezeList): string | null {
  const pages = EXPLORERS[network];
  return pages === undefined ? null : pages.contract + contract;
}
