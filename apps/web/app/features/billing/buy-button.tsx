import { ControlState, FieldError, Icon, type IconName, Menu, MenuItem, NO_CONNECTION, Spinner } from '@assay/ui';
import { useEffect, useId, useRef, useState } from 'react';
import type { Provider, Purchase } from './money.ts';
import type { Buying } from './use-purchase.ts';

const METHODS: readonly { readonly provider: Provider; readonly label: string; readonly icon: IconName }[] = [
  { provider: 'nowpayments', label: 'Crypto', icon: 'coin' },
  { provider: 'stripe', label: 'Card', icon: 'card' },
];

/** Row ERR-13: no alert, and no reason; the button says what became of it. */
const NOT_STARTED = 'Not started. Try again.';

export interface BuyButtonProps {
  readonly className: string;
  readonly label: string;
  /** What is bought, for screen readers: 'Standard'. */
  readonly subject?: string;
  readonly purchase: Purchase;
  readonly providers: readonly Provider[];
  readonly buying: Buying;
  /** What is bought, or its price, is not known yet. */
  readonly isWaiting?: boolean;
}

/** A button that asks how to pay: Crypto or Card. */
export function BuyButton({
  className,
  label,
  subject,
  purchase,
  providers,
  buying,
  isWaiting = false,
}: BuyButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isMine, setMine] = useState(false);
  const [hasFailedHere, setFailedHere] = useState(false);
  const noteId = useId();
  const isDisabled = buying.isBusy || isWaiting;

  async function choose(provider: Provider) {
    setMine(true);
    setFailedHere(false);
    const isBegun = await buying.buy(purchase, provider);
    setMine(isBegun);
    setFailedHere(!isBegun);
  }

  // What failed here is over as soon as another purchase starts.
  useEffect(() => {
    if (buying.isBusy && !isMine) setFailedHere(false);
  }, [buying.isBusy, isMine]);

  // A disabled button loses the focus: it has it back as soon as it can.
  const lostFocus = useRef(false);
  useEffect(() => {
    if (isMine && isDisabled) lostFocus.current = true;
    if (isDisabled || !lostFocus.current) return;
    lostFocus.current = false;
    button.current?.focus();
  }, [isMine, isDisabled]);

  return (
    <>
      <Menu
        align="start"
        trigger={
          <button
            className={className}
            type="button"
            ref={button}
            disabled={isDisabled}
            aria-busy={buying.isBusy && isMine}
            aria-label={subject === undefined ? undefined : `${label} ${subject}`}
          >
            {buying.isBusy && isMine && <Spinner />}
            {label}
          </button>
        }
      >
        {METHODS.filter(({ provider }) => providers.includes(provider)).map(({ provider, label: name, icon }) => (
          <MenuItem key={provider} onSelect={() => void choose(provider)}>
            <Icon name={icon} />
            {name}
          </MenuItem>
        ))}
      </Menu>
      {hasFailedHere && buying.isOffline && <FieldError id={noteId}>{NO_CONNECTION}</FieldError>}
      {hasFailedHere && buying.hasFailed && !buying.isOffline && <ControlState>{NOT_STARTED}</ControlState>}
    </>
  );
}
