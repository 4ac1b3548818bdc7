import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

const DIR = new URL('../../../../starter/labels/', import.meta.url);

interface Row {
  readonly network: string;
  readonly address: string;
  readonly category: string;
  readonly entity: string;
  readonly confidence: number;
  readonly source_url: string;
}

async function rowsOf(file: string): Promise<readonly Row[]> {
  let defaults: object = {};
  const rows: Row[] = [];
  for (const line of (await readFile(new URL(file, DIR), 'utf8')).trim().split('\n')) {
    const read: Record<string, unknown> = JSON.parse(line);
    if (typeof read['defaults'] === 'object' && read['defaults'] !== null) defaults = read['defaults'];
    else rows.push({ ...defaults, ...read } as unknown as Row);
  }
  return rows;
}

/** The rule of the README for addresses whose publisher names the project and not its kind. */
function categoryByRule({ entity, source_url: url }: Row): string {
  if (url.includes('/bridges-server/')) return 'bridge';
  if (entity.startsWith('Treasury/')) return 'other_entities';
  if (/bridge|wormhole|portal/i.test(entity)) return 'bridge';
  const isPool =
    /\/registries\/(?:uniswap|balancer|curve|solidly|masterchef)/i.test(url) ||
    /swap|\bdex\b|\bamm\b|\bpool|curve|balancer|raydium|orca|meteora/i.test(entity);
  return isPool ? 'liquidity_pools' : 'other_entities';
}

describe('starter labels', () => {
  it('know at least 1,000 addresses on Tron, 1,000 on Solana and 2,000 on BNB Smart Chain', async () => {
    const known = new Map<string, Set<string>>();
    for (const file of await readdir(DIR)) {
      if (!file.endsWith('.jsonl')) continue;
      for (const { network, address } of await rowsOf(file)) {
        known.set(network, (known.get(network) ?? new Set()).add(address));
      }
    }
    expect(known.get('TRX')?.size).toBeGreaterThanOrEqual(1_000);
    expect(known.get('SOL')?.size).toBeGreaterThanOrEqual(1_000);
    expect(known.get('BSC')?.size).toBeGreaterThanOrEqual(2_000);
  });

  it('of projects have the category of the stated rule, at the confidence of a guess by name', async () => {
    const rows = await rowsOf('defillama-protocols.jsonl');
    expect(rows.length).toBeGreaterThan(5_000);
    const wrong = rows.filter((row) => row.category !== categoryByRule(row) || row.confidence !== 20);
    expect(wrong.slice(0, 3)).toEqual([]);
  });

  it('of projects say nothing of an address that another list knows', async () => {
    const others = (await readdir(DIR)).filter(
      (file) => file.endsWith('.jsonl') && file !== 'defillama-protocols.jsonl',
    );
    const known = new Set((await Promise.all(others.map(rowsOf))).flat().map((row) => `${row.network} ${row.address}`));
    const rows = await rowsOf('defillama-protocols.jsonl');
    expect(rows.filter((row) => known.has(`${row.network} ${row.address}`))).toEqual([]);
  });
});
