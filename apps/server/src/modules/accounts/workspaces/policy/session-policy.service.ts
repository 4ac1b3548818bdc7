import { mayIn } from '@assay/domain';
import type { Audit } from '../../../../platform/audit/index.ts';
import type { Db } from '../../../../platform/db/index.ts';
import { AppError } from '../../../../platform/kernel/app-error.ts';
import { isWithin, plainAddress, rangeProblem } from '../../../../platform/kernel/network/address-ranges.ts';
import { refusalBy, refusedBy, type SessionRules, withoutRanges } from '../../../../platform/kernel/session-rules.ts';
import { lockFor, type RoleStore } from '../members/held-member.ts';
import { type Acting, type ActingMember, type Company, record, type SharedDeps } from '../workspaces.ports.ts';
import { NO_RULES, type SessionPolicyStore, sessionPolicyStore } from './session-policy.store.ts';

export interface SessionPolicyDeps extends SharedDeps {
  readonly store: RoleStore;
  readonly policies: SessionPolicyStore;
}

export type SessionPolicyService = ReturnType<typeof buildSessionPolicyService>;

/** What a company asks of the sessions that work in it: decision 0091. */
export function buildSessionPolicyService({ db, transaction, clock, audit, store, policies }: SessionPolicyDeps) {
  return {
    read: async ({ workspace }: ActingMember): Promise<SessionRules> =>
      (await policies.find(db, workspace.id)) ?? NO_RULES,

    /**
     * Replaces the policy.
     *
     * @throws AppError ValidationError: a text is no range, or the address of who saves is in none of them; NotFound,
     *   RoleNotAllowed
     */
    async save(acting: ActingMember, rules: SessionRules): Promise<SessionRules> {
      assertRanges(rules.ranges, acting.from.ip ?? '');
      const { id } = acting.workspace;
      return transaction(async (tx) => {
        await lockFor(store, tx, acting, 'ownership');
        const saved = await replacePolicy(tx, policies, { workspace: id, rules });
        const text = policyInWords(saved);
        await record(audit, tx, acting, { workspace: id, action: 'workspace.session_policy', text });
        return saved;
      });
    },

    /**
     * An owner may enter from every address, to change the policy: all else is refused there.
     *
     * @throws AppError NewerSignInRequired, AddressRefused: the session may not enter the company
     */
    async assertMayEnter({ sessionId, from }: Acting, { id, role }: Pick<Company, 'id' | 'role'>): Promise<void> {
      const found = await policies.findFor(db, { workspace: id, sessionId, now: clock.now() });
      if (found === null) return;
      const rules = mayIn(role, 'ownership') ? withoutRanges(found.rules) : found.rules;
      const refusal = refusalBy(rules, found.use, from.ip ?? '');
      if (refusal !== null) throw refusedBy(refusal);
    },
  };
}

function assertRanges(ranges: readonly string[], ownIp: string): void {
  for (const [index, range] of ranges.entries()) {
    const problem = rangeProblem(range);
    if (problem === null) continue;
    throw new AppError('ValidationError', {
      publicText: `Address range ${index + 1} ${problem}.`,
      fields: [{ field: `address_ranges.${index}`, problem }],
    });
  }
  if (ranges.length === 0 || isWithin(ranges, ownIp)) return;
  const problem = `does not include ${plainAddress(ownIp)}, your own address now`;
  throw new AppError('ValidationError', {
    publicText: `The list ${problem}: you would lock yourself out. Add it, or save from an address in the list.`,
    fields: [{ field: 'address_ranges', problem }],
  });
}

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
