import { Tooltip as Radix } from 'radix-ui';
import type { ReactElement } from 'react';

export interface TooltipProps {
  /** What is explained: a control that can have the focus. */
  readonly children: ReactElement;
  readonly text: string;
}

const DELAY_MS = 400;

/** A few words about a control, on hover and on focus. Show nothing only there: on a phone nobody sees it. */
export function Tooltip({ children, text }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={DELAY_MS}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Content className="tooltip" sideOffset={8} collisionPadding={12}>
          {text}
        </Radix.Content>
      </Radix.Root>
    </Radix.Provider>
  );
}
