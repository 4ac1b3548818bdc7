import type { ReactNode } from 'react';

export interface DialogProps {
  readonly open: boolean;
  /** Asked for by the close button, Escape and a press beside the dialog. */
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  /** A sentence below the title; it is read out with it. */
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** The action at the right end. */
  readonly action?: ReactNode;
}
