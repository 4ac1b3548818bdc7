import type { LedgerServer, Pool } from '../../db/index.ts';
import { MAIN } from './directory.store.ts';
import { type LabelCopy, readLabelCopy } from './label-copy.store.ts';

/** A server, and what it answers now. */
export interface Placement {
  readonly server: string;
  readonly state:
    | { readonly is: 'main' }
    | { readonly is: 'ready'; readonly labels: LabelCopy }
    | { readonly is: 'not prepared' }
    | { readonly is: 'away'; readonly reason: string };
}

/** Every server of the configuration, main first. */
export async function showPlacement(pool: Pool): Promise<readonly Placement[]> {
  const servers = pool.ledgers?.servers ?? [{ name: MAIN, pool }];
  return Promise.all(servers.map(async (server) => ({ server: server.name, state: await stateOf(server) })));
}

async function stateOf({ name, pool }: LedgerServer): Promise<Placement['state']> {
  if (name === MAIN) return { is: 'main' };
  try {
    const labels = await readLabelCopy(pool);
    return labels === null ? { is: 'not prepared' } : { is: 'ready', labels };
  } catch (error) {
    return { is: 'away', reason: error instanceof Error && 'code' in error ? String(error.code) : 'no answer' };
  }
}
