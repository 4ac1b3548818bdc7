import { Rosette } from '@assay/ui';
import type { ReactNode } from 'react';

/** How much of the seal behind the sheet is drawn: whole, still being drawn, or voided. */
export type SealState = 'complete' | 'started' | 'void';

export interface AuthSheetProps {
  readonly title: string;
  readonly seal?: SealState;
  readonly children?: ReactNode;
}

const SEAL_ID = 'magic button';
const SEAL_STROKE_UNITS = 0.26;

/** One sheet over a very large, very thin rosette: every page of signing in. */
export function AuthSheet({ title, seal = 'complete', children }: AuthSheetProps) {
  return (
    <main className="auth-main" id="main">
      <div className="auth-col">
        <h1>{title}</h1>
        {children}
      </div>
      <div className={seal === 'void' ? 'auth-seal is-void' : 'auth-seal'} aria-hidden="true">
        <Rosette id={SEAL_ID} stage={seal === 'started' ? 2 : 4} strokeUnits={SEAL_STROKE_UNITS} />
      </div>
    </main>
  );
}
