import { DropdownMenu as Radix } from 'radix-ui';
import { type FocusEvent, useRef } from 'react';
import { MenuItemContext, type MenuItemProps, type MenuProps } from './menu-parts.ts';

export interface RadixMenuProps extends MenuProps {
  /** Opened for the first time by a key: Radix was not there yet to see it. */
  readonly isFirstByKey: boolean;
}

/** The menu once somebody has turned to it; {@link MenuProps} says what it takes. */
export function RadixMenu({ trigger, label, align = 'end', open = false, ...rest }: RadixMenuProps) {
  const { isFirstByKey, onOpenChange, children } = rest;
  const hasEntered = useRef(false);

  /** A menu that is opened by a key focuses its first entry. */
  function enter({ target, currentTarget }: FocusEvent<HTMLElement>) {
    if (!isFirstByKey || hasEntered.current || target !== currentTarget) return;
    hasEntered.current = true;
    currentTarget.querySelector<HTMLElement>('[role="menuitem"]:not([data-disabled])')?.focus();
  }

  return (
    // Not modal: the page behind stays alive, and no style sheet is written into it. Not in a portal: it stays inside the
    // landmark of its button.
    <Radix.Root modal={false} open={open} {...(onOpenChange === undefined ? {} : { onOpenChange })}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Content
        className="menu"
        align={align}
        sideOffset={8}
        collisionPadding={12}
        onFocus={enter}
        {...(label === undefined ? {} : { 'aria-label': label })}
      >
        <MenuItemContext value={RadixMenuItem}>{children}</MenuItemContext>
      </Radix.Content>
    </Radix.Root>
  );
}

function RadixMenuItem({ children, disabled = false, asChild = false, onSelect }: MenuItemProps) {
  return (
    <Radix.Item
      className="menu-item"
      disabled={disabled}
      asChild={asChild}
      {...(onSelect === undefined ? {} : { onSelect: () => onSelect() })}
    >
      {children}
    </Radix.Item>
  );
}
