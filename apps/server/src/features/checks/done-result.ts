import type { CheckDone } from '@assay/contracts';
import { AppError } from '../../kernel/app-error.ts';
import { assetOf, presentWithdrawn } from './checks.presenter.ts';
import type { ChecksService } from './checks.service.ts';

/**
 * A finished check as its owner sees it, with the changes since the previous one.
 *
 * @throws AppError NotFound
 */
export async function doneResultOf(
  checks: Pick<ChecksService, 'readCheck' | 'changesOf' | 'withdrawnIn'>,
  subId: string,
  reader: string,
): Promise<CheckDone> {
  const check = await checks.readCheck(subId);
  if (check.status !== 'done') throw new AppError('NotFound');
  const changes = await checks.changesOf(check, reader);
  return { status: 'done', asset: assetOf(check), changes, ...presentWithdrawn(await checks.withdrawnIn(check)) };
}
