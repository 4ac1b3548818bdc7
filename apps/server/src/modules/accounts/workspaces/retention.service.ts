import { refuseSecretName } from '../../../platform/kernel/text/pasted-secrets.ts';
import { lockFor, type RoleStore } from './members/held-member.ts';
import { type Retention, retentionStore } from './retention.store.ts';
import { type ActingMember, record, type SharedDeps } from './workspaces.ports.ts';

export interface RetentionDeps extends SharedDeps {
  readonly store: RoleStore;
  /** For how many days the installation keeps checks. */
  readonly usualDays: number;
}

export interface ShownRetention {
  readonly retention: Retention | null;
  readonly usualDays: number;
}

export type RetentionService = ReturnType<typeof buildRetentionService>;

/** For how long a company keeps its checks and planned withdrawals: decision 0137. */
export function buildRetentionService({ db, transaction, clock, audit, store, usualDays }: RetentionDeps) {
  return {
    read: async ({ workspace }: ActingMember): Promise<ShownRetention> => ({
      retention: await retentionStore.find(db, workspace.id),
      usualDays,
    }),

    /**
     * Replaces it; null: as everybody's. What is older then goes with the next hourly removal.
     *
     * @throws AppError NotFound, RoleNotAllowed, SecretNotAddress
     */
    async save(acting: ActingMember, wish: Pick<Retention, 'days' | 'law'> | null): Promise<ShownRetention> {
      if (wish !== null) refuseSecretName(wish.law, 'law');
      const { id } = acting.workspace;
      return transaction(async (tx) => {
        await lockFor(store, tx, acting, 'settings');
        if (wish === null) await retentionStore.remove(tx, id);
        else await retentionStore.save(tx, id, { ...wish, setBy: acting.sub, setAt: clock.now() });
        const retention = await retentionStore.find(tx, id);
        const text = retention === null ? `${usualDays} days, as usual` : `${retention.days} days: ${retention.law}`;
        await record(audit, tx, acting, { workspace: id, action: 'workspace.retention', text });
        return { retention, usualDays };
      });
    },
  };
}
