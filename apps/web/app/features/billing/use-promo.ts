import { type RefObject, useEffect, useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { sentenceAbout } from '../../shell/secrets/sentence-about.ts';
import { call } from '../../shell/session/browser-client.ts';
import { useReloadUser } from './use-reload-user.ts';

export interface PromoNote {
  readonly kind: 'hint' | 'success' | 'error';
  readonly text: string;
}

const HINT: PromoNote = { kind: 'hint', text: 'Enter a promo code to receive a discount or free check' };
const FAILURE: PromoNote = { kind: 'error', text: 'An error occurred' };

/** The promo code box: the typed code, the text below and the redemption. A click outside shows the hint again. */
export function usePromo(box: RefObject<HTMLElement | null>) {
  const [code, setCode] = useState('');
  const [note, setNote] = useState(HINT);
  const reload = useReloadUser();

  useEffect(() => {
    if (note.kind === 'hint') return;
    const resetOutside = ({ target }: PointerEvent) => {
      if (target instanceof Node && box.current?.contains(target) === false) setNote(HINT);
    };
    document.addEventListener('pointerdown', resetOutside);
    return () => document.removeEventListener('pointerdown', resetOutside);
  }, [note.kind, box]);

  const { isBusy, run } = useAction(() => setNote(FAILURE));

  const apply = () =>
    run(async () => {
      const wanted = code.trim();
      if (wanted === '') return;
      const secret = await sentenceAbout(wanted, true);
      if (secret !== null) {
        setCode('');
        setNote({ kind: 'error', text: secret });
        return;
      }
      const { message, applied } = await call('POST /promocode/usages/:code', { code: wanted });
      setNote({ kind: applied ? 'success' : 'error', text: message });
      if (!applied) return;
      setCode('');
      await reload();
    });

  return { code, setCode, note, isBusy, apply };
}
