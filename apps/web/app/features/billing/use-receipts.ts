import { ApiError } from '@assay/contracts/client';
import { useEffect, useState } from 'react';
import { useSession } from '../../shell/session/session.tsx';
import { money, type Receipt } from './money.ts';

/** Everything the person ever paid, newest first; asked for again when what they have changes. */
export function useReceipts(): readonly Receipt[] {
  const [receipts, setReceipts] = useState<readonly Receipt[]>([]);
  const { user } = useSession();
  const checks = user?.checks;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a payment shows in the checks.
  useEffect(() => {
    const left = new AbortController();
    async function load() {
      try {
        const answer = await money().receipts({ signal: left.signal });
        if (!left.signal.aborted) setReceipts(answer);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
      }
    }
    void load();
    return () => left.abort();
  }, [checks]);

  return receipts;
}
