import { AppError } from '../../../../platform/kernel/app-error.ts';
import { inService } from '../../../../platform/kernel/scope.ts';
import { type EndPorts, failCheck } from '../begin/end-check.ts';
import type { StoredCheck } from '../stored/checks.store.ts';
import type { CheckRunner } from './check-runner.ts';
import { type FindPorts, findCheck } from './open-check.ts';

export interface CancelPorts extends EndPorts, FindPorts {
  readonly store: EndPorts['store'];
  readonly runner: Pick<CheckRunner, 'find'>;
}

/** The use case 'cancel a running check': {@link ChecksService.cancelCheck}. */
export async function cancelCheck(ports: CancelPorts, subId: string, owner: string): Promise<StoredCheck> {
  const check = await findCheck(ports, subId);
  if (check.owner !== owner) throw new AppError('NotFound');
  const here = ports.runner.find(subId);
  if (here !== null) {
    here.cancel(new Error('its owner ended the check'));
    await here.done;
  } else if (check.status === 'running') {
    // The check runs in another process, which finds it failed when it finishes, or waits for one.
    await inService('running checks', () => failCheck(ports, subId, 'CheckCancelled', null));
  }
  return findCheck(ports, subId);
}
