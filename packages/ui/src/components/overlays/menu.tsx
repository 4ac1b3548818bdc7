import {
  type ComponentType,
  cloneElement,
  createContext,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useContext,
  useState,
} from 'react';

/** What a menu lends its button. */
export interface MenuTriggerProps {
  onClick?: () => void;
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
  readonly children: ReactNode;
}

const load = () => import('./radix-menu.tsx');
const RadixMenu = lazy(() => load().then((module) => ({ default: module.RadixMenu })));

/** What draws an entry; it comes with the menu. */
export const MenuItemContext = createContext<ComponentType<MenuItemProps> | null>(null);

/**
 * A list of actions below a button. Arrow keys, Home, End and first letters move in it; Escape and a press outside close
 * it. What draws it is fetched when somebody turns to the button; the button itself is there before, and is exchanged only
 * once it was pressed, so that no press is lost.
 */
export function Menu({ trigger, open, onOpenChange, ...rest }: MenuProps) {
  const [ownOpen, setOwnOpen] = useState(false);
  const isOpen = open ?? ownOpen;
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);

  function change(opens: boolean) {
    setOwnOpen(opens);
    onOpenChange?.(opens);
  }

  const button = cloneElement(trigger, {
    onClick: () => change(true),
    onFocus: preload,
    onPointerEnter: preload,
    'aria-haspopup': 'menu',
    'aria-expanded': false,
  });
  if (!wasOpened) return button;
  return (
    <Suspense fallback={button}>
      <RadixMenu trigger={trigger} open={isOpen} onOpenChange={change} {...rest} />
    </Suspense>
  );
}

/** Failing here means nothing yet: the press that follows asks again, and says so. */
function preload() {
  load().catch(() => undefined);
}

export interface MenuItemProps {
  readonly children: ReactNode;
  readonly disabled?: boolean;
  /** Take the one child, a link, as the item itself. */
  readonly asChild?: boolean;
  readonly onSelect?: () => void;
}

/** One action, or with `asChild` one link: `<MenuItem asChild><Link to="/account">…</Link></MenuItem>`. */
export function MenuItem(props: MenuItemProps) {
  const Item = useContext(MenuItemContext);
  return Item === null ? null : <Item {...props} />;
}
