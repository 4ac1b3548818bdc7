import type { AuditAction } from '@assay/domain';
import { recordAudit } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/db/index.ts';

/** Records what the operator did to accounts, or to companies: in the log of each workspace, and in that of the service. */
export async function recordOperatorAct(
  tx: Db,
  action: AuditAction,
  {
    subs,
    kind = 'person',
    text,
  }: { readonly subs: readonly string[]; readonly kind?: 'person' | 'workspace'; readonly text: string | null },
): Promise<void> {
  const act = { actor: { kind: 'operator' }, action, from: null, text } as const;
  for (const sub of subs.toSorted()) {
    await recordAudit(tx, { ...act, workspace: sub, target: { kind, id: sub } });
  }
  if (subs.length === 0) await recordAudit(tx, { ...act, workspace: null, target: null });
  for (const sub of subs) await recordAudit(tx, { ...act, workspace: null, target: { kind, id: sub } });
}
