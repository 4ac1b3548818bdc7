import { ApiError } from '@assay/contracts/client';
import { type RefObject, useEffect, useState } from 'react';
import { money } from './money.ts';
import { useReloadUser } from './use-reload-user.ts';

export interface PromoNote {
  readonly kind: 'hint' | 'success' | 'error';
  readonly text: string;
}

const HINT: PromoNote = { kind: 'hint', text: 'Enter a promo code to receive a discount or free check' };
const FAILURE: PromoNote = { kind: 'error', text: 'An error occurred' };

/** The promo code box: what is typed, what stands below, and applying it. A press outside brings the hint back. */
export function usePromo(box: RefObject<HTMLElement | null>) {
  const [code, setCode] = useState('');
  const [note, setNote] = useState(HINT);
  const [isBusy, setBusy] = useState(false);
  const reload = useReloadUser();

  useEffect(() => {
    if (note.kind === 'hint') return;
    const resetOutside = ({ target }: PointerEvent) => {
      if (target instanceof Node && box.current?.contains(target) === false) setNote(HINT);
    };
    document.addEventListener('pointerdown', resetOutside);
    return () => document.removeEventListener('pointerdown', resetOutside);
  }, [note.kind, box]);

  async function apply() {
    const wanted = code.trim();
    if (wanted === '' || isBusy) return;
    setBusy(true);
    try {
      const { message, applied } = await money().redeem(wanted);
      setNote({ kind: applied ? 'success' : 'error', text: message });
      if (applied) {
        setCode('');
        await reload();
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setNote(FAILURE);
    } finally {
      setBusy(false);
    }
  }

  return { code, setCode, note, isBusy, apply };
}
