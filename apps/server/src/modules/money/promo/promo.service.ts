import { PROMO_CODE_PATTERN } from '@assay/contracts';
import type { AuditAction } from '@assay/domain';
import { countOf } from '@assay/wording';
import { type Audit, type AuditEntry, currentAct } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/db/index.ts';
import type { Transaction } from '../../../platform/db/transactions.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { inWorkspace } from '../../../platform/kernel/scope.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import type { FreeGrants } from '../grants/grants.ports.ts';
import type { NewPromoCode, PromoCode, PromoCodePatch, promoStore } from './promo.store.ts';

export interface PromoDeps {
  readonly db: Db;
  readonly transaction: Transaction;
  readonly store: typeof promoStore;
  readonly grants: FreeGrants;
  /** A hash of the mailbox of an account, which does not reveal it; null for an account that is gone. */
  readonly mailboxHashOf: (db: Db, sub: string) => Promise<string | null>;
  readonly audit: Audit;
  readonly clock: Clock;
  /** Unpredictable whole numbers from 0 to `below` - 1. */
  readonly random: (below: number) => number;
}

export interface Redemption {
  readonly message: string;
  readonly applied: boolean;
}

export interface PromoService {
  /** @throws AppError PromoCodeTaken */
  create(code: NewPromoCode): Promise<PromoCode>;
  list(): Promise<readonly PromoCode[]>;
  /** @throws AppError NotFound */
  change(id: number, patch: PromoCodePatch): Promise<PromoCode>;
  /** @throws AppError NotFound */
  remove(id: number): Promise<void>;
  /**
   * Once per mailbox and code, for all accounts of the mailbox; the code, the count and the check credits change
   * together or not at all.
   *
   * @throws AppError Unauthorized for an account that is gone
   */
  redeem(sub: string, code: string): Promise<Redemption>;
  /** Moves redemptions that an earlier version stored by account to the mailboxes; idempotent. */
  moveToMailboxes(): Promise<void>;
}

/** Without letters and digits that look alike: no 0 O, 1 I L, 2 Z, 5 S, 8 B, U V. */
const LETTERS = 'ACDEFGHJKMNPQRTWXY34679';
const LENGTH = 10;
const TRIES = 5;
const MOVED_AT_ONCE = 500;
const NO_MORE_TODAY = 'No more free checks are given in your network today. Enter the code again tomorrow';

export function buildPromoService(deps: PromoDeps): PromoService {
  const { db, transaction, store, grants, mailboxHashOf, audit, clock, random } = deps;
  const made = () => Array.from({ length: LENGTH }, () => LETTERS[random(LETTERS.length)]).join('');

  /** What a person is given belongs to the person, in whatever workspace they are. */
  function ofPerson<T>(sub: string, work: (tx: Db) => Promise<T>): Promise<T> {
    return inWorkspace(sub, () => transaction(work));
  }

  return {
    async create(code) {
      const isGiven = code.code !== '';
      for (let tries = 0; tries < (isGiven ? 1 : TRIES); tries += 1) {
        const stored = await transaction(async (tx) => {
          const inserted = await store.insert(tx, { ...code, code: isGiven ? code.code : made() }, clock.now());
          if (inserted !== null) await audit(tx, codeAct('promo_code.create', inserted.id));
          return inserted;
        });
        if (stored !== null) return stored;
      }
      throw new AppError('PromoCodeTaken');
    },

    list: () => store.list(db),

    async change(id, patch) {
      return transaction(async (tx) => {
        const changed = await store.update(tx, id, patch, clock.now());
        if (changed === null) throw new AppError('NotFound');
        await audit(tx, codeAct('promo_code.change', id));
        return changed;
      });
    },

    async remove(id) {
      await transaction(async (tx) => {
        if (!(await store.remove(tx, id))) throw new AppError('NotFound');
        await audit(tx, codeAct('promo_code.delete', id));
      });
    },

    redeem: (sub, code) =>
      ofPerson(sub, async (tx) => {
        const now = clock.now();
        // Never queries the database for what cannot be a code: not every text is a valid parameter.
        const found = PROMO_CODE_PATTERN.test(code) ? await store.findForRedemption(tx, code) : null;
        if (found === null) return refused('This promo code doesn’t exist');
        const mailboxHash = await mailboxHashOf(tx, sub);
        if (mailboxHash === null) throw new AppError('Unauthorized');
        if (await store.hasRedeemed(tx, found.id, mailboxHash)) return refused('You have already used this promo code');
        if (found.expiredAt !== null && found.expiredAt < now) return refused('This promo code has expired');
        if (found.totalUsages > 0 && found.usages >= found.totalUsages) {
          return refused('This promo code has been used up');
        }
        const key = `promo:${found.id}:${mailboxHash}`;
        const gift = await grants.give(tx, { kind: 'promo', sub, checks: found.freeChecks, key, now });
        if (typeof gift !== 'string') return refused(NO_MORE_TODAY);
        await store.redeem(tx, found.id, mailboxHash, now);
        await audit(tx, { ...codeAct('promo.redeem', found.id), workspace: sub });
        return { applied: true, message: creditedText(found.freeChecks) };
      }),

    async moveToMailboxes() {
      for (;;) {
        const subs = await store.redeemedByAccount(db, MOVED_AT_ONCE);
        if (subs.length === 0) return;
        await transaction(async (tx) => {
          for (const sub of subs) await store.moveToMailbox(tx, sub, await mailboxHashOf(tx, sub));
        });
      }
    },
  };
}

function codeAct(action: AuditAction, id: number): AuditEntry {
  return { ...currentAct(), workspace: null, action, target: { kind: 'promo_code', id: String(id) }, text: null };
}

function refused(message: string): Redemption {
  return { applied: false, message };
}

function creditedText(checks: number): string {
  return `Promo code applied: ${countOf(checks, 'free check')}`;
}
