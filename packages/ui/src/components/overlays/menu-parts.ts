import { type ComponentType, createContext, type MouseEvent, type ReactElement, type ReactNode } from 'react';

/** What a menu lends its button. */
export interface MenuTriggerProps {
  onClick?: (event: MouseEvent) => void;
  onFocus?: () => void;
  onPointerEnter?: () => void;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
}

export interface MenuProps {
  /** The button that opens it; it takes a ref and the attributes of a button. */
  readonly trigger: ReactElement<MenuTriggerProps>;
  /** Names the menu: 'Account'. Without it the trigger does. */
  readonly label?: string;
  readonly align?: 'start' | 'center' | 'end';
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  /** Loads what the entries are drawn by, where that comes with the menu and not with the page. */
  readonly loadEntries?: () => Promise<unknown>;
  readonly children: ReactNode;
}

export interface MenuItemProps {
  readonly children: ReactNode;
  readonly disabled?: boolean;
  /** Take the one child, a link, as the item itself. */
  readonly asChild?: boolean;
  readonly onSelect?: () => void;
}

/** What draws an entry; it comes with the menu. */
export const MenuItemContext = createContext<ComponentType<MenuItemProps> | null>(null);
