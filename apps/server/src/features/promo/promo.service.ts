import { PROMO_CODE_PATTERN } from '@assay/contracts';
import { AppError } from '../../app-error.ts';
import type { Db } from '../../db/index.ts';
import { FREE_TARIFF, type Ledger } from '../ledger/index.ts';
import type { NewPromoCode, PromoCode, PromoCodePatch, promoStore } from './promo.store.ts';

export interface PromoDeps {
  readonly db: Db;
  readonly transaction: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  readonly store: typeof promoStore;
  readonly ledger: Pick<Ledger, 'grant'>;
  readonly clock: { now(): Date };
  /** Whole numbers from 0 to `below` - 1 that nobody can guess. */
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
  /** Once per user and code; the code, the count and the checks move together or not at all. */
  redeem(sub: string, code: string): Promise<Redemption>;
}

/** Without letters and digits that look alike: no 0 O, 1 I L, 2 Z, 5 S, 8 B, U V. */
const LETTERS = 'ACDEFGHJKMNPQRTWXY34679';
const LENGTH = 10;
const TRIES = 5;

export function buildPromoService({ db, transaction, store, ledger, clock, random }: PromoDeps): PromoService {
  const made = () => Array.from({ length: LENGTH }, () => LETTERS[random(LETTERS.length)]).join('');

  return {
    async create(code) {
      const isGiven = code.code !== '';
      for (let tries = 0; tries < (isGiven ? 1 : TRIES); tries += 1) {
        const stored = await store.insert(db, { ...code, code: isGiven ? code.code : made() }, clock.now());
        if (stored !== null) return stored;
      }
      throw new AppError('PromoCodeTaken');
    },

    list: () => store.list(db),

    async change(id, patch) {
      const changed = await store.update(db, id, patch, clock.now());
      if (changed === null) throw new AppError('NotFound');
      return changed;
    },

    async remove(id) {
      if (!(await store.remove(db, id))) throw new AppError('NotFound');
    },

    redeem: (sub, code) =>
      transaction(async (tx) => {
        const now = clock.now();
        // Never asks the database for what cannot be a code: not every text can be asked for.
        const found = PROMO_CODE_PATTERN.test(code) ? await store.findForRedemption(tx, code) : null;
        if (found === null) return refused('There is no such promo code');
        if (await store.hasRedeemed(tx, found.id, sub)) return refused('You have already used this promo code');
        if (found.expiredAt < now) return refused('This promo code has expired');
        if (found.totalUsages > 0 && found.usages >= found.totalUsages) {
          return refused('This promo code has been used up');
        }
        await store.redeem(tx, found.id, sub, now);
        await ledger.grant(tx, {
          sub,
          tariff: FREE_TARIFF,
          checks: found.freeChecks,
          reason: 'promo',
          key: `promo:${found.id}:${sub}`,
          expiresAt: null,
          now,
        });
        return { applied: true, message: creditedText(found.freeChecks) };
      }),
  };
}

function refused(message: string): Redemption {
  return { applied: false, message };
}

function creditedText(checks: number): string {
  return `Promo code applied: ${checks} free ${checks === 1 ? 'check' : 'checks'}`;
}
