import { DropdownMenu as Radix } from 'radix-ui';
import { MenuItemContext, type MenuItemProps, type MenuProps } from './menu-parts.ts';

/** The menu once somebody has turned to it; {@link MenuProps} says what it takes. */
export function RadixMenu({ trigger, label, align = 'end', open = false, onOpenChange, children }: MenuProps) {
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
