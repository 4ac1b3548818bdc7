import { Rosette } from '@assay/ui';
import type { ReactNode } from 'react';
import { SPECIMEN, SpecimenSlip } from './specimen.tsx';

/** `form` is the search panel, in the frame that the header watches. */
export function Hero({ form }: { readonly form: ReactNode }) {
  return (
    <section className="hero">
      <div className="wrap-wide hero-in">
        <div className="hero-text">
          <h1>Test a wallet before you trust it.</h1>
          <p className="lede">
            Paste an address, pick an asset and get a risk score from one to five stars. Covers USDT, Bitcoin, Ethereum
            and 8000+ assets, and helps you avoid coins that an exchange or custody service would freeze.
          </p>
        </div>
        <div className="hero-seal" aria-hidden="true">
          <Rosette id={SPECIMEN.id} microText={SPECIMEN.microText} withOffice />
        </div>
        {form}
        <SpecimenSlip />
      </div>
    </section>
  );
}
