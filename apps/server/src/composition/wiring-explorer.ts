import type { Pool } from '../db/index.ts';
import type { ChecksService } from '../features/checks/index.ts';
import { buildExplorerService, type ExplorerService } from '../features/explorer/index.ts';

/** Constructs the explorer of results over one database. */
export function wireExplorer(_pool: Pool, checks: Pick<ChecksService, 'openCheck'>): ExplorerService {
  return buildExplorerService({ checks });
}
