import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { benchFolder } from '../folder.ts';
import { CATEGORY_CODES } from './parties.ts';
import { type GraphSize, World } from './world.ts';

/** A generated graph in columns; an account is an address in one asset, numbered in order of first appearance. */
export interface Graph {
  readonly transfers: number;
  readonly seed: number;
  readonly addresses: number;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** Base units: millionths of a dollar, whole. */
  readonly amount: Float64Array;
  /** Unix seconds. */
  readonly time: Uint32Array;
  /** By account. */
  readonly address: Uint32Array;
  readonly asset: Uint8Array;
  /** Given category by account, 0 for none; see `CATEGORY_CODES`. */
  readonly category: Uint8Array;
}

const COLUMNS = {
  from: Uint32Array,
  to: Uint32Array,
  amount: Float64Array,
  time: Uint32Array,
  address: Uint32Array,
  asset: Uint8Array,
  category: Uint8Array,
} as const;

/** Millionths: every amount is a whole number of base units. */
const UNITS = 1e6;

export function generateGraph(size: GraphSize): Graph {
  const { transfers, seed } = size;
  const from = new Uint32Array(transfers + 1);
  const to = new Uint32Array(transfers + 1);
  const amount = new Float64Array(transfers + 1);
  const time = new Uint32Array(transfers + 1);
  const room = Math.floor(transfers / 2) + 1_000_000;
  const address = new Uint32Array(room);
  const asset = new Uint8Array(room);
  // One index for each address and asset: an address may have been given two accounts in one asset.
  const numbers = new Uint32Array(room * 6);
  let accounts = 0;
  let count = 0;
  const numberOf = (account: number): number => {
    const own = world.parties.addressOf[account] ?? 0;
    const kind = world.parties.assetOf[account] ?? 0;
    const known = numbers[own * 6 + kind] ?? 0;
    if (known !== 0) return known - 1;
    address[accounts] = own;
    asset[accounts] = kind;
    accounts += 1;
    numbers[own * 6 + kind] = accounts;
    return accounts - 1;
  };
  const world = new World(size, (payer, payee, dollars, seconds) => {
    from[count] = numberOf(payer);
    to[count] = numberOf(payee);
    amount[count] = Math.max(1, Math.round(dollars * UNITS));
    time[count] = seconds;
    count += 1;
  });
  world.run();
  const category = new Uint8Array(accounts);
  for (let account = 0; account < accounts; account += 1) {
    category[account] = world.parties.category[address[account] ?? 0] ?? 0;
  }
  return {
    transfers: count,
    seed,
    addresses: world.parties.addresses,
    from: from.subarray(0, count),
    to: to.subarray(0, count),
    amount: amount.subarray(0, count),
    time: time.subarray(0, count),
    address: address.slice(0, accounts),
    asset: asset.slice(0, accounts),
    category,
  };
}

/** The graph of a size and seed, kept as files so that other programs and later runs read the same. */
export function openGraph(size: GraphSize): { readonly graph: Graph; readonly folder: string } {
  const folder = benchFolder(`graph-${size.transfers}-${size.seed}`);
  const meta = path.join(folder, 'meta.json');
  if (!existsSync(meta)) {
    const made = generateGraph(size);
    for (const name of columnNames()) writeColumn(folder, name, made[name]);
    const { transfers, seed, addresses } = made;
    writeFileSync(meta, JSON.stringify({ transfers, seed, addresses }));
    return { graph: made, folder };
  }
  const { transfers, seed, addresses } = JSON.parse(readFileSync(meta, 'utf8')) as Omit<Graph, keyof typeof COLUMNS>;
  const graph: Graph = {
    transfers,
    seed,
    addresses,
    from: new Uint32Array(readColumn(folder, 'from')),
    to: new Uint32Array(readColumn(folder, 'to')),
    amount: new Float64Array(readColumn(folder, 'amount')),
    time: new Uint32Array(readColumn(folder, 'time')),
    address: new Uint32Array(readColumn(folder, 'address')),
    asset: new Uint8Array(readColumn(folder, 'asset')),
    category: new Uint8Array(readColumn(folder, 'category')),
  };
  return { graph, folder };
}

/** Address of an account as text, made up from its number: accounts differ by asset and user. */
export function addressText(graph: Graph, account: number): string {
  const user = (graph.address[account] ?? 0).toString(16).padStart(8, '0');
  return `0x${graph.asset[account] ?? 0}0${user}${TAIL}`;
}

const TAIL = '5ca1ab1e0ddba11c0ffeefacade000';

export function categoryName(code: number): (typeof CATEGORY_CODES)[number] {
  return CATEGORY_CODES[code] ?? 'none';
}

function columnNames(): (keyof typeof COLUMNS)[] {
  return Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
}

export function writeColumn(folder: string, name: string, column: ArrayBufferView): void {
  writeFileSync(path.join(folder, `${name}.bin`), new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
}

function readColumn(folder: string, name: string): ArrayBuffer {
  const bytes = readFileSync(path.join(folder, `${name}.bin`));
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}
