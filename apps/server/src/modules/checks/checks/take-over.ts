import type { Asset } from '@assay/domain';
import type { Db } from '../../../platform/db/index.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { LEASE_MS } from './begin-check.ts';
import type { CheckRunner } from './check-runner.ts';
import type { ChecksStore } from './checks.store.ts';
import { paymentOf } from './payment-name.ts';

/** Maximum of checks taken over in one round; the others are taken in the next one. */
const MOST_AT_ONCE = 100;

export interface TakeOverPorts {
  readonly db: Db;
  readonly store: Pick<ChecksStore, 'findHandedOver' | 'takeOver'>;
  readonly catalogue: readonly Asset[];
  readonly runner: Pick<CheckRunner, 'slotFor' | 'start' | 'closing'>;
  readonly serverId: string;
}

/** Runs checks in this process that another one has handed over, within its slots. Returns their number. */
export async function takeOverChecks(ports: TakeOverPorts): Promise<number> {
  const { db, store, catalogue, runner, serverId } = ports;
  let taken = 0;
  if (runner.closing.aborted) return taken;
  for (const { subId, owner, ticker, parent, address, ...stored } of await store.findHandedOver(db, MOST_AT_ONCE)) {
    const asset = catalogue.find((entry) => entry.ticker === ticker && entry.parent === parent);
    // A server of another version may know the asset.
    if (asset === undefined) continue;
    // The limit of an owner was applied when the check began.
    const slot = runner.slotFor({ sub: owner, pays: false });
    try {
      slot.take(Number.POSITIVE_INFINITY);
      if (await store.takeOver(db, subId, LEASE_MS, serverId)) {
        const payment = paymentOf(stored);
        runner.start(subId, { asset, address, ...(payment === null ? {} : { payment }) }, slot);
        taken += 1;
      } else slot.leave();
    } catch (error) {
      slot.leave();
      // The others wait for a free slot, in this process or another one.
      if (error instanceof AppError && error.errorName === 'Overloaded') return taken;
      throw error;
    }
  }
  return taken;
}
