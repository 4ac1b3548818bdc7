import { useData } from '../../shell/data/use-data.ts';
import { call } from '../../shell/session/browser-client.ts';
import type { NewPromoCode, PromoCode, PromoCodeChange } from './promo-codes.ts';

export interface KnownPromoCodes {
  /** Newest first; null before they are loaded. */
  readonly codes: readonly PromoCode[] | null;
  /** Message of a failure. */
  readonly problem: string | null;
  readonly load: () => Promise<void>;
  readonly create: (code: NewPromoCode) => Promise<PromoCode>;
  readonly change: (id: number, change: PromoCodeChange) => Promise<void>;
  readonly remove: (id: number) => Promise<void>;
}

/** The promo codes, and how administrators change them. After each change the list is loaded again (row PROMO-12). */
export function usePromoCodes(): KnownPromoCodes {
  const { data, problem, reload } = useData('promo codes', (signal) =>
    call('GET /promocode', { signal, expects: 'array' }),
  );
  return {
    codes: data,
    problem,
    load: reload,
    create: async (code) => {
      const created = await call('POST /promocode', { body: code });
      await reload();
      return created;
    },
    change: async (id, change) => {
      await call('PATCH /promocode/:id', { id, body: change });
      await reload();
    },
    remove: async (id) => {
      await call('DELETE /promocode/:id', { id });
      await reload();
    },
  };
}
