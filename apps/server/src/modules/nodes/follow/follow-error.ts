import type { NetworkId } from '@assay/domain';
import { formatCount } from '@assay/wording';

/** Following a network needs a person; the message says what to do. */
export class FollowError extends Error {
  override readonly name = 'FollowError';
}

/** Blocks are gone that cannot be read again beside what is stored. */
export function lostBlocks(network: NetworkId, height: number): FollowError {
  return new FollowError(
    `The server of a ledger of ${network} has lost what was stored after block ${formatCount(height)}, and the blocks ` +
      'since are no longer kept for being undone. Nothing was changed. Restore that server in the state before it was ' +
      'lost, or it and the main database from backups of the same moment.',
  );
}
