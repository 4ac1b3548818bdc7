import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Random } from '@assay/testkit';
import { newAddress } from '../drills/client.ts';

const HEADER = 'network,asset,from,to,amount,decimals,time,transaction,sequence\n';
const START = 1_600_000_000;

/** Ether that moves between wallets, a few of which are labelled services; the walk of each goes several steps. */
export interface WalkedLedger {
  readonly file: string;
  readonly services: readonly string[];
  readonly wallets: readonly string[];
}

export async function writeWalkedLedger(dir: string, random: Random, transfers: number): Promise<WalkedLedger> {
  const services = Array.from({ length: 20 }, () => newAddress(random));
  const wallets = Array.from({ length: Math.ceil(transfers / 8) }, () => newAddress(random));
  const anyone = () => random.pick(random.chance(0.2) ? services : wallets);
  const rows = Array.from({ length: transfers }, (_, at) => {
    const from = anyone();
    // What somebody pays to himself is no record.
    const wallet = random.pick(wallets);
    const to = wallet === from ? random.pick(services) : wallet;
    return `ETH,ETH,${from},${to},${random.amount()},18,${START + at * 15},w${at},0\n`;
  });
  const file = path.join(dir, 'walked.csv');
  await writeFile(file, HEADER + rows.join(''));
  return { file, services, wallets };
}

/** Records of another asset, behind those of the files before. */
export async function writeImport(dir: string, random: Random, number: number, rows: number): Promise<string> {
  const lines = Array.from({ length: rows }, (_, at) => {
    const [from, to] = [newAddress(random), newAddress(random)];
    return `ETH,USDT,${from},${to},${random.amount()},6,${START + number * rows + at},i${number}t${at},${at}\n`;
  });
  const file = path.join(dir, `import-${number}.csv`);
  await writeFile(file, HEADER + lines.join(''));
  return file;
}
