import { Icon, type IconName, Menu, MenuItem, Spinner } from '@assay/ui';
import { useRef, useState } from 'react';
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

  async function choose(provider: Provider) {
    setMine(true);
    const isGone = await buying.buy(purchase, provider);
    if (isGone) return;
    setMine(false);
    // A disabled button loses the focus.
    requestAnimationFrame(() => button.current?.focus());
  }

  const isDisabled = buying.isBusy || isWaiting;
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
