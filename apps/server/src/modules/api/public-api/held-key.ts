import type { Db } from '../../../platform/db/index.ts';
import type { HoldStore } from '../../accounts/index.ts';
import type { KeyRefusal, ShownKey } from '../api-keys/api-keys.ports.ts';
import { apiKeysStore } from '../api-keys/api-keys.store.ts';
import { ProblemError } from './problem-error.ts';

/** What who acts is held by: a member of a workspace, or a key of it. */
export interface HoldStores {
  readonly workspaces: HoldStore;
}

/**
 * Keeps the secret that was shown from ending until the transaction ends, for what gives access that outlives it. Who
 * made the key and its secrets, and its workspace, are held first: in this order they are locked everywhere.
 *
 * @throws ProblemError invalid_api_key: the secret ended or was handed over, the key was revoked, or its workspace closed
 */
export async function holdKey({ workspaces }: HoldStores, tx: Db, key: ShownKey, now: Date): Promise<void> {
  await apiKeysStore.holdPeople(tx, key.keyId, null);
  if (!(await workspaces.hold(tx, key.workspace))) throw keyRefused('unknown');
  if (!(await apiKeysStore.holdShown(tx, key, now))) throw keyRefused('unknown');
}

/** Reads whether the secret still works, for what ends with nothing. @throws ProblemError as {@link holdKey} */
export async function assertKey(db: Db, key: ShownKey, now: Date): Promise<void> {
  if (!(await apiKeysStore.isShownHeld(db, key, now))) throw keyRefused('unknown');
}

const REFUSALS: Readonly<Record<KeyRefusal, () => ProblemError>> = {
  unknown: () =>
    new ProblemError(
      'invalid_api_key',
      'The key is not one of this service, or it was revoked. Make one under Developers.',
    ),
  expired: () => new ProblemError('expired_api_key', 'Make a new key under Developers, or replace this one.'),
  address: () =>
    new ProblemError(
      'address_not_allowed',
      'Send the request from an address that the key and the session policy of its workspace allow.',
    ),
  suspended: () => new ProblemError('account_suspended', 'The account is suspended. Please contact support.'),
};

/** Why a key does not open a request, in words. */
export function keyRefused(refusal: KeyRefusal): ProblemError {
  return REFUSALS[refusal]();
}
