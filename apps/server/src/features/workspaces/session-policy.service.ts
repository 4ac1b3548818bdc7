import { AppError } from '../../kernel/app-error.ts';
import { isWithin, plainAddress, rangeProblem } from '../../kernel/network/address-ranges.ts';
import { refusalBy, refusedBy, type SessionRules } from '../../kernel/session-rules.ts';
import { NO_RULES, type SessionPolicyStore } from './session-policy.store.ts';
import { type Acting, type ActingMember, record, type SharedDeps } from './workspaces.ports.ts';
import type { WorkspacesStore } from './workspaces.store.ts';

export interface SessionPolicyDeps extends SharedDeps {
  readonly store: Pick<WorkspacesStore, 'lock'>;
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
     * @throws AppError ValidationError: a text is no range, or the address of who saves is in none of them
     */
    async save(acting: ActingMember, rules: SessionRules): Promise<SessionRules> {
      assertRanges(rules.ranges, acting.from.ip ?? '');
      const { id } = acting.workspace;
      return transaction(async (tx) => {
        if (!(await store.lock(tx, id))) throw new AppError('NotFound');
        const asksNothing = rules.idleMinutes === null && rules.lifeMinutes === null && rules.ranges.length === 0;
        await (asksNothing ? policies.remove(tx, id) : policies.save(tx, id, rules));
        const saved = (await policies.find(tx, id)) ?? NO_RULES;
        await record(audit, tx, acting, { workspace: id, action: 'workspace.session_policy', text: inWords(saved) });
        return saved;
      });
    },

    /** @throws AppError NewerSignInRequired, AddressRefused: the session may not enter the company */
    async assertMayEnter({ sessionId, from }: Acting, workspace: string): Promise<void> {
      const found = await policies.findFor(db, { workspace, sessionId, now: clock.now() });
      const refusal = found === null ? null : refusalBy(found.rules, found.use, from.ip ?? '');
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

function inWords({ idleMinutes, lifeMinutes, ranges }: SessionRules): string {
  const limit = (minutes: number | null) => (minutes === null ? 'no limit' : `${minutes} min`);
  const from = ranges.length === 0 ? 'every address' : ranges.join(', ');
  return `without use: ${limit(idleMinutes)}; from login: ${limit(lifeMinutes)}; from: ${from}`;
}
