import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type NetworkChoice, validateAddress } from '../src/index.ts';

/**
 * Runs over a larger collection that is not part of this repository: `ASSAY_VECTORS` names a JSON Lines file, or a
 * folder of them with `real-addresses/<currency>.*.txt` beside. Rows: currency, network, address, `valid` (the public
 * standard's verdict) and `seed_valid` (the specification's, null where it is silent).
 */
const { ASSAY_VECTORS: path } = process.env;

interface Row {
  readonly currency: string;
  readonly network: NetworkChoice;
  readonly address: string;
  readonly valid: boolean;
  readonly seed_valid: boolean | null;
  readonly validator: string | null;
}

/** Where published verdicts and ours differ for a reason. */
const EXPLAINED: readonly { readonly why: string; readonly applies: (row: Row) => boolean }[] = [
  {
    why: 'an SS58 text written for another network: two collections disagree, the registry gives Polkadot number 0',
    applies: ({ currency, valid }) => currency === 'dot' && valid,
  },
  {
    why: 'well-formed, but the bytes are no point of the curve; no format here looks at that',
    applies: ({ currency, valid }) => ['near', 'erg'].includes(currency) && !valid,
  },
  { why: 'CIP-19 has no Shelley address of type 8', applies: ({ address }) => address.startsWith('addr1s') },
];

function filesIn(folder: string, suffix: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(suffix))
    .map((name) => join(folder, name));
}

describe.skipIf(path === undefined)('a larger collection', () => {
  const root = path ?? '.';
  const isFolder = path !== undefined && statSync(root).isDirectory();

  it.each(isFolder ? filesIn(root, '.jsonl') : [root])('agrees with every verdict of %s', (file) => {
    const rows = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Row);
    const wrong: string[] = [];
    let explained = 0;
    let bySpecification = 0;
    for (const row of rows) {
      if (row.seed_valid !== null) bySpecification++;
      const verdict = validateAddress(row.address, row.currency, { network: row.network });
      if (verdict.ok === (row.seed_valid ?? row.valid)) continue;
      if (row.seed_valid === null && EXPLAINED.some(({ applies }) => applies(row))) explained++;
      else wrong.push(`${row.currency} ${row.network} ${row.address} ${JSON.stringify(verdict)}`);
    }
    process.stdout.write(
      `${basename(file)}: ${rows.length} rows, ${bySpecification} by the specification; ${wrong.length} wrong, ${explained} explained\n`,
    );
    expect(wrong).toEqual([]);
  });

  it.each(isFolder ? filesIn(join(root, 'real-addresses'), '.txt') : [])('judges the real addresses of %s', (file) => {
    const currency = basename(file).split('.')[0] ?? '';
    const addresses = readFileSync(file, 'utf8').trim().split('\n');
    const accepted = addresses.filter((address) => validateAddress(address, currency).ok).length;
    process.stdout.write(`${basename(file)}: ${accepted} of ${addresses.length} accepted\n`);
    // The Bitcoin Cash collection holds legacy addresses, which the specification excludes for the coin itself.
    expect(accepted).toBe(currency === 'bch' ? 0 : addresses.length);
  });
});
