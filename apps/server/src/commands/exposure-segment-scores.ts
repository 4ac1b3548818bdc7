import { rm } from 'node:fs/promises';
import { CommandError, EXIT } from '@assay/command';
import { labelStates } from '../modules/checks/checks/index.ts';
import type { SegmentsSetting } from '../modules/checks/outside/engine/screening/screen-job.ts';
import { addressRows } from '../modules/checks/screening/index.ts';
import { inLedgerSnapshot } from '../modules/records/placement/index.ts';
import { describeHeld, findLedger, incompleteAccounts } from '../modules/records/transfers/index.ts';
import {
  type Manifest,
  manifestDigest,
  planWalks,
  prepareWalks,
  requireSameRecords,
  SegmentStore,
  SegmentsRefusedError,
} from '../modules/segments/segments/index.ts';
import type { Pool } from '../platform/db/index.ts';
import type { CommandContext } from './context.ts';
import { asCommandError, catalogued, rateAccounts, type ScoreAll, threadsFor } from './exposure-scores.ts';
import { asSegmentsCommandError, segmentsToRead } from './exposure-segments.ts';

export interface ScoreFromSegments extends ScoreAll {
  readonly folder: string;
  readonly workDir: string;
}

/** Rates every account of a set of segments: what `assay exposure all --score` says of the same records in memory. */
export async function scoreFromSegments(context: CommandContext, options: ScoreFromSegments): Promise<void> {
  try {
    await score(context, options);
  } catch (error) {
    if (error instanceof SegmentsRefusedError) throw new CommandError(error.message, EXIT.usage);
    throw asSegmentsCommandError(asCommandError(error));
  }
}

async function score(context: CommandContext, options: ScoreFromSegments): Promise<void> {
  const asset = catalogued(options);
  const manifest = await segmentsToRead(options);
  const pool = await context.openDatabase();
  const segments = await prepare(context, pool, options, manifest);
  const store = new SegmentStore(segments.files, LISTED_BYTES);
  await rateAccounts(context, pool, options, {
    ...{ asset, setting: { memory: null, segments } },
    origin: ['segments', manifestDigest(manifest), segments.labelSetVersion],
    list: () => addressRows(store.addresses()),
  });
  await rm(options.workDir, { recursive: true });
}

/** Pages of the thread that only lists accounts, one after the other. */
const LISTED_BYTES = 1e6;

function prepare(
  context: CommandContext,
  pool: Pool,
  options: ScoreFromSegments,
  manifest: Manifest,
): Promise<SegmentsSetting> {
  const { network, ticker, folder, workDir, maxBytes, version } = options;
  const plan = planWalks(maxBytes, manifest, threadsFor(options));
  const asset = { network, ticker };
  return inLedgerSnapshot(pool, asset, async (client) => {
    const ledger = await findLedger(client, network, ticker);
    if (ledger === null) throw new CommandError(`No records of ${ticker} on ${network} are held.`, EXIT.usage);
    await requireSameRecords(client, ledger, manifest);
    const labels = await labelStates({ version })(client, asset);
    const files = await prepareWalks(
      {
        ...{ folder, manifest, dir: workDir, plan, signal: context.signal, onProgress: context.progress },
        hasTransactions: version !== '1',
      },
      {
        labelsOf: (place, addresses) => labels.labelsOf(place, addresses),
        incomplete: () => incompleteAccounts(client, ledger),
      },
    );
    const [first, last] = [manifest.segments.at(0)?.firstTime ?? 0, manifest.segments.at(-1)?.lastTime ?? 0];
    return {
      ...{ files, pageBytes: plan.pageBytes },
      tip: { block: null, time: new Date(last * 1000) },
      recordsHeld: await describeHeld(client, asset),
      ...{ labelSetVersion: labels.version, hasDerivedLabels: labels.hasDerived },
      origin: {
        labelSet: { digest: labels.digest, sets: labels.sets },
        records: {
          ...{ count: manifest.records, firstTime: first, lastTime: last, fromBeginning: ledger.fromBeginning },
        },
      },
    };
  });
}
