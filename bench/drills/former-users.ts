import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Pool } from '../../apps/server/src/platform/db/index.ts';
import type { Visitor } from '../checks/visitors.ts';
import type { FormerClone } from './former-clone.ts';

export interface FormerUsers {
  readonly users: number;
  /** Of each of them; they never lapse. */
  readonly credits: number;
  /** Get a label, so that a check of one is rated and charged without records. */
  readonly addresses: readonly string[];
}

/** Labels and users as the former version writes them: this one may need columns that are not there yet. */
export async function signInAsFormer(
  { dir }: FormerClone,
  pool: Pool,
  { users, credits, addresses }: FormerUsers,
): Promise<readonly Visitor[]> {
  const { importBenchLabels } = (await load(dir, 'bench/labels.ts')) as typeof import('../labels.ts');
  const { openVisitors } = (await load(dir, 'bench/checks/visitors.ts')) as typeof import('../checks/visitors.ts');
  const labels = addresses.map(
    (address) => ({ address, entity: 'Example Exchange', category: 'exchange_licensed' }) as const,
  );
  await importBenchLabels(pool, labels);
  const visitors = openVisitors(pool);
  const signedIn: Visitor[] = [];
  for (let at = 0; at < users; at += 1) signedIn.push(await visitors.signInWith(`upgrade-${at}`, credits));
  return signedIn;
}

function load(dir: string, file: string): Promise<unknown> {
  return import(pathToFileURL(path.join(dir, file)).href);
}
