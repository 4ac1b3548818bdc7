import { validateAddress } from '@assay/address';
import type { CheckRequest } from '@assay/contracts';
import { type Asset, currencyOf } from '@assay/domain';
import { AppError } from '../../app-error.ts';
import type { Db } from '../../db/index.ts';
import { type ChecksOwner, FREE_REPEAT_MS } from './checks.policy.ts';
import type { ChecksBalance, Clock, NewId, Transaction } from './checks.ports.ts';
import type { ChecksStore, StoredCheck } from './checks.store.ts';

/** A check that runs in this process keeps this much time ahead of it; without renewal it counts as interrupted. */
export const LEASE_MS = 30_000;

export interface BeginPorts {
  readonly catalogue: readonly Asset[];
  readonly store: ChecksStore;
  readonly balance: ChecksBalance;
  readonly transaction: Transaction;
  readonly clock: Clock;
  readonly newId: NewId;
}

export interface CheckSubject {
  readonly asset: Asset;
  /** Canonical form. */
  readonly address: string;
}

/**
 * The asset and canonical address a request means.
 *
 * @throws AppError UnknownAsset, InvalidAddress; nothing is spent.
 */
export function resolveSubject(catalogue: readonly Asset[], request: CheckRequest): CheckSubject {
  const ticker = request.ticker.toUpperCase();
  const parent = request.parent?.toUpperCase() ?? null;
  const asset = catalogue.find((entry) => entry.ticker.toUpperCase() === ticker && entry.parent === parent);
  if (asset === undefined) throw new AppError('UnknownAsset');
  const verdict = validateAddress(request.address.trim(), currencyOf(asset));
  if (!verdict.ok) throw new AppError('InvalidAddress', { internal: verdict.reason });
  return { asset, address: verdict.canonical };
}

export type BegunCheck =
  | { readonly isNew: true; readonly subId: string }
  | { readonly isNew: false; readonly check: StoredCheck };

/**
 * Reserves a check and writes it down as running, in one transaction: either both stand or neither.
 *
 * @throws AppError NotEnoughChecks, IdempotencyKeyReused
 */
export async function beginCheck(
  ports: BeginPorts,
  owner: ChecksOwner,
  { asset, address }: CheckSubject,
  idempotencyKey: string | null,
): Promise<BegunCheck> {
  const { store, balance, clock } = ports;
  const subId = ports.newId();
  return ports.transaction(async (db) => {
    const now = clock.now();
    const { ticker, parent, subticker, name, network } = asset;
    const subject = { owner: owner.sub, ticker, parent, address };
    await store.lockOwner(db, owner.sub);
    const earlier = idempotencyKey === null ? null : await store.findByKey(db, owner.sub, idempotencyKey);
    if (earlier !== null) {
      const isSame = earlier.ticker === ticker && earlier.parent === parent && earlier.address === address;
      if (!isSame) throw new AppError('IdempotencyKeyReused');
      return { isNew: false, check: earlier };
    }
    const isFree = !owner.pays || (await store.isPaidSince(db, subject, new Date(now.getTime() - FREE_REPEAT_MS)));
    if (!isFree && !(await reserve(balance, db, owner, subId, now))) throw new AppError('NotEnoughChecks');
    await store.insert(db, {
      ...subject,
      subId,
      subticker,
      name,
      network,
      charged: !isFree,
      idempotencyKey,
      createdAt: now,
      leaseUntil: new Date(now.getTime() + LEASE_MS),
    });
    return { isNew: true, subId };
  });
}

/** One check of the owner's, else of whoever pays then. */
async function reserve(
  balance: ChecksBalance,
  db: Db,
  { sub, thenPays = null }: ChecksOwner,
  subId: string,
  now: Date,
): Promise<boolean> {
  if (await balance.reserve(db, sub, subId, now)) return true;
  return thenPays !== null && balance.reserve(db, thenPays, subId, now);
}
