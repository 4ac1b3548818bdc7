import { ColumnStore } from '@assay/exposure';
import { Piscina } from 'piscina';
import { newestEngineOf } from '../adapters/engine/exposure-engine.ts';
import type { MemorySetting, ScreenJob, ScreenSetting } from '../adapters/engine/screening/screen-job.ts';
import { wirePrices } from '../composition/wiring-prices.ts';
import { openPool, type Pool } from '../db/index.ts';
import { checkSnapshots, computeCheck, labelsBy, type WithSnapshot } from '../features/checks/index.ts';
import { labelsElsewhere } from '../features/labels/index.ts';
import { type ScreenedAddress, screenedOf } from '../features/screening/index.ts';

const setting = Piscina.workerData as ScreenSetting;
const pool = openPool(setting.databaseUrl, { maxConnections: setting.atOnce });
const { memory, version } = setting;
const withSnapshot = memory === null ? checkSnapshots(pool, { version }) : memorySnapshots(pool, memory);
const engine = newestEngineOf(version);
/** Prices held; screening asks no provider. */
const prices = wirePrices(pool, { warn: () => undefined });
const never = new AbortController().signal;

/** One check, as `assay check` computes it, on a thread of its own. */
export default async function screen({ asset, address }: ScreenJob): Promise<ScreenedAddress> {
  const ports = { withSnapshot, engine, prices };
  const { computed } = await computeCheck(ports, asset, address, new Date(), never, () => undefined);
  return screenedOf(computed);
}

/** Records from memory; labels of addresses without records from the database. */
function memorySnapshots(db: Pool, { parts, labels, ...held }: MemorySetting): WithSnapshot {
  const store = ColumnStore.from(parts);
  store.relabel(labels);
  const snapshot = store.snapshot();
  return (asset, work) =>
    work({
      ...held,
      store: snapshot,
      recordsUntil: async () => null,
      labelsOf: (place, addresses) => labelsBy(version)(db, place, addresses, asset.ticker),
      labelsElsewhere: (place, address) => labelsElsewhere(db, place, address),
    });
}
