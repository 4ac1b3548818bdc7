import { CommandError, EXIT } from '@assay/command';
import { ASSETS, NETWORKS, type NetworkId, networkNamed, usualTicker } from '@assay/domain';
import { formatCount } from '@assay/wording';
import type { Command } from 'commander';
import { knownFinalityDepth } from '../modules/chains/outside/chains/finality.ts';
import { ledgerPool } from '../modules/records/placement/index.ts';
import { findLedger } from '../modules/records/transfers/index.ts';
import {
  type FinalUntil,
  type Manifest,
  ManifestError,
  readManifest,
  SEGMENT_RECORDS,
  SegmentsRefusedError,
  verifySegments,
  writeSegments,
} from '../modules/segments/segments/index.ts';
import type { CommandContext } from './context.ts';

interface WriteOptions {
  readonly network: string;
  readonly asset: string;
  readonly to: string;
  readonly until?: string;
  readonly records: string;
  readonly json?: boolean;
}

interface VerifyOptions {
  readonly network: string;
  readonly asset: string;
  readonly json?: boolean;
}

/** `assay transfers segments …`: records as files that never change, for engines that read whole ledgers. */
export function registerSegments(transfers: Command, context: CommandContext): void {
  const segments = transfers
    .command('segments')
    .description('Final records as Parquet files that never change, for engines that read whole transfer ledgers.');

  segments
    .command('write')
    .description('Append the final records to a folder of segments. If interrupted, run it again to resume.')
    .requiredOption('--network <network>', 'network of the records, such as TRX')
    .requiredOption('--asset <ticker>', 'asset, such as USDT')
    .requiredOption('--to <folder>', 'folder of the segments; created where there is none')
    .option('--until <time>', 'records before this time are final, such as 2026-01-31; without it, the blocks decide')
    .option('--records <number>', 'records of a segment', String(SEGMENT_RECORDS))
    .option('--json', 'print the summary as JSON')
    .action((options: WriteOptions) => write(context, options));

  segments
    .command('verify')
    .description('Compare the files of a folder of segments with the digests of its manifest.')
    .argument('<folder>')
    .requiredOption('--network <network>')
    .requiredOption('--asset <ticker>')
    .option('--json', 'print what was found as JSON')
    .action((folder: string, options: VerifyOptions) => verify(context, folder, options));
}

async function write(context: CommandContext, options: WriteOptions): Promise<void> {
  const network = accountNetworkOf(options.network);
  const ticker = usualTicker(options.asset);
  const segmentRecords = Number(options.records);
  if (!Number.isSafeInteger(segmentRecords) || segmentRecords < 1) {
    throw new CommandError(`--records is '${options.records}', not a whole number above 0`, EXIT.usage);
  }
  const until = untilOf(network, options.until);
  const pool = await context.openDatabase();
  const ledger = await findLedger(await ledgerPool(pool, { network, ticker }), network, ticker);
  if (ledger === null) throw new CommandError(`No records of ${ticker} on ${network} are held.`, EXIT.usage);
  const decimals = ASSETS.find((asset) => asset.ticker === ticker && asset.network === network)?.decimals ?? null;
  const { manifest, segments, records } = await explained(() =>
    writeSegments(pool, ledger, {
      ...{ folder: options.to, decimals, until, segmentRecords, signal: context.signal },
      onProgress: (written) => context.progress(`writing segments, ${formatCount(written)} records`),
    }),
  );
  if (options.json === true) {
    context.out(JSON.stringify({ segments, records, manifest: summaryOf(manifest) }));
    return;
  }
  context.out(
    `${formatCount(records)} records were written as ${formatCount(segments)} segments; ` +
      `${formatCount(manifest.records)} records of ${ticker} on ${network} are in ${options.to}.`,
  );
}

async function verify(context: CommandContext, folder: string, options: VerifyOptions): Promise<void> {
  const ledger = { network: accountNetworkOf(options.network), asset: usualTicker(options.asset) };
  const manifest = await explained(() => readManifest(folder, ledger));
  if (manifest === null) {
    throw new CommandError(`${folder} holds no segments of ${ledger.asset} on ${ledger.network}.`, EXIT.usage);
  }
  const found = await verifySegments(folder, manifest, {
    signal: context.signal,
    onProgress: (files, of) => context.progress(`reading files, ${files} of ${of}`),
  });
  if (options.json === true) context.out(JSON.stringify({ ...found, manifest: summaryOf(manifest) }));
  else {
    for (const { path, is } of found.problems) context.out(`${path} is ${is}`);
    for (const path of found.unnamed) context.err(`${path} is not named by the manifest and does not count`);
    if (found.problems.length === 0) {
      context.out(`${formatCount(found.files)} files with ${formatCount(manifest.records)} records are as written.`);
    }
  }
  if (found.problems.length > 0) {
    throw new CommandError(
      `${found.problems.length} of ${found.files} files are not as written: restore them, or write into an empty folder.`,
      EXIT.no,
    );
  }
}

function summaryOf({ set, network, asset, firstPosition, lastPosition, records, accounts, next }: Manifest) {
  return { set, network, asset, firstPosition, lastPosition, records, accounts, next };
}

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ManifestError || error instanceof SegmentsRefusedError) throw new CommandError(error.message);
    throw error;
  }
}

function untilOf(network: NetworkId, text: string | undefined): FinalUntil {
  if (text !== undefined) {
    const second = Math.floor(Date.parse(text) / 1000);
    if (!(second >= 0)) {
      throw new CommandError(`--until is '${text}', not a time such as 2026-01-31 or 2026-01-31T12:00Z`, EXIT.usage);
    }
    return { by: 'time', second };
  }
  const blocks = knownFinalityDepth(network);
  if (blocks === null) {
    throw new CommandError(`When a block of ${network} is final is not known: name a time with --until.`, EXIT.usage);
  }
  return { by: 'depth', blocks };
}

function accountNetworkOf(text: string): NetworkId {
  const network = networkNamed(text);
  if (network === undefined) throw new CommandError(`--network is '${text}', which Assay cannot follow`, EXIT.usage);
  if (NETWORKS[network].ledger === 'utxo') {
    throw new CommandError(`${network} keeps coins: segments are of networks that keep accounts.`, EXIT.usage);
  }
  return network;
}
