import { lazy, Suspense, useState } from 'react';
import type { DialogProps } from './dialog-props.ts';

const RadixDialog = lazy(() => import('./radix-dialog.tsx').then((module) => ({ default: module.RadixDialog })));

/**
 * A modal question. It holds the focus and returns it to the element that had it. The code that draws it is loaded when
 * it opens for the first time.
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
