import { type Dispatch, useEffect, useState } from 'react';
import { SecretNotice } from '../../shell/secrets/secret-notice.tsx';
import type { NotClear } from '../../shell/secrets/secret-words.ts';
import type { SearchAction } from './search-state.ts';

export interface PastedNoticeProps {
  readonly id: string;
  readonly notice: NotClear;
  readonly address: string;
  readonly dispatch: Dispatch<SearchAction>;
}

/** Says what was pasted instead of an address; asks where only the person can know. */
export function PastedNotice({ id, notice, address, dispatch }: PastedNoticeProps) {
  const canBeAddress = useCanBeAddress(notice.is === 'key or transaction' ? address : '');
  if (notice.is !== 'key or transaction') return <SecretNotice id={id} finding={notice} />;
  const answer = (is: 'key' | 'transaction' | 'address', label: string) => (
    <button className="btn btn-line btn-sm" type="button" onClick={() => dispatch({ type: 'meaning said', is })}>
      {label}
    </button>
  );
  return (
    <SecretNotice id={id} finding={notice}>
      {answer('key', 'A private key')}
      {answer('transaction', 'A transaction id')}
      {canBeAddress && answer('address', 'A wallet address')}
    </SecretNotice>
  );
}

/** Whether some listed asset has addresses like this. */
function useCanBeAddress(address: string): boolean {
  const [fitting, setFitting] = useState('');
  useEffect(() => {
    if (address === '') return;
    let isLeft = false;
    void Promise.all([import('@assay/address'), import('./all-assets.ts')]).then(([{ matchAssets }, { ASSETS }]) => {
      if (!isLeft && matchAssets(address, ASSETS).length > 0) setFitting(address);
    });
    return () => {
      isLeft = true;
    };
  }, [address]);
  return address !== '' && fitting === address;
}
