import { Icon } from '@assay/ui';
import { NOT_ADDRESS_WORDS, type NotAddressWords, remarkOnContract, remarkOnTag } from '@assay/wording';
import { type Dispatch, useEffect, useState } from 'react';
import { pathOfTransaction } from '../../shell/navigation/path-of-transaction.ts';
import { SiteLink, useSiteNavigate } from '../../shell/navigation/site-link.tsx';
import { SecretNotice } from '../../shell/secrets/secret-notice.tsx';
import { orAddressOf } from '../../shell/secrets/secret-words.ts';
import { saidToBe } from './said-to-be.ts';
import type { SearchAction } from './search-state.ts';
import type { SearchNotice } from './typed-text.ts';

export interface PastedNoticeProps {
  readonly id: string;
  readonly notice: SearchNotice;
  readonly address: string;
  readonly dispatch: Dispatch<SearchAction>;
}

/** Says what was pasted instead of an address or beside it; asks where only the person can know. */
export function PastedNotice({ id, notice, address, dispatch }: PastedNoticeProps) {
  const fitting = useFittingAssets(notice.is === 'key or transaction' ? address : '');
  const navigate = useSiteNavigate();

  async function showTransaction() {
    const path = await pathOfTransaction(address);
    // Of another length than an id has: then it is read as what it was pasted for, which says what is wrong.
    if (path === null) return say('address');
    await navigate(path);
    dispatch({ type: 'address typed', address: '' });
  }

  if (notice.is === 'remark') return <Remark id={id} text={remarkOf(notice)} />;
  if (notice.is === 'not an address') return <Explained id={id} {...NOT_ADDRESS_WORDS[notice.what]} />;
  if (notice.is === 'secret') return <SecretNotice id={id} finding={notice} />;
  if (notice.is === 'transaction') {
    return (
      <SecretNotice id={id} finding={notice}>
        <SiteLink className="btn btn-line btn-sm" prefetch="none" to={notice.path}>
          Show what it moved
        </SiteLink>
      </SecretNotice>
    );
  }
  const answer = (label: string, onClick: () => void) => (
    <button className="btn btn-line btn-sm" type="button" onClick={onClick}>
      {label}
    </button>
  );
  const say = (is: 'key' | 'address') => dispatch({ type: 'meaning said', read: saidToBe(is) });
  return (
    <SecretNotice id={id} finding={notice} more={fitting.length === 0 ? null : orAddressOf(fitting)}>
      {answer('A private key', () => say('key'))}
      {answer('A transaction id', () => void showTransaction())}
      {fitting.length > 0 && answer('A wallet address', () => say('address'))}
    </SecretNotice>
  );
}

function remarkOf({ tag, contract }: Extract<SearchNotice, { readonly is: 'remark' }>): string {
  return contract === null ? remarkOnTag(tag ?? '') : remarkOnContract(contract);
}

/** The address stays and can be checked. */
function Remark({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <p className="search-note hint remark" id={id} role="status">
      {text}
    </p>
  );
}

function Explained({ id, title, text }: NotAddressWords & { readonly id: string }) {
  return (
    <div className="alert notice" data-type="info" id={id} role="alert">
      <Icon name="info" />
      <div>
        <p>{title}</p>
        <p>{text}</p>
      </div>
    </div>
  );
}

const NONE = { address: '', tickers: [] };

/** The tickers of listed assets that have addresses like this. */
function useFittingAssets(address: string): readonly string[] {
  const [found, setFound] = useState<{ readonly address: string; readonly tickers: readonly string[] }>(NONE);
  useEffect(() => {
    if (address === '') return;
    let isLeft = false;
    void Promise.all([import('@assay/address'), import('./all-assets.ts')]).then(([{ matchAssets }, { ASSETS }]) => {
      if (!isLeft) setFound({ address, tickers: matchAssets(address, ASSETS).map(({ ticker }) => ticker) });
    });
    return () => {
      isLeft = true;
    };
  }, [address]);
  return address !== '' && found.address === address ? found.tickers : NONE.tickers;
}
