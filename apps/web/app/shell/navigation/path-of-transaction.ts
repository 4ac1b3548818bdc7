import { transactionPath } from './transaction-path.ts';

/**
 * The page of the transaction that a text names, on the network that a link names; null where it names none. The rules
 * are fetched with the first text.
 */
export async function pathOfTransaction(text: string): Promise<string | null> {
  const { readTransaction } = await import('@assay/address');
  const named = readTransaction(text);
  if (named === null) return null;
  const [id = ''] = named.ids;
  const [network, another] = named.networks;
  // Of a test network: the page says so of the link.
  if (network === undefined) return transactionPath({ id: text.trim() });
  return transactionPath({ id, network: another === undefined ? network : undefined });
}
