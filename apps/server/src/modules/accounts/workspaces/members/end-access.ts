import type { Audit, AuditEntry } from '../../../../platform/audit/index.ts';
import type { Db } from '../../../../platform/db/index.ts';
import type { Clock } from '../../../../platform/kernel/time/clock.ts';
import { type MemberAccess, memberAccessStore } from './member-access.store.ts';

interface EndAccessDeps {
  readonly audit: Audit;
  readonly clock: Clock;
}

/**
 * Ends what a member made or last set the secret or URL of, or hands it over, each with an entry of the audit log. A key
 * that is handed over keeps its secret, which the member may still know: that is what replacing it is for. A former secret
 * of the member's ends in both cases, since no list shows it. The rows are changed before the log is written: who changes
 * a key or an endpoint locks them in this order.
 *
 * @param of `to`: the member whose keys, webhooks and open invitations they are from now on; null ends them
 * @param cause the act that ends the member's right, whose entry comes first: who acts, and from where
 */
export async function endAccess(
  { audit, clock }: EndAccessDeps,
  tx: Db,
  of: { readonly workspace: string; readonly sub: string; readonly to: string | null },
  cause: Pick<AuditEntry, 'actor' | 'from' | 'action' | 'target' | 'text'>,
): Promise<MemberAccess> {
  const { workspace, sub, to } = of;
  const by = { actor: cause.actor, from: cause.from };
  const found = await memberAccessStore.find(tx, workspace, sub, clock.now());
  const isOver = to === null;
  if (isOver) await memberAccessStore.revoke(tx, found, clock.now());
  // Before the hand-over: after it, the secret of a key's maker would be that of who takes the key over.
  const formerEnded = await memberAccessStore.endFormer(tx, workspace, sub, clock.now());
  if (!isOver) await memberAccessStore.handOver(tx, found, sub, to);
  await audit(tx, { ...cause, workspace });
  const text = (name: string) => (isOver ? name : `${name} (handed over)`);
  for (const { id, name } of found.keys) {
    const action = isOver ? 'key.revoke' : 'key.change';
    await audit(tx, { ...by, workspace, action, target: { kind: 'key', id }, text: text(name) });
  }
  for (const { id, url } of found.webhooks) {
    const action = isOver ? 'webhook.delete' : 'webhook.change';
    await audit(tx, { ...by, workspace, action, target: { kind: 'webhook', id }, text: text(url) });
  }
  for (const { id, email } of isOver ? found.invitations : []) {
    await audit(tx, {
      ...by,
      workspace,
      action: 'member.invite_withdraw',
      target: { kind: 'invitation', id },
      text: email,
    });
  }
  for (const { id, name } of formerEnded) {
    const ended = `${name} (former secret ended)`;
    await audit(tx, { ...by, workspace, action: 'key.change', target: { kind: 'key', id }, text: ended });
  }
  return found;
}
