import type { ReactNode } from 'react';
import { OfficeMark } from '../marks/office-mark.tsx';

export interface CertificateProps {
  readonly productName: string;
  /** The report id. */
  readonly id: string;
  /** Id of the headline, which names the sheet. */
  readonly labelledBy: string;
  /** A result that no certificate is given for yet. */
  readonly isUnsigned?: boolean;
  readonly children: ReactNode;
}

/** The sheet: cut corners, a double rule, and the office at its head. */
export function Certificate({ productName, id, labelledBy, isUnsigned = false, children }: CertificateProps) {
  return (
    <article className="certificate" aria-labelledby={labelledBy}>
      <div className="cert-in">
        <header className="cert-head">
          <span className="cert-office">
            <OfficeMark />
            {productName} {isUnsigned ? 'result' : 'certificate'}
          </span>
          <span className="mono">No. {id}</span>
        </header>
        {children}
      </div>
    </article>
  );
}
