import type { CheckDone } from '@assay/contracts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { presentAskedBy, presentWithdrawn, resultOf } from './checks.presenter.ts';
import type { ChecksService } from './checks.service.ts';

/**
 * A finished check as its owner sees it, with the changes since the previous one.
 *
 * @throws AppError NotFound
 */
export async function doneResultOf(
  checks: Pick<ChecksService, 'readCheck' | 'besideResult'>,
  subId: string,
  reader: string,
): Promise<CheckDone> {
  const check = await checks.readCheck(subId);
  if (check.status !== 'done') throw new AppError('NotFound');
  const { changes, withdrawn, askedBy } = await checks.besideResult(check, reader);
  const beside = { ...presentWithdrawn(withdrawn), ...presentAskedBy(askedBy) };
  return { status: 'done', asset: resultOf(check), changes, ...beside };
}
