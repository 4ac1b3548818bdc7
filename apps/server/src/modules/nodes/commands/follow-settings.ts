import { readFile } from 'node:fs/promises';
import { CommandError, EXIT } from '@assay/command';
import { ASSETS, type Asset, NETWORKS, type NetworkId, networkNamed, usualTicker } from '@assay/domain';
import { parse } from 'yaml';
import { z } from 'zod';

/** How one network is followed, from the options of the command or from one entry of its file. */
export interface FollowSettings {
  readonly network: NetworkId;
  /** With credentials, where the node wants some. */
  readonly rpc: URL;
  readonly assets: readonly Asset[];
  /** The first block; null continues what is stored. */
  readonly from: number | null;
  readonly until: number | null;
  /** Identity of a test network: chain id, or hash of the first block; null for the main one. */
  readonly chain: string | null;
  /** Another node, to compare blocks with; null for none. */
  readonly compare: URL | null;
  /** False leaves transfers of the coin by contracts out. */
  readonly traces: boolean;
  /** BTC: path of the node's `.cookie`; null for a user and a password in `rpc`, or none. */
  readonly cookieFile: string | null;
  /** BTC: the node's folder `blocks`; null where every block is asked by RPC. */
  readonly blocksDir: string | null;
}

const height = z.int().min(0).max(1e12);

const settingsShape = z
  .strictObject({
    network: z.string(),
    rpc: z.string(),
    assets: z.union([z.string(), z.array(z.string())]).default('catalogue'),
    from: height.nullable().default(null),
    until: height.nullable().default(null),
    chain: z.string().min(1).nullable().default(null),
    compare: z.string().nullable().default(null),
    traces: z.boolean().default(true),
    cookie: z.string().min(1).nullable().default(null),
    blocks: z.string().min(1).nullable().default(null),
  })
  .transform(
    ({ network, rpc, assets, compare, cookie: cookieFile, blocks: blocksDir, ...rest }, issues): FollowSettings => {
      try {
        const id = networkOf(network);
        if (id !== 'BTC' && (cookieFile ?? blocksDir) !== null) {
          throw usage('A cookie and a folder of blocks are of nodes of BTC only');
        }
        const addresses = { rpc: urlOf(rpc, '--rpc'), compare: compare === null ? null : urlOf(compare, '--compare') };
        return { ...rest, ...addresses, network: id, assets: assetsOf(id, assets), cookieFile, blocksDir };
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        issues.addIssue({ code: 'custom', message: error.message });
        return z.NEVER;
      }
    },
  );

/** What commander reads of `assay follow`. */
export interface FollowOptions {
  readonly network?: string;
  readonly rpc?: string;
  readonly assets?: string;
  readonly from?: string;
  readonly until?: string;
  readonly chain?: string;
  readonly rpcCookie?: string;
  readonly blocksDir?: string;
  readonly compare?: string;
  readonly traces: boolean;
  readonly config?: string;
  readonly labelsEvery: string;
}

/** The networks to follow. @throws CommandError */
export async function followSettings(options: FollowOptions): Promise<readonly FollowSettings[]> {
  if (options.config !== undefined) {
    const alone = ['network', 'rpc', 'assets', 'from', 'until', 'chain', 'compare', 'rpcCookie', 'blocksDir'] as const;
    const beside = alone.find((name) => options[name] !== undefined);
    if (beside !== undefined) throw usage(`--config names the networks: leave ${flagOf(beside)} out`);
    return await settingsOfFile(options.config);
  }
  const { network, rpc } = options;
  if (network === undefined || rpc === undefined) {
    throw usage(
      'Name a network and its node: --network ETH --rpc http://127.0.0.1:8545, or a file of several: --config FILE',
    );
  }
  const entry = {
    network,
    rpc,
    traces: options.traces,
    ...(options.assets === undefined ? {} : { assets: options.assets }),
    ...(options.from === undefined ? {} : { from: blockOf('--from', options.from) }),
    ...(options.until === undefined ? {} : { until: blockOf('--until', options.until) }),
    ...(options.chain === undefined ? {} : { chain: options.chain }),
    ...(options.rpcCookie === undefined ? {} : { cookie: options.rpcCookie }),
    ...(options.blocksDir === undefined ? {} : { blocks: options.blocksDir }),
    ...(options.compare === undefined ? {} : { compare: options.compare }),
  };
  return [readSettings(entry, '')];
}

async function settingsOfFile(file: string): Promise<readonly FollowSettings[]> {
  const content = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new CommandError(`The file of --config cannot be read: ${file}`, EXIT.usage, { cause });
  });
  let entries: unknown;
  try {
    entries = parse(content);
  } catch (cause) {
    throw new CommandError(`${file} is neither YAML nor JSON`, EXIT.usage, { cause });
  }
  if (!Array.isArray(entries) || entries.length === 0)
    throw usage(`${file} must be a list with an entry for each network`);
  const settings = entries.map((entry: unknown, index) => readSettings(entry, `${file}, entry ${index + 1}: `));
  const twice = settings.find(({ network }, index) => settings.findIndex((one) => one.network === network) !== index);
  if (twice !== undefined) throw usage(`${file} names ${twice.network} twice`);
  return settings;
}

/** @param where said before what is wrong; never a value, which may be a password */
function readSettings(entry: unknown, where: string): FollowSettings {
  const read = settingsShape.safeParse(entry);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const field = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
  throw usage(`${where}${field}${issue?.message ?? 'not understood'}`);
}

function networkOf(text: string): NetworkId {
  const network = networkNamed(text);
  if (network === undefined) throw usage(`The network is '${text}', which Assay cannot follow`);
  return network;
}

function urlOf(text: string, option: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw usage(`${option} must be an address that begins with http:// or https://`);
  }
  try {
    decodeURIComponent(`${url.username}:${url.password}`);
  } catch {
    throw usage(`${option} has a % in its user or password that begins no byte: write it as %25`);
  }
  return url;
}

/** The assets of a list of tickers; `catalogue` for all that are listed on the network. */
function assetsOf(network: NetworkId, named: string | readonly string[]): readonly Asset[] {
  const listed = ASSETS.filter((asset) => asset.network === network);
  const tickers = (typeof named === 'string' ? named.split(',') : named).map((ticker) => usualTicker(ticker));
  if (tickers.length === 1 && tickers[0] === 'CATALOGUE') return listed;
  return [...new Set(tickers)].map((ticker) => {
    const asset = listed.find((one) => one.ticker === ticker);
    if (asset !== undefined) return asset;
    const known = listed.map((one) => one.ticker).join(', ');
    throw usage(`'${ticker}' is not an asset on ${NETWORKS[network].name}; listed are ${known}`);
  });
}

function blockOf(option: string, text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw usage(`${option} is '${text}', not the height of a block`);
  return Number(text);
}

/** An option as it is typed. */
function flagOf(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function usage(message: string): CommandError {
  return new CommandError(message, EXIT.usage);
}
