import type { Asset } from '@assay/domain';
import { ColumnStore } from '@assay/exposure';
import { Piscina } from 'piscina';
import { wirePrices } from '../../modules/chains/open/prices.ts';
import { checkSnapshots } from '../../modules/checks/checks/check-snapshots.ts';
import type { CheckSnapshot, WithSnapshot } from '../../modules/checks/checks/checks.ports.ts';
import { summariseCheck } from '../../modules/checks/checks/compute/compute-check.ts';
import { labelsBy } from '../../modules/checks/checks/compute/label-states.ts';
import type { CheckPrices } from '../../modules/checks/checks/flows/value-flows.ts';
import { newestEngineOf } from '../../modules/checks/outside/engine/exposure-engine.ts';
import type {
  MemorySetting,
  ScreenJob,
  ScreenOutcome,
  ScreenSetting,
} from '../../modules/checks/outside/engine/screening/screen-jobs.ts';
import { screenTogether } from '../../modules/checks/outside/engine/screening/screen-together.ts';
import { resultCells } from '../../modules/checks/screening/result-line.ts';
import { screenedOf } from '../../modules/checks/screening/screened-of.ts';
import { labelsElsewhere } from '../../modules/labels/labels/known/labels.store.ts';
import { inLedgerSnapshot } from '../../modules/records/placement/in-ledger.ts';
import { openPool, type Pool } from '../../platform/db/index.ts';
import { reachServers } from '../databases/several-servers.ts';

const setting = Piscina.workerData as ScreenSetting;
const openServer = (url: string) => openPool(url, { maxConnections: setting.atOnce, pipeline: true });
const pool = openServer(setting.databaseUrl);
await reachServers(pool, setting.ledgerServers, openServer);
const { version, memory } = setting;
const withSnapshot = memory === null ? checkSnapshots(pool, { version }) : broughtSnapshots(pool, memory);
/** A job in memory waits for nothing, and nothing waits for its thread but the next job. */
const engine = newestEngineOf(version, memory === null);
/**
 * Prices held; screening asks no provider. They have a connection of their own: those of the pool are held by states of
 * the database, in which checks wait for these answers.
 */
const held = wirePrices(openPool(setting.databaseUrl, { maxConnections: 1 }), { warn: () => undefined });
const prices = memory === null ? held : askedOnce(held);
const never = new AbortController().signal;

/** Checks, as `assay check` computes them, on a thread of their own; at the same time only where they wait for the database. */
export default async function screen({ asset, addresses }: ScreenJob): Promise<readonly ScreenOutcome[]> {
  const open = <T>(work: (snapshot: CheckSnapshot) => Promise<T>) => withSnapshot(asset, work);
  const check = (snapshot: CheckSnapshot, address: string) => screenOne(snapshot, asset, address);
  if (memory === null) return screenTogether(open, addresses, check);
  const outcomes: ScreenOutcome[] = [];
  for (const address of addresses) outcomes.push(...(await screenTogether(open, [address], check)));
  return outcomes;
}

async function screenOne(snapshot: CheckSnapshot, asset: Asset, address: string): Promise<ScreenOutcome> {
  const inThis: WithSnapshot = (_asset, work) => work(snapshot);
  const ports = { withSnapshot: inThis, engine, prices };
  const summary = await summariseCheck(ports, asset, address, new Date(), never);
  return { is: 'screened', found: resultCells(screenedOf(summary)) };
}

/** Whether an asset has prices stays as it was when its records were brought into memory: no question a check. */
function askedOnce(service: CheckPrices): CheckPrices {
  const modes = new Map<Asset, ReturnType<CheckPrices['modeOf']>>();
  const modeOf = (asset: Asset) => {
    const known = modes.get(asset) ?? service.modeOf(asset);
    modes.set(asset, known);
    return known;
  };
  return { modeOf, pricesOf: (asset, days, signal) => service.pricesOf(asset, days, signal) };
}

/** Records that were brought into memory for the threads. Labels of addresses without records are from the database. */
function broughtSnapshots(db: Pool, { parts, labels, ...held }: MemorySetting): WithSnapshot {
  const columns = ColumnStore.from(parts);
  columns.relabel(labels);
  const store = columns.snapshot();
  return (asset, work) =>
    work({
      ...held,
      store,
      recordsUntil: async () => null,
      // Labels that were derived from records are where these are.
      labelsOf: (place, addresses) =>
        inLedgerSnapshot(db, { network: asset.network ?? '', ticker: asset.ticker }, (client) =>
          labelsBy(version)(client, place, addresses, asset.ticker),
        ),
      labelsElsewhere: (place, address) => labelsElsewhere(db, place, address),
    });
}
