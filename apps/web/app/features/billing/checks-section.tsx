import { LEAST_CHECKS, type PriceList } from '@assay/domain';
import { PayAsYouGo } from '@assay/ui';
import { useState } from 'react';
import { BuyButton } from './buy-button.tsx';
import type { Provider } from './money.ts';
import { useChecksPrice } from './use-checks-price.ts';
import type { Buying } from './use-purchase.ts';

export interface ChecksSectionProps {
  readonly priceList: PriceList;
  /** Empty where nothing is sold. */
  readonly providers: readonly Provider[];
  readonly canBuy: boolean;
  readonly buying: Buying;
}

/** Any number of checks, at the server's price. */
export function ChecksSection({ priceList, providers, canBuy, buying }: ChecksSectionProps) {
  const [checks, setChecks] = useState(LEAST_CHECKS);
  const price = useChecksPrice(checks);
  return (
    <PayAsYouGo
      checks={checks}
      priceList={priceList}
      price={price}
      onChange={setChecks}
      action={
        canBuy && (
          <BuyButton
            className="btn btn-primary"
            label="Get Started"
            purchase={{ pay_for_checks: { checks_number: checks } }}
            providers={providers}
            buying={buying}
            isWaiting={price === null}
          />
        )
      }
    />
  );
}
