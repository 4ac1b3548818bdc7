import { Dialog as Radix } from 'radix-ui';
import { useRef } from 'react';
import { Icon } from '../controls/icon.tsx';
import type { DialogProps } from './dialog-props.ts';
import { usePageLock } from './use-page-lock.ts';

/**
 * The dialog once it was asked for; {@link DialogProps} says what it takes. Radix draws its own overlay with an inline style sheet, which the content security policy refuses: ours is a class.
 */
export function RadixDialog({ open, onOpenChange, title, description, children, action }: DialogProps) {
  usePageLock(open);
  const opener = useRef<Element | null>(null);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <div className="scrim">
          <Radix.Content
            className="dialog"
            onOpenAutoFocus={() => {
              opener.current = document.activeElement;
            }}
            onCloseAutoFocus={(event) => {
              // Whatever opened it is no trigger that Radix knows.
              event.preventDefault();
              if (opener.current instanceof HTMLElement) opener.current.focus();
            }}
            {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          >
            <div className="dialog-head">
              <Radix.Title>{title}</Radix.Title>
              <Radix.Close className="btn-icon" aria-label="Close">
                <Icon name="close" />
              </Radix.Close>
            </div>
            {description !== undefined && <Radix.Description className="dialog-text">{description}</Radix.Description>}
            {children}
            {action !== undefined && <div className="dialog-foot">{action}</div>}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}
