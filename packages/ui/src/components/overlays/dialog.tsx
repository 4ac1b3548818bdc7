import { lazy, type ReactNode, Suspense, useState } from 'react';

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

const RadixDialog = lazy(() => import('./radix-dialog.tsx').then((module) => ({ default: module.RadixDialog })));

/**
 * A question in the way of everything else. It holds the focus and gives it back to what had it. What draws it is fetched
 * when it opens for the first time.
 */
export function Dialog(props: DialogProps) {
  const [wasOpened, setWasOpened] = useState(props.open);
  if (props.open && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense>
      <RadixDialog {...props} />
    </Suspense>
  );
}
