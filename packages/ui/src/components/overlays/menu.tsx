import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';

export interface MenuProps {
  /** The button that opens it; it takes a ref and the attributes of a button. */
  readonly trigger: ReactElement;
  /** Names the menu: 'Account'. Without it the trigger does. */
  readonly label?: string;
  readonly align?: 'start' | 'center' | 'end';
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  readonly children: ReactNode;
}

/** A list of actions below a button. Arrow keys, Home, End and first letters move in it; Escape and a press outside close it. */
export function Menu({ trigger, label, align = 'end', open, onOpenChange, children }: MenuProps) {
  return (
    // Not modal: the page behind stays alive, and no style sheet is written into it. Not in a portal: it stays inside the
    // landmark of its button.
    <Radix.Root
      modal={false}
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange === undefined ? {} : { onOpenChange })}
    >
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Content
        className="menu"
        align={align}
        sideOffset={8}
        collisionPadding={12}
        {...(label === undefined ? {} : { 'aria-label': label })}
      >
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}

export interface MenuItemProps {
  readonly children: ReactNode;
  readonly disabled?: boolean;
  /** Take the one child, a link, as the item itself. */
  readonly asChild?: boolean;
  readonly onSelect?: () => void;
}

/** One action, or with `asChild` one link: `<MenuItem asChild><Link to="/account">…</Link></MenuItem>`. */
export function MenuItem({ children, disabled = false, asChild = false, onSelect }: MenuItemProps) {
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
