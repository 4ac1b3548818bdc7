import { CommandError, EXIT } from '@assay/command';
import type { NetworkId } from '@assay/domain';
import { METHOD_REVISION, type MethodVersion } from '@assay/exposure';
import { formatCount } from '@assay/wording';
import { labelStates } from '../modules/checks/checks/index.ts';
import { inLedgerSnapshot } from '../modules/records/placement/index.ts';
import {
  exposeSegments,
  type Manifest,
  ManifestError,
  PassMemoryError,
  planPass,
  readManifest,
  SegmentFileError,
  WorkFolderError,
} from '../modules/segments/segments/index.ts';
import type { CommandContext } from './context.ts';

export interface ExposeFromSegments {
  readonly network: NetworkId;
  readonly ticker: string;
  readonly folder: string;
  readonly out: string;
  readonly workDir: string;
  /** Of the whole process. */
  readonly maxBytes: number;
  readonly version: MethodVersion;
  readonly isJson: boolean;
}

/** Writes the exposure of every account of a set of segments; the database is only asked for labels. */
export async function exposeFromSegments(context: CommandContext, request: ExposeFromSegments): Promise<void> {
  try {
    await expose(context, request);
  } catch (error) {
    throw asSegmentsCommandError(error);
  }
}

/** An error of reading segments as the command line says it; any other as it is. */
export function asSegmentsCommandError(error: unknown): unknown {
  if (error instanceof ManifestError || error instanceof SegmentFileError) return new CommandError(error.message);
  if (error instanceof WorkFolderError) {
    return new CommandError(`${error.message}: name an empty folder by --work.`, EXIT.usage);
  }
  if (error instanceof PassMemoryError) {
    return new CommandError(`${error.message}: give --memory more.`, EXIT.usage);
  }
  return error;
}

/** The manifest of the segments of a ledger. @throws CommandError where the folder holds none */
export async function segmentsToRead({
  network,
  ticker,
  folder,
}: Pick<ExposeFromSegments, 'network' | 'ticker' | 'folder'>): Promise<Manifest> {
  const manifest = await readManifest(folder, { network, asset: ticker });
  if (manifest !== null && manifest.records > 0) return manifest;
  throw new CommandError(
    `${folder} holds no segments of ${ticker} on ${network}: write them by assay transfers segments write.`,
    EXIT.usage,
  );
}

async function expose(context: CommandContext, request: ExposeFromSegments): Promise<void> {
  const { network, ticker, folder, out, workDir, maxBytes, version, isJson } = request;
  const manifest = await segmentsToRead(request);
  const plan = planPass(maxBytes, manifest);
  const pool = await context.openDatabase();
  const summary = await inLedgerSnapshot(pool, { network, ticker }, async (client) => {
    const labels = await labelStates({ version })(client, { network, ticker });
    return exposeSegments(
      {
        ...{ folder, manifest, workDir, out, plan, signal: context.signal, onProgress: context.progress },
        basis: `method ${version}, revision ${METHOD_REVISION}, labels ${labels.version}`,
      },
      labels,
    );
  });
  if (isJson) {
    context.out(JSON.stringify(summary));
    return;
  }
  const { accounts, records, shares, inexact } = summary;
  context.out(
    `${formatCount(shares)} shares of ${formatCount(accounts)} accounts from ${formatCount(records)} records are in ${out}.`,
  );
  if (inexact > 0) {
    context.out(
      `${formatCount(inexact)} directions of accounts with a label of their own are marked as not exact: ` +
        "what came back to the account counts there as the account's own.",
    );
  }
}
