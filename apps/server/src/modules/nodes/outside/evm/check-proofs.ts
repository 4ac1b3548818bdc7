import type { EvmNetwork } from '../../../chains/index.ts';
import { NodeError } from '../../follow/follow.ports.ts';
import { hashOfHeader, rootOfReceipts } from './block-proofs.ts';
import type { BlockReceipt, WholeBlock } from './evm-blocks-wire.ts';

/** Networks whose headers have Ethereum's fields and no others; of the rest, the hash is not computed. */
const ETHEREUM_HEADERS: ReadonlySet<EvmNetwork> = new Set(['ETH']);

/**
 * Computes the hash of a block from its header, and the root of its receipts: nothing can be changed, added or left out
 * among receipts and logs without another hash, which the next block names. What is left out, so that they cannot be
 * computed, is no way around it. Values and senders of transactions are under
 * another root, which takes their signatures to compute and is not.
 *
 * @throws NodeError `contradiction`
 */
export function checkProofs(
  node: string,
  network: EvmNetwork,
  block: WholeBlock,
  receipts: readonly BlockReceipt[],
): void {
  if (!ETHEREUM_HEADERS.has(network)) return;
  const contradiction = (what: string) => new NodeError({ kind: 'contradiction', node, height: block.number, what });
  const hash = hashOfHeader(block.header);
  if (hash === null) throw contradiction('its header lacks a field of which its hash is computed');
  if (hash !== block.hash) throw contradiction('its hash is not that of its header');
  const root = rootOfReceipts(receipts);
  if (root === null) throw contradiction('a receipt lacks a field, or is of a kind that this version does not know');
  if (root !== block.header.receiptsRoot?.toLowerCase()) {
    throw contradiction('its receipts are not those of its header');
  }
  // The place of a log is in no hash, and is what its record is known by.
  const logs = receipts.flatMap((receipt) => receipt.logs);
  if (logs.some(({ logIndex }, at) => logIndex !== at)) throw contradiction('a log has not the index of its place');
}
