import {
  type AccountStore,
  type ColumnSnapshot,
  type DirectionExposure,
  type ExposureStore,
  type MethodVersion,
  type WalkOptions,
  walk,
} from '@assay/exposure';
import { type AddressExposure, exposureOf } from '@assay/exposure/reference';
import { walkWithdrawn } from '../../../apps/server/src/modules/checks/checks/compute/withdrawn-walks.ts';
import { FIXED, meanOf } from '../figures.ts';

/** What whole checks cost, with the walks that take a label back (docs/method/2, section 6.7); no machine changes it. */
export interface CheckFigures {
  /** Walks that take a label back, mean. */
  readonly withdrawn: number;
  readonly states: number;
  readonly statesP99: number;
  readonly reads: number;
  readonly readsP99: number;
  /** Pages that a store without columns is asked for: an account's records on one side of a position each. */
  readonly pages: number;
  readonly pagesP99: number;
  /** Round trips for them. */
  readonly trips: number;
  readonly tripsP99: number;
  /** Of all walks, those that take a label back included. */
  readonly meanR: number;
  readonly p99R: number;
}

/** Checks every wallet over pages, as a check over a database does. */
export async function checkFiguresOf(
  snapshot: ColumnSnapshot,
  addresses: readonly string[],
  version: MethodVersion,
): Promise<CheckFigures> {
  const asked = { pages: 0, trips: 0 };
  const store = pagedStore(snapshot, asked);
  const checks: { walks: readonly DirectionExposure[]; pages: number; trips: number }[] = [];
  for (const address of addresses) {
    const before = { ...asked };
    const found = await exposureOf(store, address, FIXED);
    if (found === null) throw new Error(`${address} has no records`);
    const again = await withdrawnWalks(store, found, version);
    const walks = [found.incoming, found.outgoing, ...again];
    checks.push({ walks, pages: asked.pages - before.pages, trips: asked.trips - before.trips });
  }
  const sumOf = (figure: 'states' | 'recordsRead') =>
    checks.map(({ walks }) => walks.reduce((sum, { cut }) => sum + cut[figure], 0));
  const [states, reads] = [sumOf('states'), sumOf('recordsRead')];
  const [pages, trips] = [checks.map((check) => check.pages), checks.map((check) => check.trips)];
  const notFollowed = checks.flatMap(({ walks }) => walks.map(({ residuals }) => residuals.not_followed));
  return {
    withdrawn: meanOf(checks.map(({ walks }) => walks.length - 2)),
    ...{ states: meanOf(states), statesP99: p99Of(states), reads: meanOf(reads), readsP99: p99Of(reads) },
    ...{ pages: meanOf(pages), pagesP99: p99Of(pages), trips: meanOf(trips), tripsP99: p99Of(trips) },
    ...{ meanR: meanOf(notFollowed), p99R: p99Of(notFollowed) },
  };
}

/** The walks that take a label back, of a check by a version of the method; version 1 has none. */
export async function withdrawnWalks(
  store: ExposureStore,
  { subject, incoming, outgoing }: AddressExposure,
  version: MethodVersion,
  options: WalkOptions = FIXED,
): Promise<readonly DirectionExposure[]> {
  const walks: DirectionExposure[] = [];
  if (version === '1') return walks;
  const engine: Parameters<typeof walkWithdrawn>[0] = {
    exposureOf: async (kept, of, direction, { signal }) => {
      const found = await walk(kept, of, direction, { ...options, evidence: false, signal });
      walks.push(found);
      return found;
    },
  };
  await walkWithdrawn(engine, store, subject, { incoming, outgoing }, new AbortController().signal);
  return walks;
}

/** The same records and labels by pages alone, which are counted. */
function pagedStore(snapshot: ColumnSnapshot, asked: { pages: number; trips: number }): AccountStore {
  return {
    ledger: 'account',
    network: snapshot.network,
    subject: (address) => snapshot.subject(address),
    page: (direction, asks, limit) => {
      asked.pages += asks.length;
      asked.trips += 1;
      return snapshot.page(direction, asks, limit);
    },
    accounts: (nodes) => snapshot.accounts(nodes),
    transactionIds: (positions) => snapshot.transactionIds(positions),
  };
}

function p99Of(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? 0;
}
