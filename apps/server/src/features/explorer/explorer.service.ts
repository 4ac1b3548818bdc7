import type { ExplorerGraph } from '@assay/contracts';
import { AppError } from '../../kernel/app-error.ts';
import { assetOf, type ChecksService } from '../checks/index.ts';
import { graphOfResult } from './graph-of-result.ts';

export interface ExplorerDeps {
  readonly checks: Pick<ChecksService, 'openCheck'>;
}

export interface ExplorerService {
  /**
   * The stored evidence of a finished check as a graph, for everyone who may open the check.
   *
   * @throws AppError NotFound, also while it runs
   */
  graphOf(subId: string, reader: string | null): Promise<ExplorerGraph>;
}

export function buildExplorerService({ checks }: ExplorerDeps): ExplorerService {
  return {
    async graphOf(subId, reader) {
      const check = await checks.openCheck(subId, reader);
      if (check.status !== 'done') throw new AppError('NotFound');
      return graphOfResult(assetOf(check));
    },
  };
}
