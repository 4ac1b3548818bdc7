import { API_KEYS_AT_MOST } from '@assay/contracts';
import { NEWEST_API_VERSION } from '@assay/contracts/v1';
import { type Audit, currentOrigin } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/db/index.ts';
import type { Transaction } from '../../../platform/db/transactions.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { refuseSecretName } from '../../../platform/kernel/text/pasted-secrets.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import { type HoldStore, holdMember } from '../../accounts/index.ts';
import type { KeyHolder, KeyMaker, KeyRefusal, KeyWish, StoredKey } from './api-keys.ports.ts';
import { apiKeysStore } from './api-keys.store.ts';
import { hashOfKey, hintOfKey, isKeyText, newKeyText, randomDigits } from './key-text.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const KEY_ID_DIGITS = 16;

export interface ApiKeysDeps {
  readonly db: Db;
  readonly transaction: Transaction;
  /** Runs a look-up that no workspace is known for yet. */
  readonly inService: <T>(work: () => Promise<T>) => Promise<T>;
  readonly workspaces: HoldStore;
  readonly audit: Audit;
  readonly clock: Clock;
}

/** A key and its text, which is not kept. */
export interface MadeKey {
  readonly key: StoredKey;
  readonly secret: string;
}

export type ApiKeysService = ReturnType<typeof buildApiKeysService>;

/** Keys of the public API: made by members, used by programs. */
export function buildApiKeysService({ db, transaction, inService, workspaces, audit, clock }: ApiKeysDeps) {
  /** What the operator did is in the log of the service as well. */
  async function record(
    tx: Db,
    { workspace, sub }: KeyMaker,
    entry: { readonly action: 'key.create' | 'key.change' | 'key.revoke'; readonly id: string; readonly text: string },
  ): Promise<void> {
    const actor = sub === null ? ({ kind: 'operator' } as const) : ({ kind: 'person', sub } as const);
    const { action, id, text } = entry;
    const act = { actor, action, target: { kind: 'key', id }, from: currentOrigin(), text } as const;
    await audit(tx, { ...act, workspace });
    if (sub === null) await audit(tx, { ...act, workspace: null });
  }

  /**
   * Locks the keys of the workspace for a change by a member, who is held: whatever takes the right away waits. So are
   * the holders of the key that is changed, whom its row goes on to name.
   *
   * @throws AppError Unauthorized, NotFound, RoleNotAllowed
   */
  async function lockFor(tx: Db, { workspace, sub }: KeyMaker, id: string | null): Promise<void> {
    await apiKeysStore.holdPeople(tx, id, sub);
    if (sub !== null) await holdMember(workspaces, tx, { workspace, sub }, 'keys');
    await apiKeysStore.lock(tx, workspace);
  }

  async function found(tx: Db, { workspace }: KeyMaker, id: string): Promise<StoredKey> {
    const key = await apiKeysStore.find(tx, workspace, id, clock.now());
    if (key === null) throw new AppError('NotFound');
    return key;
  }

  return {
    /** Keys that are not revoked, the newest first. */
    list: (workspace: string): Promise<readonly StoredKey[]> => apiKeysStore.list(db, workspace, clock.now()),

    /** @throws AppError TooManyKeys, Unauthorized, NotFound, RoleNotAllowed */
    create: (maker: KeyMaker, wish: KeyWish): Promise<MadeKey> =>
      transaction(async (tx) => {
        refuseSecretName(wish.name, 'name');
        const now = clock.now();
        await lockFor(tx, maker, null);
        if ((await apiKeysStore.list(tx, maker.workspace, now)).length >= API_KEYS_AT_MOST)
          throw new AppError('TooManyKeys');
        const secret = newKeyText(wish.mode);
        const id = `key_${randomDigits(KEY_ID_DIGITS)}`;
        await apiKeysStore.insert(tx, {
          ...wish,
          id,
          workspace: maker.workspace,
          hint: hintOfKey(secret),
          secretHash: hashOfKey(secret),
          apiVersion: NEWEST_API_VERSION,
          madeBy: maker.sub,
          createdAt: now,
          expiresAt: wish.expiresInDays === null ? null : new Date(now.getTime() + wish.expiresInDays * DAY_MS),
        });
        await record(tx, maker, { action: 'key.create', id, text: wish.name });
        return { key: await found(tx, maker, id), secret };
      }),

    /**
     * A new secret for the same key. Of three that would work at a time, the oldest ends.
     *
     * @throws AppError NotFound, Unauthorized, RoleNotAllowed
     */
    replace: (maker: KeyMaker, id: string, formerWorksHours: number): Promise<MadeKey> =>
      transaction(async (tx) => {
        await lockFor(tx, maker, id);
        const { name, mode } = await found(tx, maker, id);
        const secret = newKeyText(mode);
        const formerUntil = new Date(clock.now().getTime() + formerWorksHours * HOUR_MS);
        const next = { hash: hashOfKey(secret), hint: hintOfKey(secret), formerUntil, by: maker.sub };
        await apiKeysStore.replaceSecret(tx, { workspace: maker.workspace, id }, next);
        await record(tx, maker, { action: 'key.change', id, text: name });
        return { key: await found(tx, maker, id), secret };
      }),

    /** @throws AppError NotFound, Unauthorized, RoleNotAllowed */
    revoke: (maker: KeyMaker, id: string): Promise<void> =>
      transaction(async (tx) => {
        await lockFor(tx, maker, id);
        const { name } = await found(tx, maker, id);
        await apiKeysStore.revoke(tx, maker.workspace, id, clock.now());
        await record(tx, maker, { action: 'key.revoke', id, text: name });
      }),

    /** Whose key a text is, or why it opens nothing. A text whose checksum is wrong is not looked up. */
    async authenticate(text: string, ip: string): Promise<KeyHolder | KeyRefusal> {
      if (!isKeyText(text)) return 'unknown';
      const now = clock.now();
      const secretHash = hashOfKey(text);
      const key = await inService(() => apiKeysStore.findByHash(db, secretHash, ip, now));
      if (key === null) return 'unknown';
      if (key.isExpired) return 'expired';
      if (!key.isAddressAllowed) return 'address';
      if (key.isSuspended) return 'suspended';
      if (!key.isUseNoted) await inService(() => apiKeysStore.noteUse(db, key.id, now));
      const { id: keyId, heldBy, name, workspace, mode, scopes, monthlyLimit, apiVersion } = key;
      return { keyId, secretHash, heldBy, name, workspace, mode, scopes, monthlyLimit, apiVersion };
    },
  };
}
