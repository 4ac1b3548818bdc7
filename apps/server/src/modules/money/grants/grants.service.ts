import { createHash } from 'node:crypto';
import type { Db } from '../../../platform/db/index.ts';
import { isLoopbackAddress } from '../../../platform/kernel/network/loopback.ts';
import { widerNetworkOf } from '../../../platform/kernel/network/networks.ts';
import { currentRequest } from '../../../platform/kernel/request-scope.ts';
import { FREE_TARIFF, type Ledger } from '../ledger/ledger.ports.ts';
import { dayOf, mailDomainOf, refusingLimit } from './grants.policy.ts';
import {
  type FreeGrants,
  type FreeGrantsStore,
  type Gift,
  type GiftOutcome,
  type GiftPlace,
  type GrantLimits,
  REASON_OF,
} from './grants.ports.ts';

export interface FreeGrantsDeps {
  readonly store: FreeGrantsStore;
  readonly ledger: Pick<Ledger, 'grant'>;
  readonly limits: GrantLimits;
  /** The email of an account; null for one that is gone. */
  readonly emailOf: (db: Db, sub: string) => Promise<string | null>;
}

export function buildFreeGrants({ store, ledger, limits, emailOf }: FreeGrantsDeps): FreeGrants {
  /** A request of the bot comes from the bot's own machine, and a chat has no mailbox. */
  async function placeOf(tx: Db, { kind, sub }: Gift): Promise<GiftPlace> {
    if (kind === 'bot') return { network: null, domain: null };
    const ip = currentRequest()?.ip ?? null;
    const email = await emailOf(tx, sub);
    return {
      network: ip === null || isLoopbackAddress(ip) ? null : widerNetworkOf({ ip }),
      domain: email === null ? null : mailDomainOf(email),
    };
  }

  return {
    async give(tx, gift): Promise<GiftOutcome> {
      const { kind, sub, checks, key, now } = gift;
      if (checks === 0) return 'nothing';
      const day = dayOf(now);
      const place = await placeOf(tx, gift);
      const refusing = async () => refusingLimit(kind, place, await store.counts(tx, day, place), limits);
      // What is given in a day only grows: who is over a limit already does not wait for others.
      let refusedBy = await refusing();
      if (refusedBy === null) {
        await store.lock(tx);
        refusedBy = await refusing();
      }
      if (refusedBy === null) {
        const grant = { sub, tariff: FREE_TARIFF, checks, reason: REASON_OF[kind], key, expiresAt: null, now };
        if (!(await ledger.grant(tx, grant))) return 'nothing';
      }
      const refused = refusedBy === null ? null : { by: refusedBy, gift: hashOf(gift) };
      await store.insert(tx, { day, kind, checks, ...place, refused });
      return refusedBy === null ? 'given' : { refusedBy };
    },
  };
}

function hashOf({ kind, key }: Gift): Buffer {
  return createHash('sha256').update(`${kind} ${key}`).digest();
}
