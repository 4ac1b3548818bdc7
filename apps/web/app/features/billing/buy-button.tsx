import { Icon, type IconName, Menu, MenuItem, Spinner } from '@assay/ui';
import { useEffect, useRef, useState } from 'react';
import type { Provider, Purchase } from './money.ts';
import type { Buying } from './use-purchase.ts';

const WAYS: readonly { readonly provider: Provider; readonly label: string; readonly icon: IconName }[] = [
  { provider: 'nowpayments', label: 'Crypto', icon: 'coin' },
  { provider: 'stripe', label: 'Card', icon: 'card' },
];

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
  const isDisabled = buying.isBusy || isWaiting;

  async function choose(provider: Provider) {
    setMine(true);
    if (!(await buying.buy(purchase, provider))) setMine(false);
  }

  // A disabled button loses the focus: it has it back as soon as it can.
  const lostFocus = useRef(false);
  useEffect(() => {
    if (isMine && isDisabled) lostFocus.current = true;
    if (isDisabled || !lostFocus.current) return;
    lostFocus.current = false;
    button.current?.focus();
  }, [isMine, isDisabled]);

  return (
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
      {WAYS.filter(({ provider }) => providers.includes(provider)).map(({ provider, label: way, icon }) => (
        <MenuItem key={provider} onSelect={() => void choose(provider)}>
          <Icon name={icon} />
          {way}
        </MenuItem>
      ))}
    </Menu>
  );
}
