import type { Audit } from '../../../../platform/audit/index.ts';
import type { Db } from '../../../../platform/db/index.ts';
import { withoutRanges } from '../../../../platform/kernel/session-rules.ts';
import { sessionPolicyStore } from './session-policy.store.ts';
import { policyInWords, replacePolicy } from './write-policy.ts';

/**
 * The operator removes the network addresses of a company, in the caller's transaction. Its other limits stay.
 *
 * @returns false where it has none
 */
export async function openToAddresses(tx: Db, audit: Audit, workspace: string): Promise<boolean> {
  const rules = await sessionPolicyStore.hold(tx, workspace);
  if (rules === null || rules.ranges.length === 0) return false;
  const saved = await replacePolicy(tx, sessionPolicyStore, { workspace, rules: withoutRanges(rules) });
  await audit(tx, {
    workspace,
    actor: { kind: 'operator' },
    action: 'workspace.session_policy',
    target: null,
    from: null,
    text: policyInWords(saved),
  });
  return true;
}
