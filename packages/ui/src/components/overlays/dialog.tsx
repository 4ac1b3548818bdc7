import { lazy, Suspense, useState } from 'react';
import type { DialogProps } from './dialog-props.ts';

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
