import type { Db } from '../../../../platform/db/index.ts';
import type { SessionRules } from '../../../../platform/kernel/session-rules.ts';
import { NO_RULES, type SessionPolicyStore } from './session-policy.store.ts';

/** Replaces the policy of a company; one that asks nothing is none. */
export async function replacePolicy(
  tx: Db,
  policies: SessionPolicyStore,
  { workspace, rules }: { readonly workspace: string; readonly rules: SessionRules },
): Promise<SessionRules> {
  const asksNothing = rules.idleMinutes === null && rules.lifeMinutes === null && rules.ranges.length === 0;
  await (asksNothing ? policies.remove(tx, workspace) : policies.save(tx, workspace, rules));
  return (await policies.find(tx, workspace)) ?? NO_RULES;
}

/** As the audit log has it. */
export function policyInWords({ idleMinutes, lifeMinutes, ranges }: SessionRules): string {
  const limit = (minutes: number | null) => (minutes === null ? 'no limit' : `${minutes} min`);
  const from = ranges.length === 0 ? 'every address' : ranges.join(', ');
  return `without use: ${limit(idleMinutes)}; from login: ${limit(lifeMinutes)}; from: ${from}`;
}
