import type { Transaction } from '../../../platform/db/transactions.ts';
import { Semaphore } from '../../../platform/kernel/semaphore.ts';
import { allEnded } from '../../../platform/kernel/time/timing.ts';
import { domainsStore } from './domains.store.ts';
import { LOOK_EVERY_MS, recordOf } from './identity.policy.ts';
import { DnsFault, type ReadTxt, type StoredDomain } from './identity.ports.ts';
import { type LoseDomainDeps, loseDomain } from './lose-domain.ts';

export interface DomainLooksDeps extends LoseDomainDeps {
  readonly transaction: Transaction;
  readonly readTxt: ReadTxt;
}

/** Looks at proven domains again: who controlled one once need not control it any more. */
export interface DomainLooks {
  /**
   * Before a login through the domain: afterwards the workspace has its proof only if its record is there, or no resolver
   * answered.
   */
  look(workspace: string, domain: string): Promise<void>;
  /** Looks at all that were not looked at for a day. */
  lookAtOld(signal: AbortSignal): Promise<{
    readonly looked: number;
    /** Whose record is gone. */
    readonly lost: number;
    /** For which no resolver answered; they keep their proof, and are looked at again the next time. */
    readonly unanswered: number;
  }>;
}

/** Questions to resolvers at once: one that does not answer holds up no more than its own. */
const AT_ONCE = 8;

export function buildDomainLooks(deps: DomainLooksDeps): DomainLooks {
  const { transaction, clock } = deps;

  /** Null where no resolver answered. */
  async function hasRecord({ domain, token }: StoredDomain): Promise<boolean | null> {
    try {
      return (await deps.readTxt(domain)).includes(recordOf(token));
    } catch (error) {
      if (error instanceof DnsFault) return null;
      throw error;
    }
  }

  async function lookAt(proof: StoredDomain): Promise<'kept' | 'lost' | 'unanswered'> {
    const isThere = await hasRecord(proof);
    if (isThere === null) return 'unanswered';
    if (isThere) {
      await transaction((tx) => domainsStore.noteLook(tx, proof.id, clock.now()));
      return 'kept';
    }
    return transaction(async (tx) => {
      const holder = await domainsStore.holdProven(tx, proof.domain);
      // Lost, passed on or proven again while it was looked at.
      const isSame = holder?.id === proof.id && holder.provenAt?.getTime() === proof.provenAt?.getTime();
      if (!isSame) return 'kept';
      await loseDomain(deps, tx, holder, 'record gone');
      return 'lost';
    });
  }

  return {
    async look(workspace, domain) {
      const proof = await transaction((tx) => domainsStore.proofOf(tx, workspace, domain));
      if (proof !== null) await lookAt(proof);
    },

    async lookAtOld(signal) {
      const before = new Date(clock.now().getTime() - LOOK_EVERY_MS);
      const due = await transaction((tx) => domainsStore.lookedAtBefore(tx, before));
      const atOnce = new Semaphore(AT_ONCE);
      const outcomes = await allEnded(due.map((proof) => atOnce.run(signal, () => lookAt(proof))));
      const count = (wanted: 'lost' | 'unanswered') => outcomes.filter((outcome) => outcome === wanted).length;
      return { looked: due.length, lost: count('lost'), unanswered: count('unanswered') };
    },
  };
}
