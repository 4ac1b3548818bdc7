import { FIRST_ASSET } from '@assay/domain';
import { AssetName, FieldError, Spinner } from '@assay/ui';
import {
  type ComponentType,
  type FormEvent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useReducer,
  useRef,
  useState,
} from 'react';
import { useSiteNavigate } from '../../shell/navigation/site-link.tsx';
import { onSessionChange } from '../../shell/session/session-end.ts';
import { keepTypedAddress, takeTypedAddress } from '../../shell/session/typed-address.ts';
import { AddressField } from './address-field.tsx';
import type { AssetSelectorProps } from './asset-selector.tsx';
import { loadReading } from './load-reading.ts';
import { type CheckableAsset, MESSAGES, missingPart, reduceSearch, type SearchState } from './search-state.ts';
import { useCheck } from './use-check.ts';
import { actionForText, loadNotice, useReading } from './use-reading.ts';

const PastedNotice = lazy(async () => ({ default: (await loadNotice()).PastedNotice }));
const ChecksumNote = lazy(async () => ({ default: (await loadReading()).ChecksumNote }));

export interface SearchPanelProps {
  /**
   * `selector`: a separate asset selector (landing). `fixed`: the page's own asset (asset page). `compact`: address
   * and button only (header); the asset comes from the suggestions.
   */
  readonly variant: 'selector' | 'fixed' | 'compact';
  /** What `selector` chooses the asset with. */
  readonly selector?: ComponentType<AssetSelectorProps>;
  /** The first asset of the list by default. */
  readonly asset?: CheckableAsset;
  readonly address?: string;
  /** Where a form without a script is sent to: the page of its asset. The others ask the landing what there is. Always in the body: what is sent may be a secret. */
  readonly formAction?: string;
  /** Distinguishes a form that was sent twice from two checks. */
  readonly formKey?: string;
  /** Why the check was not made, where the form was sent without a script. */
  readonly failure?: string | undefined;
  /** Shown below the box while there is no error. */
  readonly hint?: ReactNode;
}

function initialState({ variant, asset = FIRST_ASSET, address = '', failure }: SearchPanelProps): SearchState {
  const isFixed = variant === 'fixed';
  // The selector shows its asset from the start; in the header there is none to see until one is chosen.
  return {
    address,
    unread: address === '' ? null : address,
    asset,
    isSelected: isFixed || (variant === 'selector' && address === ''),
    isPinned: variant !== 'compact',
    error: failure ?? null,
    notice: null,
  };
}

/** Paste an address, choose the asset, press Check. */
export function SearchPanel(props: SearchPanelProps) {
  const { variant, selector: Selector, hint, formAction, formKey } = props;
  const [state, dispatch] = useReducer(reduceSearch, props, initialState);
  useReading(state, dispatch);
  const { start, isBusy } = useCheck();
  const navigate = useSiteNavigate();
  const button = useRef<HTMLButtonElement>(null);
  const [shouldFocusCheck, setFocusCheck] = useState(false);
  const noteId = useId();
  const canCheck = state.isSelected || isBusy || state.notice?.is === 'transaction';
  const note = hint === undefined ? null : <p className="search-note hint">{hint}</p>;
  const canDoubt = state.isSelected && state.unread === null && state.address !== '';
  const isQuiet = state.error === null && state.notice === null;

  // The panel goes with the pages of a session that has ended; what was typed into it, if it is no secret, does not.
  const typed = state.unread === null ? state.address : '';
  useEffect(() => onSessionChange(() => typed !== '' && keepTypedAddress(typed)), [typed]);
  useEffect(() => {
    const kept = takeTypedAddress();
    if (kept !== '') dispatch({ type: 'address typed', address: kept });
  }, []);

  useEffect(() => {
    if (shouldFocusCheck && canCheck) {
      button.current?.focus();
      setFocusCheck(false);
    }
  }, [shouldFocusCheck, canCheck]);

  async function submit() {
    let { address, notice } = state;
    if (state.unread !== null) {
      const action = await actionForText(state.unread);
      dispatch(action);
      if (action.type !== 'text read') return;
      notice = action.notice;
      if (action.address !== null) address = action.address;
      else if (notice?.is !== 'transaction') return;
    }
    if (notice?.is === 'transaction') {
      await navigate(notice.path);
      return dispatch({ type: 'address typed', address: '' });
    }
    const missing = missingPart({ ...state, address });
    const error =
      missing === MESSAGES.noAsset && (await loadReading()).isUnknownFormat(address)
        ? MESSAGES.unknownFormat
        : (missing ?? (await start(address, state.asset)));
    if (error !== null) dispatch({ type: 'check refused', error });
  }

  return (
    <search className={variant === 'compact' ? 'search search-sm' : 'search search-lg'}>
      <form
        action={formAction ?? '/?index'}
        method="post"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void submit();
        }}
      >
        <div className="search-box" data-variant={variant} data-invalid={state.error === null ? undefined : ''}>
          {Selector !== undefined && (
            <Selector selected={state.asset} onSelect={(asset) => dispatch({ type: 'asset picked', asset })} />
          )}
          {variant === 'fixed' && (
            <span className="search-asset">
              <AssetName ticker={state.asset.ticker} parent={state.asset.parent} />
            </span>
          )}
          <AddressField
            state={state}
            dispatch={dispatch}
            noteId={noteId}
            onSubmit={() => void submit()}
            onChosen={() => setFocusCheck(true)}
          />
          {!canCheck && <ButtonWithoutScript />}
          {formKey !== undefined && <input type="hidden" name="key" value={formKey} />}
          <button className="btn btn-primary" type="submit" ref={button} disabled={!canCheck} aria-busy={isBusy}>
            {isBusy && <Spinner />}
            Check
          </button>
        </div>
        {state.notice !== null && (
          <Suspense>
            <PastedNotice id={noteId} notice={state.notice} address={state.address} dispatch={dispatch} />
          </Suspense>
        )}
        {state.error !== null && <FieldError id={noteId}>{state.error}</FieldError>}
        {isQuiet && (
          <Suspense fallback={note}>
            {canDoubt ? (
              <ChecksumNote id={noteId} address={state.address} asset={state.asset}>
                {note}
              </ChecksumNote>
            ) : (
              note
            )}
          </Suspense>
        )}
      </form>
    </search>
  );
}

/** Nothing can be chosen without a script: the form asks which assets there are. First, so that Enter finds it. */
function ButtonWithoutScript() {
  return (
    <noscript>
      <button className="btn btn-primary" type="submit">
        Check
      </button>
    </noscript>
  );
}
