import type { CheckDone } from '@assay/contracts';
import { AppError } from '../../kernel/app-error.ts';
import { assetOf } from './checks.presenter.ts';
import type { ChecksService } from './checks.service.ts';

/**
 * A finished check as its owner sees it, with the changes since the previous one.
 *
 * @throws AppError NotFound
 */
export async function doneResultOf(
  checks: Pick<ChecksService, 'readCheck' | 'changesOf'>,
  subId: string,
  reader: string,
): Promise<CheckDone> {
  const check = await checks.readCheck(subId);
  if (check.status !== 'done') throw new AppError('NotFound');
  return { status: 'done', asset: assetOf(check), changes: await checks.changesOf(check, reader) };
}
