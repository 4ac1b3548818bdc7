import { type Db, prepared } from '../../db/index.ts';
import { workspacesStore } from '../workspaces/index.ts';
import { keyRefused } from './key-refusals.ts';

/** A key that acts in its workspace. */
export interface ActingKey {
  readonly workspace: string;
  readonly keyId: string;
}

/**
 * Keeps a key from being revoked until the transaction ends, for what gives access that outlives the key. Its maker and
 * its workspace are held first: in this order they are locked everywhere.
 *
 * @throws ProblemError invalid_api_key: it was revoked, or its workspace closed
 */
export async function holdKey(tx: Db, { workspace, keyId }: ActingKey): Promise<void> {
  await tx.query('SELECT FROM users WHERE sub = (SELECT created_by FROM api_keys WHERE id = $1) FOR KEY SHARE', [
    keyId,
  ]);
  if (!(await workspacesStore.hold(tx, workspace))) throw keyRefused('unknown');
  const held = await tx.query(
    'SELECT FROM api_keys WHERE workspace = $1 AND id = $2 AND revoked_at IS NULL FOR SHARE',
    [workspace, keyId],
  );
  if (held.rowCount !== 1) throw keyRefused('unknown');
}

/** Reads whether a key still works, for what ends with nothing. @throws ProblemError invalid_api_key */
export async function assertKey(db: Db, { workspace, keyId }: ActingKey): Promise<void> {
  const found = await db.query(
    prepared('SELECT FROM api_keys WHERE workspace = $1 AND id = $2 AND revoked_at IS NULL', [workspace, keyId]),
  );
  if (found.rowCount !== 1) throw keyRefused('unknown');
}
