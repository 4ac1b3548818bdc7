import { NETWORK_IDS, NETWORKS, type NetworkId, networkOfSite } from '@assay/domain';
import { decodeBase58 } from './codecs/base58.ts';
import { takeApart } from './pasted/candidates.ts';
import { readTransactionId } from './transaction-id.ts';

/** A transaction that a text names, and where it can be. */
export interface NamedTransaction {
  /** Spellings that records may write its id in, the usual one first. */
  readonly ids: readonly string[];
  /** Where ids look like this; one where a link names it. Empty: of a test network alone. */
  readonly networks: readonly NetworkId[];
}

const ETHEREUM_STYLE: ReadonlySet<NetworkId> = new Set(['ETH', 'BSC', 'POLYGON', 'OP', 'ARB', 'AVAX', 'ETC']);
const HEX = /^(?:0x)?[\da-f]{64}$/i;
/** A signature of 64 bytes. */
const SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{86,88}$/;

/**
 * The transaction that a text names, alone or in a link to an explorer, and the networks that it can be of: that of the
 * link, else those whose ids look like it. Null where it names none.
 *
 * Says nothing about secrets: 64 hexadecimal digits can be a private key, which `recogniseText` says.
 *
 * @example
 * readTransaction('https://tronscan.org/#/transaction/5a03268c…')?.networks; // ['TRX']
 */
export function readTransaction(text: string): NamedTransaction | null {
  const bare = text.trim();
  const found = readTransactionId(bare);
  if (found === null) return null;
  const link = takeApart(bare);
  // A link keeps the letters in which its site writes the id.
  const isPrefixed = link.is === 'link' ? /0x[\da-f]{64}/i.test(bare) : /^0x/i.test(bare);
  const ids = isPrefixed
    ? [...found].sort((one, other) => Number(other.startsWith('0x')) - Number(one.startsWith('0x')))
    : found;
  if (link.is === 'link' && link.isTest) return { ids, networks: [] };
  const named = link.is === 'link' ? networkOfSite(bare.replace(/^https?:\/\//i, '')) : null;
  return { ids, networks: named === null ? networksLike(ids[0] ?? '') : [named] };
}

function networksLike(id: string): readonly NetworkId[] {
  if (id.startsWith('0x')) return NETWORK_IDS.filter((network) => ETHEREUM_STYLE.has(network));
  // Exports of Ethereum-style networks may leave `0x` out.
  if (HEX.test(id)) return NETWORK_IDS.filter((network) => network !== 'SOL');
  if (SIGNATURE.test(id) && decodeBase58(id)?.length === 64) return ['SOL'];
  return NETWORK_IDS.filter((network) => NETWORKS[network].ledger === 'account');
}
