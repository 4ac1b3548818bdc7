import { ApiError } from '@assay/contracts/client';
import { useCallback, useEffect, useState } from 'react';
import { type NewPromoCode, type PromoCode, type PromoCodeChange, promoCodes } from './promo-codes.ts';

export interface KnownPromoCodes {
  /** Newest first; null before they arrived. */
  readonly codes: readonly PromoCode[] | null;
  /** What kept the list away, in words. */
  readonly problem: string | null;
  readonly load: () => Promise<void>;
  readonly create: (code: NewPromoCode) => Promise<PromoCode>;
  readonly change: (id: number, change: PromoCodeChange) => Promise<void>;
  readonly remove: (id: number) => Promise<void>;
}

/** Every promo code, and what administrators do with them. After each change the list is read again (row PROMO-12). */
export function usePromoCodes(): KnownPromoCodes {
  const [codes, setCodes] = useState<readonly PromoCode[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const load = useCallback(async () => {
    try {
      setCodes(await promoCodes().list());
      setProblem(null);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    }
  }, []);

  useEffect(() => {
    void load();
  }, [load]);

  return {
    codes,
    problem,
    load,
    create: async (code) => {
      const made = await promoCodes().create(code);
      await load();
      return made;
    },
    change: async (id, change) => {
      await promoCodes().change(id, change);
      await load();
    },
    remove: async (id) => {
      await promoCodes().remove(id);
      await load();
    },
  };
}
