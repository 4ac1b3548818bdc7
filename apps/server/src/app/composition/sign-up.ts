import { ASSETS } from '@assay/domain';
import type { SignUpPorts } from '../../modules/accounts/open/auth.ts';
import { type ChecksService, resolveSubject } from '../../modules/checks/index.ts';
import { carryMarks, type FreeGrants, ledger, whyWithoutCheck } from '../../modules/money/index.ts';
import { inWorkspace } from '../../platform/kernel/scope.ts';

/** Longest time that a sign-in waits for the check that was requested with it. */
const CHECK_ANSWERS_WITHIN_MS = 2_500;

/** Check credits of a new mailbox (GAP-30). */
const SIGN_UP_CHECKS = 1;

/** What a sign-up brings about: a free check, the marks of a former mailbox, and the check that was requested with it. */
export function signUpOf({
  grants,
  checks,
}: {
  readonly grants: FreeGrants;
  readonly checks: Pick<ChecksService, 'runCheck'>;
}): SignUpPorts {
  return {
    carryMarks: carryMarksOf,
    grantSignUpCheck: async (tx, { sub, mailboxHash, now }) => {
      const gift = { kind: 'sign-up', sub, checks: SIGN_UP_CHECKS, key: `signup:${mailboxHash}`, now } as const;
      return whyWithoutCheck(await grants.give(tx, gift));
    },
    readOrder: (request) => {
      const { asset, address } = resolveSubject(ASSETS, request);
      const { ticker, parent, subticker, name } = asset;
      return { address, ticker, parent, subticker, name };
    },
    runOrderedCheck: ({ sub, workspace }, request, idempotencyKey) =>
      inWorkspace(workspace.id, async () => {
        const options = { idempotencyKey, answerWithinMs: CHECK_ANSWERS_WITHIN_MS };
        const owner = { sub: workspace.id, by: { as: 'person', id: sub }, pays: true } as const;
        const { subId } = await checks.runCheck(owner, request, options);
        return { subId };
      }),
  };
}

/** What a mailbox had of free checks goes with it when it is known by another name. */
export const carryMarksOf: SignUpPorts['carryMarks'] = (tx, renamed) => carryMarks(tx, ledger, renamed);
