import { cloneElement, lazy, Suspense, useContext, useState } from 'react';
import { MenuItemContext, type MenuItemProps, type MenuProps } from './menu-parts.ts';

const load = () => import('./radix-menu.tsx');
const RadixMenu = lazy(() => load().then((module) => ({ default: module.RadixMenu })));

/**
 * A list of actions below a button. Arrow keys, Home, End and first letters move in it; Escape and a press outside close
 * it. What draws it is fetched when somebody turns to the button; the button itself is there before, and is exchanged only
 * once it was pressed, so that no press is lost.
 */
export function Menu({ trigger, open, onOpenChange, ...rest }: MenuProps) {
  const [ownOpen, setOwnOpen] = useState(false);
  const isOpen = open ?? ownOpen;
  const [wasOpened, setWasOpened] = useState(isOpen);
  const [isFirstByKey, setFirstByKey] = useState(false);
  if (isOpen && !wasOpened) setWasOpened(true);

  function change(opens: boolean) {
    setOwnOpen(opens);
    onOpenChange?.(opens);
  }

  const button = cloneElement(trigger, {
    onClick: ({ detail }) => {
      // A press of a key makes a click without a count.
      setFirstByKey(detail === 0);
      change(true);
    },
    onFocus: preload,
    onPointerEnter: preload,
    'aria-haspopup': 'menu',
    'aria-expanded': false,
  });
  if (!wasOpened) return button;
  return (
    <Suspense fallback={button}>
      <RadixMenu trigger={trigger} open={isOpen} isFirstByKey={isFirstByKey} onOpenChange={change} {...rest} />
    </Suspense>
  );
}

/** Failing here means nothing yet: the press that follows asks again, and says so. */
function preload() {
  load().catch(() => undefined);
}

/** One action, or with `asChild` one link: `<MenuItem asChild><Link to="/account">…</Link></MenuItem>`. */
export function MenuItem(props: MenuItemProps) {
  const Item = useContext(MenuItemContext);
  return Item === null ? null : <Item {...props} />;
}
